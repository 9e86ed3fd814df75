import { expect, it } from 'vitest'
import { UNPAID_SIGHT_MAX_MS } from './sight.ts'
import { SightAccounts } from './sight-accounts.ts'

/** No call has more time. */
const KEPT_MS = 86_400_000

it('keeps what a person was given unpaid while they are not there, by room and person', () => {
  const accounts = new SightAccounts(() => 0)
  accounts.of('room', 'fred').unpaidMs = 1_500
  expect(accounts.of('room', 'fred').unpaidMs).toBe(1_500)
  expect(accounts.of('room', 'ivy').unpaidMs).toBe(0)
  expect(accounts.of('room,fred', '').unpaidMs).toBe(0)
})

it('gives nothing again in a call that had begun before this process knew of it', () => {
  expect(new SightAccounts(() => 0).of('room', 'fred', 'begun').unpaidMs).toBe(UNPAID_SIGHT_MAX_MS)
})

it('forgets an account only when no call can still need it', () => {
  let nowMs = 0
  const accounts = new SightAccounts(() => nowMs)
  accounts.of('room', 'fred').unpaidMs = 1_500
  nowMs = KEPT_MS
  expect(accounts.of('room', 'fred').unpaidMs).toBe(1_500)
  nowMs = 2 * KEPT_MS + 1
  expect(accounts.of('room', 'fred').unpaidMs).toBe(0)
  accounts.of('room', 'fred').unpaidMs = 500
  expect(accounts.of('room', 'fred').unpaidMs).toBe(500)
})
