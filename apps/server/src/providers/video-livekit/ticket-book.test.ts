import { DAY_MS, MINUTE_MS } from '@parley/contract'
import { expect, test } from 'vitest'
import type { JoinGrant } from '../../domains/calls/video-provider.ts'
import { TicketBook } from './ticket-book.ts'

const GRANT: JoinGrant = {
  ...{ roomId: 'room', identity: 'ann', kind: 'call', expiresInMs: MINUTE_MS },
  ...{ canPublish: true, canSubscribe: true },
}

test('the ticket of who came stands for a day, and is forgotten when no call can have lasted that long', () => {
  let nowMs = 0
  const book = new TicketBook(() => nowMs)
  const judge = () => book.judge({ ticket, roomId: 'room', identity: 'ann' }).is
  /** Any other ticket. */
  const issueAnother = () => book.issue({ ...GRANT, roomId: 'another' }, MINUTE_MS)
  const ticket = book.issue(GRANT, MINUTE_MS)
  expect(judge()).toBe('good')
  nowMs = DAY_MS
  issueAnother()
  expect(judge()).toBe('good')
  nowMs = 2 * DAY_MS + MINUTE_MS
  issueAnother()
  expect(judge()).toBe('void')
})

test('a mute stands for a day, also by later tickets, and is forgotten when no event can have lasted that long', () => {
  let nowMs = 0
  const book = new TicketBook(() => nowMs)
  const guest = { ...GRANT, identity: 'guest', kind: 'broadcast', isGuest: true } as const
  book.setMuted('room', 'guest', true)
  nowMs = DAY_MS
  const ticket = book.issue(guest, MINUTE_MS)
  const verdict = book.judge({ ticket, roomId: 'room', identity: 'guest' })
  expect(verdict).toEqual({ is: 'good', role: 'guest', isMuted: true })
  nowMs = 2 * DAY_MS
  // A process that issues no tickets hears of the mutes of others.
  book.setMuted('another', 'somebody', true)
  expect([book.isMuted('room', 'guest'), book.isMuted('another', 'somebody')]).toEqual([false, true])
})

test('a new ticket takes the older ones of its holder in that room with it once it is used, and no others', () => {
  const book = new TicketBook(() => 0)
  const [first, second] = [book.issue(GRANT, MINUTE_MS), book.issue(GRANT, MINUTE_MS)]
  const elsewhere = book.issue({ ...GRANT, roomId: 'another' }, MINUTE_MS)
  const ofBob = book.issue({ ...GRANT, identity: 'bob' }, MINUTE_MS)
  const shown = { roomId: 'room', identity: 'ann' }
  expect(book.judge({ ...shown, ticket: second }).is).toBe('good')
  expect(book.judge({ ...shown, ticket: first })).toEqual({ is: 'void', reason: 'replaced' })
  expect(book.judge({ ...shown, ticket: ofBob }).is).toBe('void')
  expect(book.judge({ ...shown, ticket: elsewhere }).is).toBe('void')
  expect(book.judge({ ...shown, roomId: 'another', ticket: elsewhere }).is).toBe('good')
  expect(book.judge({ roomId: 'room', identity: 'bob', ticket: ofBob }).is).toBe('good')
})

test('a room is awaited while an unused ticket for it can still be used, and closing it voids all of them', () => {
  let nowMs = 0
  const book = new TicketBook(() => nowMs)
  const ann = book.issue(GRANT, MINUTE_MS)
  const bob = book.issue({ ...GRANT, identity: 'bob' }, 2 * MINUTE_MS)
  expect([book.isAwaited('room'), book.isAwaited('another')]).toEqual([true, false])
  nowMs = MINUTE_MS
  expect(book.judge({ roomId: 'room', identity: 'ann', ticket: ann })).toEqual({
    is: 'void',
    reason: 'refused',
  })
  expect(book.isAwaited('room')).toBe(true)
  book.issue({ ...GRANT, roomId: 'another' }, MINUTE_MS / 2)
  nowMs += MINUTE_MS / 2
  expect([book.isAwaited('room'), book.isAwaited('another')]).toEqual([true, false])
  book.void('room', 'everyone', 'closed')
  expect(book.isAwaited('room')).toBe(false)
  expect(book.judge({ roomId: 'room', identity: 'bob', ticket: bob })).toEqual({
    is: 'void',
    reason: 'closed',
  })
})
