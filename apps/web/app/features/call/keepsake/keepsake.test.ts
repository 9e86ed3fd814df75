import type { ServerMessage } from '@parley/contract/calls'
import type { CallKeepsake, KeepsakeState } from '@parley/contract/live/keepsake'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { areCamerasSent, type BothSent, drawnOfCameras } from './both-seen.ts'
import { CallKeepsakeStore } from './keepsake.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const stands = (state: KeepsakeState, more: Partial<CallKeepsake> = {}): CallKeepsake => ({
  ...{ state, id: null, asked_by_you: false, you_draw: false },
  ...more,
})

async function open(first: CallKeepsake, draw = async (): Promise<Blob | null> => new Blob(['picture'])) {
  let now: CallKeepsake | Error = first
  const sent: string[] = []
  let receive: (message: ServerMessage) => void = () => undefined
  let isLate: Promise<void> | undefined
  const answer = async (how: string) => {
    sent.push(how)
    const answered = now
    await isLate
    if (answered instanceof Error) throw answered
    return answered
  }
  const keepsake = new CallKeepsakeStore({
    call: 'a b',
    api: {
      get: () => answer('read'),
      post: (path, body) =>
        answer(`${path.split('/keepsake/')[1]}${body instanceof FormData ? ' form' : ''}`),
      delete: () => answer('withdraw'),
    },
    draw,
    onMessage: listener => {
      receive = listener
      return () => undefined
    },
  })
  keepsake.start()
  await vi.advanceTimersByTimeAsync(0)
  return {
    keepsake,
    sent,
    /** The answer to the read that follows comes when `late` has ended. */
    async becomes(next: CallKeepsake | Error, late?: Promise<void>) {
      now = next
      isLate = late
      receive({ handler: 'MESSAGE_KEEPSAKE' })
      isLate = undefined
      await vi.advanceTimersByTimeAsync(0)
    },
    set(next: CallKeepsake | Error) {
      now = next
    },
  }
}

it('both count three seconds from the second yes on; the fan’s page then draws and sends, once', async () => {
  const { keepsake, sent, becomes, set } = await open(stands('asked', { you_draw: true }))
  await becomes(stands('agreed', { you_draw: true }))
  expect(keepsake.getSnapshot().countdown).toBe(3)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(keepsake.getSnapshot().countdown).toBe(1)
  set(stands('kept', { id: 'x', you_draw: true }))
  await vi.advanceTimersByTimeAsync(1_000)
  expect([keepsake.getSnapshot().countdown, keepsake.getSnapshot().keepsake?.id]).toEqual([null, 'x'])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sent.filter(each => each === 'picture/ form')).toHaveLength(1)
})

it('the host’s page counts and sends nothing', async () => {
  const { sent, becomes } = await open(stands('asked'))
  await becomes(stands('agreed'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sent).toEqual(['read', 'read'])
})

it('a yes that is taken back ends the countdown, and no picture is sent', async () => {
  const { keepsake, sent, becomes } = await open(stands('asked', { you_draw: true }))
  await becomes(stands('agreed', { you_draw: true }))
  await vi.advanceTimersByTimeAsync(1_000)
  await becomes(stands('refused', { you_draw: true }))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(keepsake.getSnapshot().countdown).toBeNull()
  expect(sent).not.toContain('picture/ form')
})

it('an answer that is overtaken by a later one starts no countdown after consent was withdrawn', async () => {
  const late = Promise.withResolvers<void>()
  const { keepsake, sent, becomes } = await open(stands('asked', { you_draw: true }))
  await becomes(stands('agreed', { you_draw: true }), late.promise)
  await becomes(stands('refused', { you_draw: true }))
  late.resolve()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(keepsake.getSnapshot()).toMatchObject({ countdown: null, keepsake: { state: 'refused' } })
  expect(sent).toEqual(['read', 'read', 'read'])
})

it('the fan’s page that is opened when both have agreed counts again and draws; the host’s counts nothing', async () => {
  const fans = await open(stands('agreed', { you_draw: true }))
  expect(fans.keepsake.getSnapshot().countdown).toBe(3)
  fans.set(stands('kept', { id: 'x', you_draw: true }))
  await vi.advanceTimersByTimeAsync(10_000)
  expect([fans.keepsake.getSnapshot().countdown, fans.sent]).toEqual([null, ['read', 'picture/ form']])
  const hosts = await open(stands('agreed'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect([hosts.keepsake.getSnapshot().countdown, hosts.sent]).toEqual([null, ['read']])
})

it.each([
  ['shows no frame', () => new Promise<null>(() => undefined)],
  ['cannot be played', () => Promise.reject(new Error('NotAllowedError'))],
])(
  'where a camera %s the yes is taken back after some seconds, and the page continues',
  async (_what, draw) => {
    const { keepsake, sent, becomes, set } = await open(stands('asked', { you_draw: true }), draw)
    await becomes(stands('agreed', { you_draw: true }))
    set(stands('refused', { you_draw: true }))
    await vi.advanceTimersByTimeAsync(9_000)
    expect(sent.at(-1)).toBe('withdraw')
    expect(keepsake.getSnapshot()).toMatchObject({ isBusy: false, keepsake: { state: 'refused' } })
  },
)

it('where there is nothing to draw the yes is taken back', async () => {
  const { sent, becomes } = await open(stands('asked', { you_draw: true }), async () => null)
  await becomes(stands('agreed', { you_draw: true }))
  await vi.advanceTimersByTimeAsync(3_000)
  expect(sent.at(-1)).toBe('withdraw')
})

it('asking and answering say what the server says; a refusal is told in words', async () => {
  const { keepsake, sent, set } = await open(stands('none'))
  set(stands('asked', { asked_by_you: true }))
  await keepsake.request()
  expect(keepsake.getSnapshot().keepsake?.asked_by_you).toBe(true)
  set(new Error('You have asked three times in this call'))
  await keepsake.request()
  expect(keepsake.getSnapshot()).toMatchObject({
    isBusy: false,
    problem: 'You have asked three times in this call',
  })
  expect(sent).toEqual(['read', '', '', 'read'])
})

const withTracks = (count: number) =>
  ({ getVideoTracks: () => Array.from({ length: count }) }) as unknown as MediaStream
const own = { stream: withTracks(1), camera: 'on', sharing: 'off' } as const
const BOTH: BothSent = { own, otherShares: undefined }
const NOT_BOTH: readonly [string, BothSent][] = [
  ['one shares a screen', { ...BOTH, own: { ...own, sharing: 'on' } }],
  ['one has paused sharing a screen', { ...BOTH, own: { ...own, sharing: 'paused' } }],
  ['the other shares a screen', { ...BOTH, otherShares: 'on' }],
  ['the other has paused sharing a screen', { ...BOTH, otherShares: 'paused' }],
  ['one’s own camera is switched off', { ...BOTH, own: { ...own, camera: 'off' } }],
  ['one has no camera', { ...BOTH, own: { ...own, stream: withTracks(0) } }],
  ['one has neither camera nor microphone', { ...BOTH, own: { ...own, stream: null } }],
]

it('a picture of both is drawn while both send a camera', async () => {
  expect(areCamerasSent(BOTH)).toBe(true)
  expect(areCamerasSent({ own, otherShares: 'off' })).toBe(true)
  const draw = async () => new Blob(['both'])
  expect(await drawnOfCameras(() => BOTH, draw)).toBeInstanceOf(Blob)
})

it.each(NOT_BOTH)('while %s nothing is drawn, and the yes is taken back', async (_what, sent) => {
  const draw = vi.fn(async () => new Blob(['a window']))
  const fan = await open(stands('asked', { you_draw: true }), () => drawnOfCameras(() => sent, draw))
  await fan.becomes(stands('agreed', { you_draw: true }))
  await vi.advanceTimersByTimeAsync(3_000)
  expect([fan.sent.at(-1), draw.mock.calls, areCamerasSent(sent)]).toEqual(['withdraw', [], false])
})

it('a screen that is shared while the picture is drawn is not kept', async () => {
  let sent = BOTH
  const picture = await drawnOfCameras(
    () => sent,
    async () => {
      sent = { ...BOTH, otherShares: 'on' }
      return new Blob(['a window'])
    },
  )
  expect(picture).toBeNull()
})

it('a page that was left counts nothing and withdraws nothing, also where an answer comes after that', async () => {
  const { keepsake, sent, becomes } = await open(stands('asked', { you_draw: true }), async () => null)
  const late = becomes(stands('agreed', { you_draw: true }))
  keepsake.stop()
  await late
  await vi.advanceTimersByTimeAsync(10_000)
  expect(keepsake.getSnapshot().countdown).toBeNull()
  expect(sent).toEqual(['read', 'read'])
})
