import type { SessionRequest } from '@parley/contract'
import { t } from '../../../language/text.ts'

/** The reader of a list: nobody known, or a person by username. */
export type Viewer = { username: string } | null

/** A path to open, or the text why there is none yet. */
export type RequestLink = { path: string } | { text: string }

const isPaid = (request: SessionRequest) => request.payment.stripe_intent_confirmed

/** The link of a request in a list, which depends on the reader. */
export function requestLink(request: SessionRequest, viewer: Viewer): RequestLink {
  if (viewer === null) return { text: t('login to view link') }
  const influencer = request.influencer?.user.username ?? null
  if (influencer === viewer.username) return { path: ownPath(request, influencer) }
  if (!isPaid(request)) return { text: t('pay to view link') }
  if (influencer === null) return { text: t('claim to view link') }
  return {
    path: request.request_type === 'broadcast' ? streamPath(request, influencer) : `/chat/${request.slug}`,
  }
}

function ownPath(request: SessionRequest, influencer: string): string {
  return request.request_type === 'broadcast' ? streamPath(request, influencer) : `/paidchat/${request.slug}`
}

function streamPath(request: SessionRequest, influencer: string): string {
  return `/stream/${influencer}/${request.live_event?.slug ?? request.slug}`
}
