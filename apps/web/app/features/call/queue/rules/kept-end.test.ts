import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { line, openLine, you } from '../../testing/queue-line.ts'
import { POLL_EVERY_MS } from '../queue-session.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const END = { type: 'end_call' }
const inTurn = (place = 'place-2') => line({ you: you({ place, state: 'in_turn', ahead: 0 }) })
const waiting = () => line({ you: you({ ready: true }) })

/** The page of a fan in their turn, who presses End Call with this connection; the fake call sends nothing. */
async function endWith(status: 'open' | 'reconnecting') {
  const page = openLine(inTurn())
  await page.flush()
  page.presence.set({ status })
  await page.flush()
  await page.session.endCall()
  const reopen = async (answer: ReturnType<typeof line>) => {
    page.answers.splice(0, 1, answer)
    page.presence.set({ status: 'reconnecting' })
    page.presence.set({ status: 'open' })
    await page.flush()
  }
  return { ...page, reopen }
}

it('End Call that is pressed while the connection is away is sent once it is back', async () => {
  const { sent, stops, reopen } = await endWith('reconnecting')
  expect([stops, sent]).toEqual([['turn'], []])
  await reopen(inTurn())
  expect(sent).toEqual([END])
})

it('it is sent once by each connection, until the line says that the turn is over', async () => {
  const { sent, receive, reopen, answers } = await endWith('open')
  receive(inTurn())
  answers.splice(0, 1, inTurn())
  await vi.advanceTimersByTimeAsync(POLL_EVERY_MS)
  expect(sent).toEqual([])
  // The connection before may have been dead without knowing.
  await reopen(inTurn())
  receive(inTurn())
  expect(sent).toEqual([END])
  receive(line({ you: you({ state: 'left', ahead: null }) }))
  await reopen(inTurn())
  expect(sent).toEqual([END])
})

it.each([
  ['another place', [inTurn('place-9')]],
  ['the rest of the same place, which was called again', [waiting(), inTurn()]],
])('it is not sent for %s', async (_turn, answers) => {
  const { sent, reopen } = await endWith('reconnecting')
  for (const answer of answers) await reopen({ ...answer, now: line().now })
  expect(sent).toEqual([])
})

it('while the line cannot be read it is not sent: nobody knows whose turn it is', async () => {
  const { sent, reopen } = await endWith('reconnecting')
  await reopen(new Error('offline') as never)
  expect(sent).toEqual([])
  await reopen(inTurn())
  expect(sent).toEqual([END])
})
