import type { DurationUnit, PrepaidLink } from '@parley/contract'
import { withTransaction } from '../../../db/client.ts'
import { refuseTooYoung } from '../../accounts/public.ts'
import { ensureIntent } from '../../payments/public.ts'
import { withinBounds } from '../bounds/within-bounds.ts'
import {
  acknowledged,
  callbackOf,
  createRequest,
  fingerprintOf,
  lockForCreation,
  noteOf,
} from '../create-request.ts'
import type { RequestsDeps } from '../deps.ts'
import type { RequestRow } from '../store.ts'

const SECONDS: DurationUnit = 1

export interface CreatePrepaidInput {
  buyerId: string
  link: PrepaidLink
  /** The creation's own key: a repeat returns the first answer and creates nothing. */
  uuid: string
}

/** Makes an unpaid prepaid request without an influencer, then its payment intent. */
export async function createPrepaid(deps: RequestsDeps, input: CreatePrepaidInput): Promise<RequestRow> {
  const { buyerId, link, uuid } = input
  const terms = {
    description: link.description,
    pricePence: link.amount,
    durationSeconds: link.duration,
    durationDisplay: link.duration_display ?? SECONDS,
  }
  const note = noteOf(link)
  const fingerprint = fingerprintOf(['prepaid', terms, ...(note ? [note] : [])])
  const { request, payment } = await withinBounds(deps, buyerId, () =>
    withTransaction(deps.db, async tx => {
      const first = await lockForCreation(tx, { buyerId, uuid, fingerprint })
      if (first) return first
      await refuseTooYoung(deps, tx, buyerId)
      return createRequest(deps, tx, {
        ...terms,
        uuid,
        fingerprint,
        buyerId,
        requestType: 'prepaid',
        influencerId: null,
        liveEventId: null,
        startsAt: null,
        endsAt: null,
        note,
        ...acknowledged(link, deps.clock.now()),
        ...callbackOf(deps, link.callback, '/prepaid'),
      })
    }),
  )
  if (payment) await ensureIntent(deps, payment)
  return request
}
