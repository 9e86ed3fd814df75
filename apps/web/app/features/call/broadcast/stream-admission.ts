import type { Influencer, LiveEvent, Page, SessionRequest } from '@parley/contract'
import { PAGE_SIZE_MAX } from '@parley/contract/constants'
import { PRODUCT } from '@parley/contract/product'
import { ApiError } from '../../../api/errors.ts'
import { createStore, type Store } from '../../../store/store.ts'

/** What stands between a person and the broadcast of an event. */
export type StreamObstacle =
  | 'no-place'
  | 'sold-out'
  | 'unpaid'
  | 'processing'
  | 'disputed'
  | 'not-found'
  | 'failed'

export interface StreamParties {
  slug: string
  title: string
  isOwner: boolean
  ownerId: string
  ownerUsername: string
  /** The event's own, or its host's; null where neither has one, and for the owner, who sees their camera. */
  picture: string | null
  totalSeconds: number
  /** Price of a place. */
  amount: string
  /** ISO 8601; null for an event without a date. */
  startsAt: string | null
  state: LiveEvent['state']
  format: LiveEvent['format']
}

export interface StreamAdmissionSnapshot {
  parties: StreamParties | null
  obstacle: StreamObstacle | null
  /** Of the event that could be read; null before. */
  format: LiveEvent['format'] | null
}

export interface StreamAdmission extends Store<StreamAdmissionSnapshot> {
  load(): Promise<void>
}

interface StreamAdmissionDeps {
  username: string
  slug: string
  ownUserId: string
  get<T>(path: string): Promise<T>
}

const GIVEN_BACK: ReadonlySet<SessionRequest['state']> = new Set(['rejected', 'cancelled', 'expired'])

/** Whether one of these places is paid, or why none is. */
function moneyObstacle(places: readonly SessionRequest[]): 'unpaid' | 'processing' | 'disputed' | null {
  const paid = places.filter(({ payment }) => payment.stripe_intent_confirmed)
  if (paid.length === 0)
    return places.some(({ payment }) => payment.status === 'processing') ? 'processing' : 'unpaid'
  return paid.some(({ payment }) => payment.status !== 'disputed') ? null : 'disputed'
}

/** Whether the event of a stream is over. */
export const isStreamOver = ({ state }: StreamParties) => state === 'ended' || state === 'cancelled'

/**
 * Fetches an event, and a viewer's place at it, and decides who watches or what prevents it; the server decides
 * again.
 */
export function createStreamAdmission(deps: StreamAdmissionDeps): StreamAdmission {
  const { get, username, slug, ownUserId } = deps
  const store = createStore<StreamAdmissionSnapshot>({
    parties: null,
    obstacle: null,
    format: null,
  })
  const address = `/api/${PRODUCT}/${encodeURIComponent(slug)}`

  async function placeObstacle(event: LiveEvent): Promise<StreamObstacle | null> {
    const owner = event.influencer.user.username
    const path = `/api/${PRODUCT}/${owner}/${PRODUCT}_request/?page_size=${PAGE_SIZE_MAX}`
    const { results } = await get<Page<SessionRequest>>(path)
    const places = results.filter(
      request => request.live_event?.slug === slug && !GIVEN_BACK.has(request.state),
    )
    if (places.length === 0) return event.places_left === 0 ? 'sold-out' : 'no-place'
    return moneyObstacle(places)
  }

  /** Whether a line knows this person, also after their turn: they read there how it ended. */
  async function isKnown({ format }: LiveEvent): Promise<boolean> {
    if (format !== 'queue') return false
    try {
      await get(`${address}/queue/`)
      return true
    } catch (error) {
      if (statusOf(error) === 404) return false
      throw error
    }
  }

  async function pictureOf({ profile, influencer }: LiveEvent): Promise<string | null> {
    if (profile.picture !== null) return profile.picture
    try {
      const path = `/api/${PRODUCT}/${encodeURIComponent(influencer.user.username)}/`
      return (await get<Influencer>(path)).profile.picture
    } catch {
      // The page of a host may be private, or not answer: the event is watched without the picture.
      return null
    }
  }

  return {
    subscribe: store.subscribe,
    getSnapshot: store.getSnapshot,
    async load() {
      store.set({ parties: null, obstacle: null })
      try {
        const event = await get<LiveEvent>(`${address}/event/`)
        const { user } = event.influencer
        if (user.username !== username.toLowerCase()) return store.set({ obstacle: 'not-found' })
        const isOwner = user.id === ownUserId
        const picture = isOwner ? null : pictureOf(event)
        const parties = partiesOf(event, isOwner)
        const isIn = isOwner || (await isKnown(event)) || isStreamOver(parties)
        const obstacle = isIn ? null : await placeObstacle(event)
        if (obstacle) return store.set({ obstacle, format: event.format })
        store.set({ parties: { ...parties, picture: await picture }, format: event.format })
      } catch (error) {
        store.set({ obstacle: statusOf(error) === 404 ? 'not-found' : 'failed' })
      }
    },
  }
}

function partiesOf(event: LiveEvent, isOwner: boolean): StreamParties {
  return {
    slug: event.slug,
    title: event.title,
    isOwner,
    ownerId: event.influencer.user.id,
    ownerUsername: event.influencer.user.username,
    picture: null,
    totalSeconds: event.duration,
    amount: event.amount,
    startsAt: event.starts_at,
    state: event.state,
    format: event.format,
  }
}

const statusOf = (error: unknown) => (error instanceof ApiError ? error.status : 0)
