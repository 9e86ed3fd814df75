import { PARTICIPANT_ATTRIBUTES } from '@parley/media'
import { LivekitClient } from '@parley/media/testing/livekit'
import { RoomServiceClient, TrackSource } from 'livekit-server-sdk'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { describeEarlyJoins } from '../../domains/calls/testing/early-join.contract.ts'
import { measureLateness, untilGivenNothing } from '../../domains/calls/testing/media-waits.ts'
import { describeStandingStill } from '../../domains/calls/testing/standing-still.contract.ts'
import { describeThinMedia } from '../../domains/calls/testing/thin-media.contract.ts'
import { describeVideoProvider } from '../../domains/calls/video-provider.contract.ts'
import type { VideoEvent } from '../../domains/calls/video-provider.ts'
import { freePort } from '../../testing/free-port.ts'
import { findServerProgram } from '../../testing/server-programs.ts'
import { createMemoryBus } from '../bus-memory/memory-bus.ts'
import { joinLivekit, livekitHarness, openLivekitVideo, untilUp } from './testing/harness.ts'
import { LIVEKIT_KEYS, type LivekitServer, livekitServer, WEBHOOK_PATH } from './testing/livekit-server.ts'
import { webhookSignature } from './testing/webhook-signature.ts'

const WITHIN = { timeout: 60_000, interval: 50 }
/** What the listening process said last, a busy machine reads late. */
const READ_WITHIN_MS = 1_000
const CALLER = { identity: 'ann', kind: 'call', canPublish: true, canSubscribe: true } as const
const EVENT = { roomId: 'unasked', kind: 'broadcast', expiresInMs: 60_000 } as const

describe.skipIf(!findServerProgram('livekit-server'))('LiveKit', () => {
  let server: LivekitServer
  let webhookPort: number
  beforeAll(async () => {
    webhookPort = await freePort()
    server = await livekitServer({ webhookUrl: `http://127.0.0.1:${webhookPort}${WEBHOOK_PATH}` })
    await server.start()
  })
  afterAll(() => server.stop())

  describeVideoProvider('livekit', () => livekitHarness(server, webhookPort))
  describeEarlyJoins('livekit', () => livekitHarness(server, webhookPort))
  describeThinMedia('livekit', () => livekitHarness(server, webhookPort))
  describeStandingStill('livekit', async () => {
    const ofLivekit = await livekitHarness(server, webhookPort)
    return { ...ofLivekit, signalJudge: signal => ofLivekit.provider.signalMonitor(signal) }
  })

  describe('a room', { timeout: 180_000 }, () => {
    let harness: Awaited<ReturnType<typeof livekitHarness>>
    let events: VideoEvent[]
    beforeEach(async () => {
      harness = await livekitHarness(server, webhookPort)
      events = []
      harness.provider.subscribe(event => events.push(event))
    })
    afterEach(() => harness.stop())
    const eventsOf = (type: VideoEvent['type']) => events.filter(event => event.type === type)

    it('refuses a viewer of an event who sends all the same', async () => {
      const grant = { ...EVENT, identity: 'viewer', canPublish: false, canSubscribe: true }
      const viewer = new LivekitClient(await harness.provider.issueJoin(grant))
      await viewer.admitted
      viewer.publishWithoutRequest()
      await vi.waitFor(() => expect(viewer.transcript.join()).toMatch(/NOT_ALLOWED|not allowed/), WITHIN)
      const { apiKey, apiSecret } = LIVEKIT_KEYS
      const rooms = new RoomServiceClient(server.url.replace('ws', 'http'), apiKey, apiSecret)
      expect((await rooms.listParticipants(EVENT.roomId)).flatMap(({ tracks }) => tracks)).toEqual([])
      viewer.leave()
    })

    it('shows nothing to a party who comes again by a token that LiveKit renewed while they saw, until they send', async () => {
      const call = { ...EVENT, roomId: 'again', kind: 'call', canPublish: true, canSubscribe: true } as const
      const issue = (identity: string) => harness.provider.issueJoin({ ...call, identity })
      const ticket = await issue('ann')
      const ann = new LivekitClient(ticket)
      const bob = await harness.join(await issue('bob'))
      await vi.waitFor(() => expect(ann.packetsReceived).toBeGreaterThan(0), WITHIN)
      const token = ann.renewedToken
      expect(token).not.toBe(ticket.token)
      ann.leave()
      const again = new LivekitClient({ ...ticket, token })
      again.mute()
      await again.admitted
      // Some come before the server looks at them; a viewer who continued would get a hundred a second.
      await untilGivenNothing(
        () => again.packetsReceived,
        () => again.insist(),
      )
      expect(eventsOf('media-live').filter(({ identity }) => identity === 'ann')).toHaveLength(1)
      again.leave()
      bob.leave()
    })

    it('keeps a guest whom the stage was taken from off it, by a token that LiveKit renewed while they were on', async () => {
      const roomId = 'stage-again'
      const viewing = { ...EVENT, roomId, canPublish: false, canSubscribe: true }
      const viewer = await harness.join(await harness.provider.issueJoin({ ...viewing, identity: 'viewer' }))
      const ticket = await harness.provider.issueJoin({
        ...viewing,
        ...{ identity: 'guest', canPublish: true, isGuest: true },
      })
      const guest = new LivekitClient(ticket)
      await vi.waitFor(() => expect(viewer.packetsReceived()).toBeGreaterThan(0), WITHIN)
      // The monitor may receive them later than the viewer does.
      const guestLive = () => eventsOf('media-live').filter(({ identity }) => identity === 'guest')
      await vi.waitFor(() => expect(guestLive()).toHaveLength(1), WITHIN)
      const token = guest.renewedToken
      expect(token).not.toBe(ticket.token)
      await harness.provider.removeParticipant(roomId, 'guest', 'off-stage')
      expect(await guest.ended).toBe('off-stage')
      const again = new LivekitClient({ ...ticket, token })
      again.publishWithoutRequest()
      await again.ended
      // Some come before the server looks at them; a guest who stayed would send a hundred a second.
      await untilGivenNothing(() => viewer.packetsReceived())
      expect(guestLive()).toHaveLength(1)
      viewer.leave()
    })

    it('takes the microphone of a guest whom the owner has muted, and lets them send none until they may speak', async () => {
      const roomId = 'muted-guest'
      const grant = { ...EVENT, roomId, identity: 'guest', canPublish: true, canSubscribe: true }
      const guest = new LivekitClient(await harness.provider.issueJoin({ ...grant, isGuest: true }))
      const { apiKey, apiSecret } = LIVEKIT_KEYS
      const rooms = new RoomServiceClient(server.url.replace('ws', 'http'), apiKey, apiSecret)
      const sources = async () =>
        (await rooms.listParticipants(roomId))
          .flatMap(({ identity, tracks }) => (identity === 'guest' ? tracks : []))
          .map(({ source }) => TrackSource[source])
          .sort()
      await vi.waitFor(async () => expect(await sources()).toEqual(['CAMERA', 'MICROPHONE']), WITHIN)
      await harness.provider.setMuted(roomId, 'guest', true)
      await vi.waitFor(async () => expect(await sources()).toEqual(['CAMERA']), WITHIN)
      const [person] = (await rooms.listParticipants(roomId)).filter(({ identity }) => identity === 'guest')
      expect(person?.permission?.canPublishSources.map(source => TrackSource[source])).toEqual([
        'CAMERA',
        'SCREEN_SHARE',
      ])
      await harness.provider.setMuted(roomId, 'guest', false)
      await vi.waitFor(async () => {
        const [now] = (await rooms.listParticipants(roomId)).filter(({ identity }) => identity === 'guest')
        expect(now?.permission?.canPublishSources).toContain(TrackSource.MICROPHONE)
      }, WITHIN)
      guest.leave()
    })

    it('takes out a muted guest who sends their voice as a camera, which LiveKit itself lets pass', async () => {
      const roomId = 'voice-as-camera'
      const grant = { ...EVENT, roomId, identity: 'guest', canPublish: true, canSubscribe: true }
      const issue = () => harness.provider.issueJoin({ ...grant, isGuest: true, isMuted: true })
      const ticket = await issue()
      const guest = new LivekitClient(ticket, { soundAs: TrackSource.CAMERA })
      await guest.admitted
      expect(await guest.ended).toBe('refused')
      // LiveKit published it: nobody but us found that it is no video.
      expect(guest.transcript.join()).not.toMatch(/NOT_ALLOWED|not allowed/)
      const again = new LivekitClient(ticket, { soundAs: TrackSource.CAMERA })
      await again.ended
      expect(again.transcript.join()).not.toContain('"admitted"')
      // An honest page of theirs comes back, as silent as it was.
      const honest = new LivekitClient(await issue())
      await honest.admitted
      await vi.waitFor(() => expect(honest.transcript.join()).toMatch(/NOT_ALLOWED|not allowed/), WITHIN)
      honest.leave()
    })

    it('lets in a muted guest without a microphone by any process, also by one that began after the mute', async () => {
      const bus = createMemoryBus()
      const open = async () => {
        const video = openLivekitVideo(server.url, { bus })
        await untilUp(video)
        return video
      }
      const [owners, guests] = await Promise.all([open(), open()])
      const roomId = 'muted-elsewhere'
      const grant = {
        ...EVENT,
        roomId,
        identity: 'guest',
        canPublish: true,
        canSubscribe: true,
        isGuest: true,
      }
      const { apiKey, apiSecret } = LIVEKIT_KEYS
      const rooms = new RoomServiceClient(server.url.replace('ws', 'http'), apiKey, apiSecret)
      const before = new Set<string>()
      /** What the guest may send who comes by this ticket. */
      const maySend = async (ticket: Awaited<ReturnType<typeof guests.issueJoin>>) => {
        const client = await joinLivekit(ticket)
        const came = await vi.waitFor(async () => {
          const [found] = (await rooms.listParticipants(roomId)).filter(
            ({ sid, attributes }) => attributes[PARTICIPANT_ATTRIBUTES.admitted] === sid && !before.has(sid),
          )
          // LiveKit stores the attributes of one update before its permission.
          if (!found?.permission?.canPublishSources.length)
            throw new Error('LiveKit does not list who was let in')
          return found
        }, WITHIN)
        before.add(came.sid)
        client.leave()
        return came.permission?.canPublishSources.map(source => TrackSource[source])
      }
      const silent = ['CAMERA', 'SCREEN_SHARE']
      const ticket = await guests.issueJoin(grant)
      expect(await maySend(ticket)).toContain('MICROPHONE')
      await owners.setMuted(roomId, 'guest', true)
      // By the ticket from before, and by one that was asked for as the mute came.
      expect(await maySend(ticket)).toEqual(silent)
      expect(await maySend(await guests.issueJoin(grant))).toEqual(silent)
      const later = await open()
      expect(await maySend(await later.issueJoin({ ...grant, isMuted: true }))).toEqual(silent)
      await owners.setMuted(roomId, 'guest', false)
      for (const video of [guests, later])
        expect(await maySend(await video.issueJoin(grant))).toContain('MICROPHONE')
      // Their next time on the stage is another one.
      await owners.setMuted(roomId, 'guest', true)
      await owners.removeParticipant(roomId, 'guest', 'off-stage')
      expect(await maySend(await guests.issueJoin(grant))).toContain('MICROPHONE')
      await Promise.all([owners, guests, later].map(video => video.close()))
    })

    it('is begun by a process that did not give the ticket of who waits in it', async () => {
      const bus = createMemoryBus()
      const [one, other] = [openLivekitVideo(server.url, { bus }), openLivekitVideo(server.url, { bus })]
      await Promise.all([untilUp(one), untilUp(other)])
      const roomId = 'begun-elsewhere'
      const early = { ...EVENT, ...CALLER, roomId, isEarly: true }
      const ann = await joinLivekit(await one.issueJoin({ ...early, identity: 'ann' }), 'early')
      const bob = await joinLivekit(await other.issueJoin({ ...early, identity: 'bob' }), 'early')
      await other.admitEarly(roomId, ['ann', 'bob'])
      for (const client of [ann, bob])
        await vi.waitFor(() => expect(client.packetsReceived()).toBeGreaterThan(0), WITHIN)
      for (const client of [ann, bob]) client.leave()
      await Promise.all([one.close(), other.close()])
    })

    it('tells a process that admitted nobody by which logins people joined, and tells the people nothing', async () => {
      const roomId = 'came-by-a-login'
      const grant = { ...EVENT, ...CALLER, roomId }
      const gone = openLivekitVideo(server.url)
      await untilUp(gone)
      const ann = await joinLivekit(await gone.issueJoin({ ...grant, loginId: 'login-of-ann' }))
      await gone.close()
      const ticket = await harness.provider.issueJoin({ ...grant, identity: 'bob', loginId: 'login-of-bob' })
      const bob = await harness.join(ticket)
      const loginsAt = (type: VideoEvent['type']) =>
        new Set(eventsOf(type).map(event => ('loginId' in event ? event.loginId : null)))
      const both = new Set(['login-of-ann', 'login-of-bob'])
      await vi.waitFor(() => expect(loginsAt('participant-joined')).toEqual(both), WITHIN)
      for (const client of [ann, bob]) {
        expect(client.transcript()).not.toContain('login-of')
        client.leave()
      }
      await vi.waitFor(() => expect(loginsAt('participant-left')).toEqual(both), WITHIN)
    })

    it('is told what arrived last of who was in it, also where it is closed before the process that listens says so', async () => {
      const roomId = 'counted-late'
      const ann = await harness.join(await harness.provider.issueJoin({ ...EVENT, ...CALLER, roomId }))
      const bob = await harness.join(
        await harness.provider.issueJoin({ ...EVENT, ...CALLER, roomId, identity: 'bob' }),
      )
      await vi.waitFor(() => expect(eventsOf('media-live')).toHaveLength(2), WITHIN)
      const before = eventsOf('media-received').length
      harness.provider.signalMonitor('SIGSTOP')
      await harness.provider.closeRoom(roomId, 'time-over')
      expect(eventsOf('participant-left')).toHaveLength(2)
      harness.provider.signalMonitor('SIGCONT')
      const late = () =>
        new Set(
          eventsOf('media-received')
            .slice(before)
            .map(({ identity }) => identity),
        )
      await vi.waitFor(() => expect(late()).toEqual(new Set(['ann', 'bob'])), WITHIN)
      await Promise.all([ann.ended, bob.ended])
    })

    it('continues when LiveKit tells late that an earlier room of its name is over', async () => {
      const call = {
        ...EVENT,
        roomId: 'named-again',
        kind: 'call',
        canPublish: true,
        canSubscribe: true,
      } as const
      const ann = await harness.join(await harness.provider.issueJoin({ ...call, identity: 'ann' }))
      await vi.waitFor(() => expect(eventsOf('media-live')).toHaveLength(1), WITHIN)
      const room = { name: call.roomId, sid: 'RM_earlier' }
      const createdAt = String(Math.floor(Date.now() / 1_000))
      const body = JSON.stringify({ event: 'room_finished', room, createdAt })
      const headers = {
        'content-type': 'application/webhook+json',
        authorization: await webhookSignature(body),
      }
      const to = `http://127.0.0.1:${webhookPort}${WEBHOOK_PATH}`
      expect((await fetch(to, { method: 'POST', headers, body })).status).toBe(200)
      expect([eventsOf('participant-left'), eventsOf('media-stalled')]).toEqual([[], []])
      expect(await harness.provider.roomMedia(call.roomId)).toMatchObject([{ mediaFlowing: true }])
      ann.leave()
    })

    it('turns away somebody by a void ticket whom it learns of while the process that listens hangs', async () => {
      const ticket = await harness.provider.issueJoin({ ...EVENT, roomId: 'late', ...CALLER })
      await harness.provider.closeRoom('late', 'time-over')
      harness.provider.signalMonitor('SIGSTOP')
      const ann = new LivekitClient(ticket)
      expect(await ann.ended).toBe('time-over')
    })

    it('costs nobody anything while the process that listens is killed or hangs, and is heard again', async () => {
      const host = {
        ...EVENT,
        roomId: 'heard-again',
        identity: 'host',
        canPublish: true,
        canSubscribe: false,
      }
      const sending = await harness.join(await harness.provider.issueJoin(host))
      for (const [round, signal] of (['SIGKILL', 'SIGSTOP'] as const).entries()) {
        await vi.waitFor(() => expect(eventsOf('media-live')).toHaveLength(round + 1), WITHIN)
        const hurtMs = Date.now()
        const latenessMs = measureLateness()
        harness.provider.signalMonitor(signal)
        await vi.waitFor(() => expect(eventsOf('media-stalled')).toHaveLength(round + 1), WITHIN)
        expect(eventsOf('media-stalled').at(-1)?.atMs).toBeLessThanOrEqual(
          hurtMs + READ_WITHIN_MS + latenessMs(),
        )
      }
      await vi.waitFor(() => expect(eventsOf('media-live')).toHaveLength(3), WITHIN)
      expect(eventsOf('participant-left')).toEqual([])
      sending.leave()
    })
  })
})
