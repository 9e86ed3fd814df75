import { PARTICIPANT_ATTRIBUTES } from '@parley/media'
import { AccessToken } from 'livekit-server-sdk'
import { arrivalsRead } from '../../core/clock.ts'
import {
  JOIN_TTL_MAX_MS,
  type JoinGrant,
  type VideoEvent,
  type VideoProvider,
} from '../../domains/calls/video-provider.ts'
import { issuerOf, MonitoredRooms } from './monitored-rooms.ts'
import type { LivekitOptions } from './options.ts'
import { firstPermission } from './person.ts'
import { Processes } from './processes.ts'
import { RoomsApi, SOURCES } from './rooms-api.ts'
import { SealedLogins } from './sealed-logins.ts'
import { roleOf, TicketBook } from './ticket-book.ts'
import { type WebhookNews, webhookRoutes } from './webhook-routes.ts'

export interface LivekitVideo extends VideoProvider {
  readonly name: 'livekit'
  /** The call that LiveKit makes of us. */
  readonly routes: ReturnType<typeof webhookRoutes>
  /** Sends the monitor process a signal, for drills. */
  signalMonitor(signal: NodeJS.Signals): void
}

/**
 * Video by LiveKit: it forwards the media; this server decides who is admitted, whose media counts and who is
 * removed.
 */
export function createLivekitVideo(options: LivekitOptions): LivekitVideo {
  const listeners = new Set<(event: VideoEvent) => void>()
  const api = new RoomsApi(options)
  const tickets = new TicketBook(options.now)
  const logins = new SealedLogins(options.apiSecret)
  const isAlive = (issuer: string): boolean => processes.isAlive(issuer)
  const rooms = new MonitoredRooms({ ...options, api, tickets, logins, isAlive, emit })
  const processes = new Processes(
    { bus: options.bus, issuer: tickets.issuer, log: options.log },
    {
      onEarlyAdmission: admitEarlyHere,
      onMuted: ({ roomId, identity, isMuted }) => tickets.setMuted(roomId, identity, isMuted),
      onVoid: ({ roomId, identity, reason }) => tickets.void(roomId, identity, reason),
      onNews: handleNews,
      onLost: adoptAbandoned,
    },
  )

  function emit(event: VideoEvent): void {
    for (const listener of listeners) {
      try {
        listener(event)
      } catch (cause) {
        options.log.error({ err: cause, type: event.type }, 'video event listener failed')
      }
    }
  }

  function handleNews(news: WebhookNews): void {
    const room = rooms.room(news.roomId)
    if (news.type === 'joined' && room) room.handleWebhookNews(news.person)
    if (news.type === 'joined' && !room) attendArrival(news)
    if (news.type === 'left') room?.handleLeft(news)
    if (news.type === 'closed' && rooms.isIn(news)) rooms.handleClosed(news.roomId, 'closed')
  }

  /** Only the process that issued the ticket admits its holder. */
  function admitEarlyHere({ roomId, identities }: { roomId: string; identities: readonly string[] }): void {
    for (const identity of identities) {
      tickets.admitEarly(roomId, identity)
      rooms.room(roomId)?.admitEarly(identity)
    }
  }

  /**
   * A participant joined a room without a monitor, with a ticket of this process or of a dead one: monitor the room,
   * and check them.
   */
  function attendArrival({ roomId, person }: Extract<WebhookNews, { type: 'joined' }>): void {
    if (processes.isAlive(issuerOf(person.attributes)) && issuerOf(person.attributes) !== tickets.issuer)
      return
    // `monitor` logs a room that could not be opened; the first participant opens it then.
    rooms.monitor(roomId, { kind: kindOf(person.attributes), isBegun: true }).catch(() => undefined)
    rooms.room(roomId)?.handleWebhookNews(person)
  }

  /** The processes that admitted people to these rooms have died: this process must monitor them. */
  async function adoptAbandoned(): Promise<void> {
    for (const roomId of await api.occupiedRooms()) {
      if (rooms.room(roomId)) continue
      const people = await api.listPeople(roomId)
      const isAbandoned = people.some(({ attributes }) => !processes.isAlive(issuerOf(attributes)))
      const [first] = people
      if (!isAbandoned || !first) continue
      await rooms.monitor(roomId, { kind: kindOf(first.attributes), isBegun: true })
    }
  }

  return {
    name: 'livekit',
    routes: webhookRoutes(options, news => {
      handleNews(news)
      processes.publishNews(news)
    }),
    async issueJoin(grant) {
      const lifeMs = Math.min(Math.max(0, grant.expiresInMs), JOIN_TTL_MAX_MS)
      const ticket = tickets.issue(grant, lifeMs)
      await rooms.monitor(grant.roomId, { kind: grant.kind, isBegun: grant.hasBegun ?? false })
      const { loginId } = grant
      const marks = { ticket, ...(loginId === undefined ? {} : { login: logins.seal(loginId) }) }
      const token = await joinToken(options, { ...grant, expiresInMs: lifeMs }, marks)
      return { provider: 'livekit', url: options.url, token, room: grant.roomId }
    },
    async admitEarly(roomId, identities) {
      admitEarlyHere({ roomId, identities })
      processes.publishEarlyAdmission({ roomId, identities })
    },
    async setMuted(roomId, identity, isMuted) {
      // Attack: a muted guest who joins again, through this process or another, to send sound.
      tickets.setMuted(roomId, identity, isMuted)
      processes.publishMuted({ roomId, identity, isMuted })
      await api.permit(roomId, identity, { ...firstPermission.guest, isMuted })
    },
    async removeParticipant(roomId, identity, reason) {
      tickets.void(roomId, identity, reason)
      processes.publishVoid({ roomId, identity, reason })
      const room = rooms.room(roomId)
      if (room) await room.remove(identity, reason)
      else await api.remove(roomId, identity, reason)
    },
    async closeRoom(roomId, reason) {
      tickets.void(roomId, 'everyone', reason)
      processes.publishVoid({ roomId, identity: 'everyone', reason })
      const room = rooms.room(roomId)
      await api.closeRoom(roomId, reason)
      // The monitor may have reported the end first, and then another room of this name is read.
      if (rooms.room(roomId) === room) rooms.handleClosed(roomId, 'deleted')
    },
    async roomMedia(roomId) {
      await arrivalsRead()
      return rooms.room(roomId)?.media() ?? []
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    signalMonitor: signal => rooms.signalMonitor(signal),
    async health() {
      const isUp = rooms.isUp && (await api.answers())
      return { ok: isUp, figures: rooms.figures }
    },
    async close() {
      await processes.close()
      await rooms.close()
    },
  }
}

function kindOf(attributes: Readonly<Record<string, string>>): 'call' | 'broadcast' {
  return attributes[PARTICIPANT_ATTRIBUTES.role] === 'party' ? 'call' : 'broadcast'
}

/**
 * A token for one identity and one room. Until the monitor receives a sender's media, only the monitor sees the
 * sender, and the sender sees nobody; a participant with an invalid ticket is removed. LiveKit connects a viewer only
 * with the permission to see from the start.
 */
function joinToken(
  { apiKey, apiSecret }: LivekitOptions,
  grant: JoinGrant,
  marks: { ticket: string; login?: string },
): Promise<string> {
  const { roomId, identity, expiresInMs } = grant
  const role = roleOf(grant)
  // A guest joins as a viewer; the admission grants the permission to send, and the end of the stage revokes it.
  const seesFirst = role === 'viewer' || role === 'guest'
  const canPublish = !seesFirst && !grant.isEarly
  const attributes = {
    ...marks,
    [PARTICIPANT_ATTRIBUTES.role]: role,
    ...(grant.isEarly ? { [PARTICIPANT_ATTRIBUTES.early]: 'yes' } : {}),
  }
  const token = new AccessToken(apiKey, apiSecret, { identity, attributes, ttl: seconds(expiresInMs) })
  const more = { canPublishData: false, canUpdateOwnMetadata: false }
  const sources = canPublish ? { canPublishSources: SOURCES } : {}
  token.addGrant({
    ...{ roomJoin: true, room: roomId, canPublish, canSubscribe: seesFirst },
    ...sources,
    ...more,
  })
  return token.toJwt()
}

/** To LiveKit no lifetime means its own of six hours; the ticket in the token is void to the millisecond anyway. */
function seconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1_000))
}
