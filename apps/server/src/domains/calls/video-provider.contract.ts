/** What every video provider must do, run against each. */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { STALL_AFTER_MS } from '@parley/media/protocol'
import type { ThinMedia } from '@parley/media/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { insistFor, leaked, measureLateness, untilGivenNothing } from './testing/media-waits.ts'
import type { JoinGrant, JoinTicket, VideoEvent, VideoProvider } from './video-provider.ts'

/**
 * A participant's device, as the suite needs it. A publisher sends media from joining on, unless it joined silently.
 */
export interface VideoTestClient {
  /** Media packets received so far. */
  packetsReceived(): number
  /** The same for each received stream, by a name that it keeps. */
  packetsByStream(): ReadonlyMap<string, number>
  /** Every message of the provider to this client, as text. */
  transcript(): string
  /** Resolves with the reason when the provider ended the participation. */
  readonly ended: Promise<string>
  /** What identifies this client's device on the network: its ports, credentials and fingerprint. */
  traces(): string[]
  /** Subscribes to everything that others send, as a modified page would. */
  insist(): void
  /** Stops and resumes sending, staying connected. */
  mute(): void
  unmute(): void
  /** From now on sends sound alone, or one key frame each 2.08 s, as a modified page would. */
  sendOnly(what: ThinMedia): void
  leave(): void
}

/**
 * A page in the green room joins silently. A modified page sends with or without permission. A page that comes early
 * does not wait for its admission, and sends as soon as it can.
 */
export type JoinManner = 'sending' | 'silent' | 'unasked' | 'early'

export interface VideoHarness {
  provider: VideoProvider
  /**
   * Resolves once the provider accepted the client; rejects when it refuses the ticket. A silent one sends from
   * `unmute` on.
   */
  join(ticket: JoinTicket, manner?: JoinManner): Promise<VideoTestClient>
  /** Kills the process that carries the media. */
  killMedia(): void
  stop(): Promise<void>
}

export const WITHIN = { timeout: 60_000, interval: 25 }
/** A packet that was on its way when its sender died still counts when it is read; a busy machine reads it later. */
const READ_WITHIN_MS = 1_000

export function grant(identity: string, change: Partial<JoinGrant> & Pick<JoinGrant, 'roomId'>): JoinGrant {
  const base = {
    identity,
    kind: 'call',
    canPublish: true,
    canSubscribe: true,
    expiresInMs: 60_000,
  } as const
  return { ...base, ...change }
}

/** What a client sends in a second, one packet of sound and one of the video every 20 ms. */
const SECOND_OF_PACKETS = 100

const packetsOf = (client: VideoTestClient, streams: readonly string[]) =>
  streams.reduce((sum, stream) => sum + (client.packetsByStream().get(stream) ?? 0), 0)

/**
 * Waits until a client receives sound and video on other streams than these, and answers on which. LiveKit pads an
 * empty video stream at times, so the two that grow most are meant.
 */
async function growing(client: VideoTestClient, beside: readonly string[] = []): Promise<string[]> {
  const before = new Map(client.packetsByStream())
  const grown = () =>
    [...client.packetsByStream()]
      .filter(([stream]) => !beside.includes(stream))
      .map(([stream, packets]) => ({ stream, packets: packets - (before.get(stream) ?? 0) }))
      .sort((one, other) => other.packets - one.packets)
      .slice(0, 2)
  const enough = SECOND_OF_PACKETS / 2
  await vi.waitFor(() => expect(grown()[1]?.packets).toBeGreaterThanOrEqual(enough), WITHIN)
  return grown().map(({ stream }) => stream)
}

/** The contract suite of the video port. */
export function describeVideoProvider(name: string, makeHarness: () => Promise<VideoHarness>): void {
  describe(`video provider: ${name}`, () => {
    let harness: VideoHarness
    let events: VideoEvent[]
    /** When each was reported. */
    const reportedMs = new WeakMap<VideoEvent, number>()
    /**
     * A room of the application is of one kind for ever. A shared server may report late about the room of an earlier
     * test, so each test has a room name of its own.
     */
    let room: string

    beforeEach(async () => {
      room = `room-${randomUUID()}`
      harness = await makeHarness()
      events = []
      harness.provider.subscribe(event => {
        events.push(event)
        reportedMs.set(event, Date.now())
      })
    })
    afterEach(() => harness.stop())

    const issue = (identity: string, change: Partial<JoinGrant> = {}) =>
      harness.provider.issueJoin(grant(identity, { roomId: room, ...change }))
    const joinAs = async (identity: string, change: Partial<JoinGrant> = {}) =>
      harness.join(await issue(identity, change))
    const seen = (type: VideoEvent['type'], identity: string) =>
      events.filter(event => event.type === type && event.identity === identity)
    const flowing = async () =>
      (await harness.provider.roomMedia(room))
        .flatMap(media => (media.mediaFlowing ? [media.identity] : []))
        .sort()
    /** The events so far, for the message of a failed assertion. */
    const story = () =>
      events.map(({ type, identity, atMs }) => `${atMs} ${type} ${identity ?? ''}`).join('; ')
    const untilFlowing = (...identities: string[]) =>
      vi.waitFor(async () => expect(await flowing(), story()).toEqual(identities), WITHIN)
    const untilMore = (
      client: VideoTestClient,
      { of, packets }: { of?: string[]; packets?: number } = {},
    ) => {
      const count = () => (of ? packetsOf(client, of) : client.packetsReceived())
      const enough = count() + (packets ?? 1)
      return vi.waitFor(() => expect(count()).toBeGreaterThanOrEqual(enough), WITHIN)
    }

    it('carries media both ways and says that both are live', async () => {
      const [ann, bob] = await Promise.all([joinAs('ann'), joinAs('bob')])
      await untilFlowing('ann', 'bob')
      await Promise.all([untilMore(ann), untilMore(bob)])
      for (const identity of ['ann', 'bob']) {
        expect(seen('participant-joined', identity)).toHaveLength(1)
        expect(seen('media-live', identity)).toHaveLength(1)
      }
    })

    it('tells that media stalled, dated at the last packet, and when it flows again', async () => {
      const [ann] = await Promise.all([joinAs('ann'), joinAs('bob')])
      await untilFlowing('ann', 'bob')
      ann.mute()
      await vi.waitFor(() => expect(seen('media-stalled', 'ann')).toHaveLength(1), WITHIN)
      const [live, stalled] = [seen('media-live', 'ann')[0], seen('media-stalled', 'ann')[0]]
      // A stall is noticed so long after the last packet; both times are rounded to milliseconds.
      const lastMs = (stalled ? (reportedMs.get(stalled) ?? 0) : 0) - STALL_AFTER_MS + 2
      expect(stalled?.atMs).toBeLessThanOrEqual(lastMs)
      expect(stalled?.atMs).toBeGreaterThanOrEqual(live?.atMs ?? Number.POSITIVE_INFINITY)
      ann.unmute()
      await untilFlowing('ann', 'bob')
    })

    it('shows nothing to a party of a call who sends nothing, so that nobody watches a stopped clock', async () => {
      const [ann] = await Promise.all([joinAs('ann'), joinAs('bob')])
      await untilFlowing('ann', 'bob')
      ann.mute()
      await vi.waitFor(() => expect(seen('media-stalled', 'ann')).toHaveLength(1), WITHIN)
      // A provider may fade out with some blank frames; a viewer who continued would get a hundred a second.
      await untilGivenNothing(() => ann.packetsReceived())
    })

    it('gives a party who falls silent again and again two seconds in a whole call beyond what counts', async () => {
      const [ann] = await Promise.all([joinAs('ann'), joinAs('bob')])
      await untilFlowing('ann', 'bob')
      await untilMore(ann)
      for (let round = 1; round <= 4; round++) {
        ann.mute()
        await vi.waitFor(() => expect(seen('media-stalled', 'ann')).toHaveLength(round), WITHIN)
        ann.unmute()
        await vi.waitFor(() => expect(seen('media-live', 'ann')).toHaveLength(round + 1), WITHIN)
      }
      ann.mute()
      await vi.waitFor(() => expect(seen('media-stalled', 'ann')).toHaveLength(5), WITHIN)
      const live = seen('media-live', 'ann').map(({ atMs }) => atMs)
      const countedMs = seen('media-stalled', 'ann').reduce(
        (ms, { atMs }, i) => ms + atMs - (live[i] ?? atMs),
        0,
      )
      // Bob sends a hundred packets a second.
      expect(ann.packetsReceived() * 10).toBeLessThanOrEqual(countedMs + 2_000)
    })

    it('shows and tells nothing to a party in the green room, whatever they ask for, until they send themselves', async () => {
      const ticket = await issue('ann')
      const [ann, bob] = await Promise.all([harness.join(ticket, 'silent'), joinAs('bob')])
      await untilFlowing('bob')
      await insistFor(ann)
      expect([ann.packetsReceived(), bob.packetsReceived()]).toEqual([0, 0])
      expect(seen('participant-joined', 'ann')).toHaveLength(1)
      expect(seen('media-live', 'ann')).toEqual([])
      expect(await flowing()).toEqual(['bob'])
      ann.unmute()
      await untilFlowing('ann', 'bob')
      await Promise.all([untilMore(ann), untilMore(bob)])
    })

    it('says who left', async () => {
      const [ann] = await Promise.all([joinAs('ann'), joinAs('bob')])
      await untilFlowing('ann', 'bob')
      ann.leave()
      await vi.waitFor(() => expect(seen('participant-left', 'ann')).toHaveLength(1), WITHIN)
      expect(await flowing(), story()).toEqual(['bob'])
    })

    it('removes a participant at once, who cannot return with a token from before', async () => {
      const [ann, bob] = await Promise.all([joinAs('ann'), joinAs('bob')])
      await untilFlowing('ann', 'bob')
      const old = await issue('ann')
      await harness.provider.removeParticipant(room, 'ann', 'login-revoked')
      expect(await flowing()).toEqual(['bob'])
      expect(await ann.ended).toBe('login-revoked')
      await expect(harness.join(old)).rejects.toThrow()
      await vi.waitFor(() => expect(seen('participant-left', 'ann')).toHaveLength(1), WITHIN)
      // Packets on the way are read; a participant who stayed would get a hundred a second.
      await untilGivenNothing(() => ann.packetsReceived())
      bob.leave()
    })

    it('closes a room for everyone and voids the tokens issued for it', async () => {
      const [ann, bob] = await Promise.all([joinAs('ann'), joinAs('bob')])
      await untilFlowing('ann', 'bob')
      const old = await issue('bob')
      await harness.provider.closeRoom(room, 'time-over')
      expect(await Promise.all([ann.ended, bob.ended])).toEqual(['time-over', 'time-over'])
      expect(await harness.provider.roomMedia(room)).toEqual([])
      await expect(harness.join(old)).rejects.toThrow()
    })

    it('lets a fresh token in after a removal, since whether one may return is decided elsewhere', async () => {
      await joinAs('ann')
      await harness.provider.removeParticipant(room, 'ann', 'kicked')
      await joinAs('ann')
      await untilFlowing('ann')
    })

    it('refuses a forged, an altered and an expired token', async () => {
      const ticket = await issue('ann')
      const [body = '', ...rest] = ticket.token.split('.')
      const altered = [`${body.slice(0, -2)}${body.endsWith('AA') ? 'BB' : 'AA'}`, ...rest].join('.')
      await expect(harness.join({ ...ticket, token: 'nonsense' })).rejects.toThrow()
      await expect(harness.join({ ...ticket, token: altered })).rejects.toThrow()
      await expect(harness.join(await issue('ann', { expiresInMs: 0 }))).rejects.toThrow()
    })

    it('replaces the connection before when the same person joins again', async () => {
      const [first, bob] = await Promise.all([joinAs('ann'), joinAs('bob')])
      await untilFlowing('ann', 'bob')
      let second = await joinAs('ann')
      const staying = async () => {
        while ((await second.ended) === 'replaced') second = await joinAs('ann')
      }
      // A server may end the first connection silently (LiveKit's closed sockets do, at times). It then joins again
      // by its old ticket, once or more, and ends the second one before it is refused. A page that still has the
      // application's socket requests a new ticket each time, and so does this test.
      staying().catch(() => undefined) // What it could not join does not flow below.
      expect(await first.ended).toBe('replaced')
      await untilFlowing('ann', 'bob')
      await Promise.all([untilMore(second), untilMore(bob)])
    })

    it('gives a viewer of an event the picture and no way to publish', async () => {
      const viewing = { kind: 'broadcast', canPublish: false } as const
      const [host, viewer] = await Promise.all([
        joinAs('host', { kind: 'broadcast', canSubscribe: false }),
        joinAs('viewer', viewing),
      ])
      await untilFlowing('host')
      await untilMore(viewer)
      await vi.waitFor(() => expect(seen('participant-joined', 'viewer')).toHaveLength(1), WITHIN)
      expect(seen('media-live', 'viewer')).toEqual([])
      expect(host.packetsReceived()).toBe(0)
    })

    it('gives nobody what a viewer of an event sends without leave', async () => {
      const viewing = { kind: 'broadcast', canPublish: false } as const
      const other = await joinAs('other', viewing)
      await harness.join(await issue('viewer', viewing), 'unasked')
      await vi.waitFor(() => expect(seen('participant-joined', 'viewer')).toHaveLength(1), WITHIN)
      // What nobody sends has no event: time itself is tested, and a busy machine makes it only longer.
      await delay(2_500)
      expect([other.packetsReceived(), await flowing()]).toEqual([0, []])
      expect(seen('media-live', 'viewer')).toEqual([])
    })

    it('shows the guest on the stage of an event to all, and takes them off at once, for the next', async () => {
      const viewing = { kind: 'broadcast', canPublish: false } as const
      const guesting = { kind: 'broadcast', isGuest: true } as const
      const [host, viewer, guest] = await Promise.all([
        joinAs('host', { kind: 'broadcast' }),
        joinAs('viewer', viewing),
        joinAs('guest', guesting),
      ])
      await untilFlowing('guest', 'host')
      await Promise.all([untilMore(host), untilMore(guest)])
      host.mute()
      await untilFlowing('guest')
      await untilMore(viewer)
      const transcript = viewer.transcript() + host.transcript()
      expect(leaked(guest.traces(), transcript)).toEqual([])
      const old = await issue('guest', guesting)
      const ofGuest = await growing(viewer)
      await harness.provider.removeParticipant(room, 'guest', 'off-stage')
      expect(await flowing()).toEqual([])
      const received = viewer.packetsReceived()
      // Counted by the host's packets, since a busy machine delivers late: a second of them after the removal, nothing
      // of the guest comes any more.
      host.unmute()
      const ofHost = await growing(viewer, ofGuest)
      await untilMore(viewer, { of: ofHost, packets: SECOND_OF_PACKETS })
      const ofGuestAfterASecond = packetsOf(viewer, ofGuest)
      await untilMore(viewer, { of: ofHost, packets: SECOND_OF_PACKETS })
      expect(packetsOf(viewer, ofGuest)).toBe(ofGuestAfterASecond)
      expect(await guest.ended).toBe('off-stage')
      await expect(harness.join(old)).rejects.toThrow()
      // They continue to watch, and another viewer is the guest.
      const again = await joinAs('guest', viewing)
      await untilFlowing('host')
      await untilMore(again)
      await joinAs('next', guesting)
      await untilFlowing('host', 'next')
      expect(viewer.packetsReceived()).toBeGreaterThanOrEqual(received)
    })

    it('never tells one party an address or credential of the other', async () => {
      const [ann, bob] = await Promise.all([joinAs('ann'), joinAs('bob')])
      await untilFlowing('ann', 'bob')
      await Promise.all([untilMore(ann), untilMore(bob)])
      for (const [receiver, other] of [[ann, bob] as const, [bob, ann] as const]) {
        expect(other.traces().length).toBeGreaterThan(2)
        expect(leaked(other.traces(), receiver.transcript())).toEqual([])
      }
    })

    it('brings the media back after the process that carries it is killed', async () => {
      const [ann, bob] = await Promise.all([joinAs('ann'), joinAs('bob')])
      await untilFlowing('ann', 'bob')
      const killedMs = Date.now()
      const latenessMs = measureLateness()
      harness.killMedia()
      await vi.waitFor(
        () => expect(events.some(event => event.type === 'worker-restarted')).toBe(true),
        WITHIN,
      )
      const readMs = killedMs + READ_WITHIN_MS + 2 * latenessMs()
      for (const identity of ['ann', 'bob']) {
        const stalled = seen('media-stalled', identity)
        expect(stalled).toHaveLength(1)
        expect(stalled[0]?.atMs ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(readMs)
      }
      await untilFlowing('ann', 'bob')
      await Promise.all([untilMore(ann), untilMore(bob)])
    })

    it('takes fifty joins, ten at a time, without one failing', async () => {
      for (let round = 0; round < 5; round++) {
        const clients = await Promise.all(
          Array.from({ length: 10 }, (_, i) => joinAs(`person-${round}-${i}`, { roomId: `${room}-${i}` })),
        )
        await vi.waitFor(
          () =>
            expect(events.filter(({ type }) => type === 'participant-joined')).toHaveLength((round + 1) * 10),
          WITHIN,
        )
        for (const client of clients) client.leave()
      }
      await vi.waitFor(
        () => expect(events.filter(({ type }) => type === 'participant-left')).toHaveLength(50),
        WITHIN,
      )
    })

    it('shows an event to fifty viewers at once', { timeout: 180_000 }, async () => {
      await joinAs('host', { kind: 'broadcast', canSubscribe: false })
      const viewers: VideoTestClient[] = []
      // Ten join at a time: fifty handshakes at once on a busy machine delay each other, and each late one begins
      // again.
      while (viewers.length < 50) {
        const coming = Array.from({ length: 10 }, (_, i) =>
          joinAs(`viewer-${viewers.length + i}`, { kind: 'broadcast', canPublish: false }),
        )
        viewers.push(...(await Promise.all(coming)))
      }
      await vi.waitFor(
        () => expect(viewers.filter(viewer => viewer.packetsReceived() === 0)).toHaveLength(0),
        WITHIN,
      )
      await harness.provider.closeRoom(room, 'over')
      expect(new Set(await Promise.all(viewers.map(viewer => viewer.ended)))).toEqual(new Set(['over']))
    })
  })
}
