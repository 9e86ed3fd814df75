import { PARTICIPANT_ATTRIBUTES } from '@parley/media'
import {
  type ParticipantInfo,
  RoomServiceClient,
  ServerError,
  TrackSource,
  type UpdateParticipantOptions,
} from 'livekit-server-sdk'
import { Outage } from '../../core/outage.ts'
import { JOIN_TTL_MAX_MS } from '../../domains/calls/video-provider.ts'
import type { LivekitOptions } from './options.ts'

/** LiveKit itself gives up after three seconds on a node that does not answer, and says so. */
const ANSWER_WITHIN_S = 5
/** A room outlives its last participant and its last unused ticket by this. */
const EMPTY_ROOM_S = JOIN_TTL_MAX_MS / 1_000 + 10
/** Bounds what one event can cost a LiveKit node. */
const VIEWERS_MAX = 3_000
/** What may be sent: no data, and nothing made up later. */
export const SOURCES = [
  TrackSource.CAMERA,
  TrackSource.MICROPHONE,
  TrackSource.SCREEN_SHARE,
  TrackSource.SCREEN_SHARE_AUDIO,
]

const SILENT_SOURCES = [TrackSource.CAMERA, TrackSource.SCREEN_SHARE]

export interface Permission {
  canPublish: boolean
  canSubscribe: boolean
  /** They may send a video, and no sound. */
  isMuted?: boolean
}

/** Whether LiveKit knows of whom it was asked about. */
export type Presence = 'present' | 'absent'

/** LiveKit's room service in the terms of this provider; a missing room or participant is no failure. */
export class RoomsApi {
  #client: RoomServiceClient

  constructor({ url, apiKey, apiSecret }: Pick<LivekitOptions, 'url' | 'apiKey' | 'apiSecret'>) {
    const host = url.replace(/^ws/, 'http').replace(/\/$/, '')
    this.#client = new RoomServiceClient(host, apiKey, apiSecret, { requestTimeout: ANSWER_WITHIN_S })
  }

  async openRoom(name: string, kind: 'call' | 'broadcast'): Promise<void> {
    const maxParticipants = kind === 'call' ? 2 : VIEWERS_MAX
    const timeouts = { emptyTimeout: EMPTY_ROOM_S, departureTimeout: EMPTY_ROOM_S }
    await nullIfMissing(this.#client.createRoom({ name, maxParticipants, ...timeouts }))
  }

  /** Admits a participation, named by its id so that no later one of the same identity is admitted. */
  async admit(
    room: string,
    person: { identity: string; sid: string },
    permission: Permission,
  ): Promise<Presence> {
    const attributes = { [PARTICIPANT_ATTRIBUTES.admitted]: person.sid }
    return this.#update(room, person.identity, { attributes, permission: fullPermission(permission) })
  }

  async permit(room: string, identity: string, permission: Permission): Promise<Presence> {
    return this.#update(room, identity, { permission: fullPermission(permission) })
  }

  /**
   * Removes a participant; the reason goes out first on the same connection, since LiveKit's own reasons do not cover
   * it.
   */
  async remove(room: string, identity: string, reason: string): Promise<Presence> {
    const attributes = { [PARTICIPANT_ATTRIBUTES.removed]: reason }
    const presence = await this.#update(room, identity, { attributes })
    await nullIfMissing(this.#client.removeParticipant(room, identity))
    return presence
  }

  async closeRoom(room: string, reason: string): Promise<void> {
    await nullIfMissing(this.#client.updateRoomMetadata(room, reason))
    await nullIfMissing(this.#client.deleteRoom(room))
  }

  async listPeople(room: string): Promise<ParticipantInfo[]> {
    return (await nullIfMissing(this.#client.listParticipants(room))) ?? []
  }

  async occupiedRooms(): Promise<string[]> {
    const rooms = (await nullIfMissing(this.#client.listRooms())) ?? []
    return rooms.filter(({ numParticipants }) => numParticipants > 0).map(({ name }) => name)
  }

  /** Whether LiveKit answers. */
  async answers(): Promise<boolean> {
    try {
      await this.#client.listRooms(['no room of ours'])
      return true
    } catch {
      // No answer: LiveKit is unavailable.
      return false
    }
  }

  async #update(room: string, identity: string, change: UpdateParticipantOptions): Promise<Presence> {
    return (await nullIfMissing(this.#client.updateParticipant(room, identity, change)))
      ? 'present'
      : 'absent'
  }
}

/** Everything LiveKit might grant, said each time: a permission replaces the one before as a whole. */
function fullPermission({ canPublish, canSubscribe, isMuted }: Permission) {
  const canPublishSources = canPublish ? (isMuted ? SILENT_SOURCES : SOURCES) : []
  return { canPublish, canSubscribe, canPublishSources, canPublishData: false, canUpdateMetadata: false }
}

async function nullIfMissing<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ServerError && (error.status === 404 || error.code === 'not_found')) return null
    throw new Outage('livekit', 'yes', error)
  }
}
