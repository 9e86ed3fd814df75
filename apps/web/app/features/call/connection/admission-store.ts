import { PRODUCT } from '@parley/contract/product'
import { ApiError } from '../../../api/errors.ts'
import { createStore, type Store } from '../../../store/store.ts'
import { admit, type CallParties, type CallRequest, type Obstacle, obstacleOf } from './admission.ts'

export interface AdmissionSnapshot {
  parties: CallParties | null
  obstacle: Obstacle | null
  /** The profile to offer as the next page, if known. */
  influencerUsername: string | null
}

export interface Admission extends Store<AdmissionSnapshot> {
  load(): Promise<void>
}

interface AdmissionDeps {
  slug: string
  ownUserId: string
  get(path: string): Promise<CallRequest>
}

const UNKNOWN: AdmissionSnapshot = { parties: null, obstacle: null, influencerUsername: null }

/** Fetches the request of a call and decides who meets whom, or what prevents it. */
export function createAdmission({ slug, ownUserId, get }: AdmissionDeps): Admission {
  const store = createStore(UNKNOWN)
  return {
    subscribe: store.subscribe,
    getSnapshot: store.getSnapshot,
    async load() {
      store.set(UNKNOWN)
      try {
        const request = await get(`/api/${PRODUCT}/${encodeURIComponent(slug)}/session/`)
        const decided = admit(request, ownUserId)
        const influencerUsername = request.influencer?.user.username ?? null
        if (typeof decided === 'string') store.set({ obstacle: decided, influencerUsername })
        else store.set({ parties: decided, influencerUsername })
      } catch (error) {
        store.set({ obstacle: obstacleOf(error instanceof ApiError ? error.status : 0) })
      }
    },
  }
}
