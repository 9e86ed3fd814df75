import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../../../../api/errors.ts'
import type { PresenceEnd } from '../../connection/presence-socket.ts'
import { line, openLine, you } from '../../testing/queue-line.ts'
import { POLL_EVERY_MS } from '../queue-session.ts'
import { bellOf } from '../use-call-sound.ts'
import { lossOf } from './lost-line.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const notThere = () => new ApiError(404, { detail: 'There is no such queue' }, '')
const waiting = () => line()

/** A page in this line whose connection is open. */
async function openPage(first = waiting()) {
  const page = openLine(first)
  await page.flush()
  page.presence.set({ status: 'open' })
  await page.flush()
  return { ...page, loss: () => lossOf(page.session.getSnapshot()) }
}

it('who is in a line, or waits for the first answer, reads of no loss', async () => {
  const page = openLine(waiting())
  expect(lossOf(page.session.getSnapshot())).toBeNull()
  const { loss } = await openPage()
  expect(loss()).toBeNull()
})

it('a fan who lost their place reads so at the next look, is not filmed any more, and the page requests nothing', async () => {
  const { loss, answers, requested, stops } = await openPage()
  answers.splice(0, 1, notThere())
  await vi.advanceTimersByTimeAsync(POLL_EVERY_MS)
  expect([loss(), stops]).toEqual(['no-place', ['media', 'microphone', 'awake']])
  requested.splice(0)
  await vi.advanceTimersByTimeAsync(3 * POLL_EVERY_MS)
  expect(requested).toEqual([])
})

it.each<[PresenceEnd, 'gone' | 'there', ReturnType<typeof lossOf>]>([
  ['over', 'gone', 'no-place'],
  ['forbidden', 'gone', 'no-place'],
  ['over', 'there', 'forbidden'],
  ['forbidden', 'there', 'forbidden'],
  ['not-found', 'gone', 'not-found'],
  ['replaced', 'there', 'replaced'],
  ['logged-out', 'there', 'logged-out'],
  ['age', 'there', 'age'],
  ['not-found', 'there', 'not-found'],
])('a line that was closed (%s) to a fan who waits, and is %s, is %s', async (endedBy, is, expected) => {
  const { loss, answers, flush, presence } = await openPage()
  answers.splice(0, 1, is === 'gone' ? notThere() : waiting())
  presence.set({ status: 'ended', endedBy })
  await flush()
  expect(loss()).toBe(expected)
})

it('until the line was read once more nobody reads that it was closed: it may say how it ended', async () => {
  const { loss, answers, flush, presence } = await openPage()
  answers.splice(0, 1, line({ you: you({ state: 'unserved', ahead: null }) }))
  presence.set({ status: 'ended', endedBy: 'over' })
  expect(loss()).toBeNull()
  await flush()
  expect(loss()).toBeNull()
})

it('a line that was closed and cannot be read may be tried again', async () => {
  const { loss, answers, flush, presence } = await openPage()
  answers.splice(0, 1, new ApiError(0, null, 'offline'))
  presence.set({ status: 'ended', endedBy: 'forbidden' })
  await flush()
  expect(loss()).toBe('failed')
})

it('a failure of the network takes no line away that was seen', async () => {
  const { loss, answers } = await openPage()
  answers.splice(0, 1, new ApiError(0, null, 'offline'))
  await vi.advanceTimersByTimeAsync(POLL_EVERY_MS)
  expect(loss()).toBeNull()
  const never = await openPage(new ApiError(0, null, 'offline') as never)
  expect(never.loss()).toBe('failed')
})

it.each([
  ['was served', line({ you: you({ state: 'served', ahead: null, back: 'unused', refunded: null }) }), null],
  ['was skipped, and lost the place', line({ you: you({ state: 'skipped', ahead: null }) }), 'no-place'],
  ['is the host of a line that is over', line({ state: 'ended', you: null, line: [] }), null],
] as const)('who %s keeps what the page says of it', async (_who, over, expected) => {
  const { loss, answers, receive, flush, presence } = await openPage()
  receive({ ...over, now: line().now })
  answers.splice(0, 1, notThere())
  presence.set({ status: 'ended', endedBy: 'over' })
  await flush()
  expect(loss()).toBe(expected)
})

it.each(['replaced', 'logged-out', 'over', 'forbidden'] as const)(
  'a page that was closed (%s) while its fan was called rings no more, and meets nobody by what it still reads',
  async endedBy => {
    const called = () => line({ you: you({ state: 'called', ahead: 0 }) })
    const { session, made, answers, flush, presence } = await openPage(called())
    const sounds: string[] = []
    const say = (what: string) => () => void sounds.push(what)
    const update = bellOf({ ring: say('ring'), chime: say('chime'), stop: say('stop') })
    update(session.getSnapshot())
    session.subscribe(() => update(session.getSnapshot()))
    answers.splice(0, 1, called())
    presence.set({ status: 'ended', endedBy })
    await flush()
    expect(sounds).toEqual(['ring', 'stop'])
    expect([session.getSnapshot().turn, made.map(({ left }) => left)]).toEqual([null, [true]])
  },
)
