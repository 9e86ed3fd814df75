import { expect, it } from 'vitest'
import { addressOf, fieldsIn } from './request-address.ts'

const SLOT = '2026-06-01T11:00:00.000Z'
const searchOf = (address: string) => new URL(address, 'https://parley.example').search

it.each([
  ['a picked slot', { username: 'ivy', start: '', slot: SLOT }],
  ['an agreed start', { username: 'ivy', start: '2026-06-01T12:00', slot: null }],
  ['no time', { username: 'ivy', start: '', slot: null }],
  ['nothing', { username: '', start: '', slot: null }],
])('the form is as it was when its address is opened again, with %s', (_what, fields) => {
  expect(fieldsIn(searchOf(addressOf(fields)))).toEqual(fields)
})

it('the address never has the note', () => {
  expect(addressOf({ username: 'ivy', start: '', note: 'My divorce' })).not.toContain('divorce')
})

it('a slot that is no time is ignored', () => {
  expect(fieldsIn('?influencer=ivy&slot=soon').slot).toBeNull()
})
