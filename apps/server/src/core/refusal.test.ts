import { expect, it } from 'vitest'
import { Refusal, refuse } from './refusal.ts'

it('asks somebody whose email is not confirmed for that, and is a conflict for everything else that comes first', () => {
  expect(refuse.notYet('First', 'confirm_email')).toMatchObject({
    code: 'forbidden',
    body: { detail: 'First', way_on: 'confirm_email' },
  })
  expect(refuse.notYet('First', 'bookings').code).toBe('conflict')
})

it('says when to come again, apart from what it says to people', () => {
  const refusal = refuse.tooMany(30)
  expect(refusal).toBeInstanceOf(Refusal)
  expect(refusal.retryAfterSeconds).toBe(30)
  expect(JSON.stringify(refusal.body)).not.toContain('30')
  expect(refuse.unavailable().retryAfterSeconds).toBe(5)
  expect(refuse.notFound().retryAfterSeconds).toBeUndefined()
})

it('answers fields under their own names and a conflict with the current offer beside its words', () => {
  expect(refuse.fields({ amount: ['Too much'] }).body).toEqual({ amount: ['Too much'] })
  expect(refuse.conflict('Changed', { offer: 1 }).body).toEqual({ detail: 'Changed', offer: 1 })
})
