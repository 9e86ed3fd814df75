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
