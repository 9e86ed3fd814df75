import { once } from 'node:events'
import { request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { promisify } from 'node:util'
import { afterEach, expect, it, vi } from 'vitest'
import { describeEarlyJoins } from '../../domains/calls/testing/early-join.contract.ts'
import { measureLateness } from '../../domains/calls/testing/media-waits.ts'
import { describeStandingStill } from '../../domains/calls/testing/standing-still.contract.ts'
import { describeThinMedia } from '../../domains/calls/testing/thin-media.contract.ts'
import { describeVideoProvider } from '../../domains/calls/video-provider.contract.ts'
import type { VideoEvent } from '../../domains/calls/video-provider.ts'
import { embeddedHarness, joinNatively, startEmbeddedVideo } from './testing/harness.ts'

describeVideoProvider('embedded', () => embeddedHarness())
describeEarlyJoins('embedded', () => embeddedHarness())
describeThinMedia('embedded', () => embeddedHarness())
describeStandingStill('embedded', async () => {
  const harness = await embeddedHarness()
  return { ...harness, signalJudge: signal => harness.provider.signalWorkers(signal) }
})

const WITHIN = { timeout: 60_000, interval: 25 }
const GRANT = {
  roomId: 'r',
  kind: 'call',
  canPublish: true,
  canSubscribe: true,
  expiresInMs: 60_000,
} as const

let started: Awaited<ReturnType<typeof startEmbeddedVideo>>
afterEach(() => started?.stop())

it('nobody pays while a media process hangs, and the call continues when it does', async () => {
  started = await startEmbeddedVideo()
  const { video } = started
  const events: VideoEvent[] = []
  video.subscribe(event => events.push(event))
  const client = await joinNatively(await video.issueJoin({ ...GRANT, identity: 'ann' }))
  await vi.waitFor(() => expect(events.at(-1)?.type).toBe('media-live'), WITHIN)
  const hungMs = Date.now()
  const latenessMs = measureLateness()
  video.signalWorkers('SIGSTOP')
  await vi.waitFor(() => expect(events.at(-1)?.type).toBe('media-stalled'), WITHIN)
  // What it said last, a busy machine reads late.
  expect(events.at(-1)?.atMs).toBeLessThanOrEqual(hungMs + 1_000 + latenessMs())
  video.signalWorkers('SIGCONT')
  await vi.waitFor(() => expect(events.at(-1)?.type).toBe('media-live'), WITHIN)
  expect(events.map(({ type }) => type)).not.toContain('worker-restarted')
  client.leave()
})

it('a third person finds both slots of a call taken', async () => {
  started = await startEmbeddedVideo()
  const { video } = started
  const join = async (identity: string) => joinNatively(await video.issueJoin({ ...GRANT, identity }))
  const [ann, bob] = [await join('ann'), await join('bob')]
  const carl = await join('carl')
  expect(await carl.ended).toBe('full')
  bob.leave()
  await vi.waitFor(async () => expect(await video.roomMedia('r')).toHaveLength(1), WITHIN)
  await join('carl')
  await vi.waitFor(
    async () => expect((await video.roomMedia('r')).every(({ joined }) => joined)).toBe(true),
    WITHIN,
  )
  ann.leave()
})

it('a guest whom the owner has muted is heard by nobody, whatever their page sends and by which ticket they come', async () => {
  started = await startEmbeddedVideo()
  const { video } = started
  const event = { ...GRANT, kind: 'broadcast' } as const
  const issue = (isMuted: boolean) => video.issueJoin({ ...event, identity: 'gus', isGuest: true, isMuted })
  const [old, guest] = [await issue(false), await joinNatively(await issue(false))]
  const viewer = await joinNatively(await video.issueJoin({ ...event, identity: 'vic', canPublish: false }))
  // Of the one who sends: first what they say, then what they show.
  const counts = () => [viewer.packetsOfEach().at(-2) ?? 0, viewer.packetsOfEach().at(-1) ?? 0] as const
  const isFlowingWhileSeen = async () => {
    const [sound, picture] = counts()
    await vi.waitFor(() => expect(counts()[1]).toBeGreaterThan(picture + 20), WITHIN)
    return counts()[0] > sound
  }
  const untilFlowing = (is: boolean) =>
    vi.waitFor(async () => expect(await isFlowingWhileSeen()).toBe(is), { timeout: 60_000, interval: 25 })
  await vi.waitFor(() => expect(viewer.packetsOfEach()).toHaveLength(2), WITHIN)
  await untilFlowing(true)
  await video.setMuted('r', 'gus', true)
  await untilFlowing(false)
  const again = await joinNatively(old)
  expect(await guest.ended).toBe('replaced')
  await untilFlowing(false)
  await video.setMuted('r', 'gus', false)
  await untilFlowing(true)
  // A process that learned of the room just now knows it by the ticket.
  await video.removeParticipant('r', 'gus', 'off-stage')
  const back = await joinNatively(await issue(true))
  await untilFlowing(false)
  for (const client of [again, back, viewer]) client.leave()
})

it('a muted guest stays muted also where nobody else was in the room when they came by an older ticket', async () => {
  started = await startEmbeddedVideo()
  const { video } = started
  const event = { ...GRANT, kind: 'broadcast' } as const
  const issue = () => video.issueJoin({ ...event, identity: 'gus', isGuest: true })
  const [old, alone] = [await issue(), await joinNatively(await issue())]
  await vi.waitFor(async () => expect(await video.roomMedia('r')).toHaveLength(1), WITHIN)
  await video.setMuted('r', 'gus', true)
  alone.leave()
  await vi.waitFor(async () => expect(await video.roomMedia('r')).toEqual([]), WITHIN)
  const again = await joinNatively(old)
  const viewer = await joinNatively(await video.issueJoin({ ...event, identity: 'vic', canPublish: false }))
  await vi.waitFor(() => expect(Math.max(...viewer.packetsOfEach())).toBeGreaterThan(20), WITHIN)
  // The picture alone.
  expect(viewer.packetsOfEach()).toHaveLength(1)
  for (const client of [again, viewer]) client.leave()
})

it.each(['/video/', '/video/?token=', '/video/?token=a.b', '//', '/video/?token=%'])(
  'an upgrade for %s is refused before it is accepted',
  async path => {
    started = await startEmbeddedVideo()
    const { port } = new URL((await started.video.issueJoin({ ...GRANT, identity: 'ann' })).url)
    const status = await new Promise(resolve => {
      const upgrade = request({
        port,
        host: '127.0.0.1',
        path,
        headers: { connection: 'Upgrade', upgrade: 'websocket' },
      })
      upgrade.on('response', response => resolve(response.statusCode))
      upgrade.on('upgrade', () => resolve(101))
      upgrade.end()
    })
    expect(status).toBe(401)
  },
)

it('a stranger who keeps a refused connection open is cut off', async () => {
  started = await startEmbeddedVideo()
  const { server } = started
  const { port } = server.address() as AddressInfo
  // Attack: connections that cost the server a file each, for as long as their other end wants.
  const stranger = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).resume()
  stranger.write(
    'GET /video/?token=a.b HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  )
  await once(stranger, 'end')
  const open = promisify(server.getConnections.bind(server))
  try {
    await vi.waitFor(async () => expect(await open()).toBe(0), WITHIN)
  } finally {
    stranger.destroy()
  }
})
