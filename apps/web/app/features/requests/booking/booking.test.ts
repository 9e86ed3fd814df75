import { TERMS_VERSION } from '@parley/contract'
import { expect, it } from 'vitest'
import { ApiError } from '../../../api/errors.ts'
import { aRequest } from '../a-request.testing.ts'
import { type BookingOffer, createBooking } from './booking.ts'

const SOLD = { amount: '25.00', duration: 1800, duration_display: 2, description: 'On running' } as const
const OFFER: BookingOffer = { ...SOLD, money_back: 'flexible' }

function setUp(
  answers: (() => unknown)[],
  who: 'visitor' | 'member' = 'member',
  refused: (error: unknown) => boolean = () => false,
) {
  const sent: Record<string, unknown>[] = []
  const log: string[] = []
  const timers: { work: () => void; delayMs: number }[] = []
  let keys = 0
  const booking = createBooking({
    api: {
      post: async <T>(_path: string, body?: unknown) => {
        sent.push(body as Record<string, unknown>)
        const answer = answers.shift()
        if (!answer) throw new Error('no answer left')
        return answer() as T
      },
    },
    username: 'maya',
    offer: OFFER,
    isLoggedIn: () => who === 'member',
    pageUrl: () => 'http://here/profile/maya',
    goToLogin: () => log.push('login'),
    refused,
    booked: request => log.push(`booked ${request.id}`),
    alerts: { error: text => log.push(text), clear: () => log.push('cleared') },
    newKey: () => `key${++keys}`,
    setTimer: (work, delayMs) => timers.push({ work, delayMs }),
  })
  return { booking, sent, log, timers }
}
const refuse = (status: number, body: unknown) => () => {
  throw new ApiError(status, body, '')
}

it('a visitor is told to log in, and sent there after a second', () => {
  const { booking, log, timers } = setUp([], 'visitor')
  booking.open()
  expect(log).toEqual(['login to continue'])
  expect(timers[0]?.delayMs).toBe(1000)
  timers[0]?.work()
  expect(log).toEqual(['login to continue', 'cleared', 'login'])
  expect(booking.getSnapshot().phase).toBe('closed')
})

it('confirming sends the offer that was shown, a new key and the page', async () => {
  const { booking, sent, log } = setUp([() => aRequest({ id: 'r1' })])
  booking.open()
  await booking.confirm()
  expect(sent).toEqual([
    { ...SOLD, terms_version: TERMS_VERSION, uuid: 'key1', callback: 'http://here/profile/maya' },
  ])
  expect(log).toEqual(['booked r1'])
  expect(booking.getSnapshot()).toMatchObject({ phase: 'closed', sent: true })
})

it('two quick presses of Confirm send one request', async () => {
  const { booking, sent } = setUp([() => aRequest()])
  booking.open()
  await Promise.all([booking.confirm(), booking.confirm()])
  expect(sent).toHaveLength(1)
})

it('a repeat after a lost answer has the same key', async () => {
  const { booking, sent, timers } = setUp([refuse(0, null), () => aRequest()])
  booking.open()
  await booking.confirm()
  expect(booking.getSnapshot().problem).not.toBeNull()
  expect(timers[0]?.delayMs).toBe(5000)
  await booking.confirm()
  expect(sent.map(body => body.uuid)).toEqual(['key1', 'key1'])
})

it('a repeat whose first booking has ended since, unpaid, is another booking', async () => {
  const lost = refuse(503, { detail: 'Please try again in a moment' })
  const ended = () => aRequest({ id: 'r1', state: 'expired' })
  const { booking, sent, log } = setUp([lost, ended, () => aRequest({ id: 'r2' })])
  booking.open()
  await booking.confirm()
  await booking.confirm()
  expect(sent.map(body => body.uuid)).toEqual(['key1', 'key1', 'key2'])
  expect(log).toEqual(['booked r2'])
})

it('a changed offer is shown and must be confirmed again, with a new key', async () => {
  const offer = { ...OFFER, amount: '30.00' }
  const { booking, sent } = setUp([refuse(409, { detail: 'changed', offer }), () => aRequest()])
  booking.open()
  await booking.confirm()
  expect(booking.getSnapshot()).toMatchObject({ phase: 'confirming', offerChanged: true, offer })
  await booking.confirm()
  expect(sent[1]).toMatchObject({ amount: '30.00', uuid: 'key2' })
})

it('after sending, the message stays for two seconds', async () => {
  const { booking, timers } = setUp([() => aRequest()])
  booking.open()
  await booking.confirm()
  expect([booking.getSnapshot().sent, timers[0]?.delayMs]).toEqual([true, 2000])
  timers[0]?.work()
  expect(booking.getSnapshot().sent).toBe(false)
})

it('a refusal is shown for five seconds, with the confirmation still open', async () => {
  const { booking, timers } = setUp([refuse(503, { detail: 'Come back later' })])
  booking.open()
  await booking.confirm()
  expect(booking.getSnapshot()).toMatchObject({ phase: 'confirming', problem: 'Come back later' })
  expect(timers[0]?.delayMs).toBe(5000)
  timers[0]?.work()
  expect(booking.getSnapshot().problem).toBeNull()
})

it('a refusal with a next step stays, with that step, until the next press', async () => {
  const refusal = { detail: 'Pay or cancel one', way_on: 'bookings' }
  const { booking, timers } = setUp([refuse(409, refusal), () => aRequest()])
  booking.open()
  await booking.confirm()
  const said = { phase: 'confirming', problem: 'Pay or cancel one', wayOn: 'bookings', offerChanged: false }
  expect(booking.getSnapshot()).toMatchObject(said)
  expect(timers).toEqual([])
  await booking.confirm()
  expect(booking.getSnapshot()).toMatchObject({ phase: 'closed', problem: null, wayOn: null })
})

it('a refusal that the page says in its own words leaves the sheet open, with no other words', async () => {
  const shown: unknown[] = []
  const { booking, timers } = setUp([refuse(409, { detail: 'Taken', slots: [] })], 'member', error => {
    shown.push((error as ApiError).status)
    return true
  })
  booking.open()
  await booking.confirm()
  expect(shown).toEqual([409])
  expect(booking.getSnapshot()).toMatchObject({ phase: 'confirming', problem: null })
  expect(timers).toEqual([])
})
