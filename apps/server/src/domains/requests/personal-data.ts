import type { SessionRequest } from '@parley/contract'
import type { RequestsDeps } from './deps.ts'
import { giftsMadeBy } from './gifts/gift-store.ts'
import { presentRequests } from './present-request.ts'
import { listRequests, type RequestFilter } from './store.ts'

const EVERYTHING = { page: 1, page_size: 100_000 }

export interface ExportedRequests {
  made: SessionRequest[]
  received: SessionRequest[]
  /** Those they attend in the buyer's place. */
  attended: SessionRequest[]
  gifts: { request: string; message: string | null; created_at: string; taken_at: string | null }[]
}

/** Every request somebody made, was asked for or attends, as it stands, without the payment's secrets. */
export async function exportRequests(deps: RequestsDeps, userId: string): Promise<ExportedRequests> {
  const held = async (filter: RequestFilter) => {
    const { rows } = await listRequests(deps.db, filter, EVERYTHING)
    const shown = await presentRequests(deps, deps.db, { requests: rows, viewerId: userId })
    return shown.map(each => ({ ...each, payment: { ...each.payment, stripe_intent_secret: null } }))
  }
  const gifts = await giftsMadeBy(deps.db, userId)
  return {
    made: await held({ buyerId: userId }),
    received: await held({ influencerId: userId }),
    attended: await held({ attendeeId: userId }),
    gifts: gifts.map(({ requestId, message, createdAt, takenAt }) => ({
      request: requestId,
      message,
      created_at: createdAt.toISOString(),
      taken_at: takenAt?.toISOString() ?? null,
    })),
  }
}
