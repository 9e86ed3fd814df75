import type { SessionRequest } from '@parley/contract'
import { settledWords } from '../../../language/settled-words.ts'
import { msg, t } from '../../../language/text.ts'

/** Why the money of a request went back or stayed, in one sentence; null where no rule was needed. */
export function settledText(request: SessionRequest, viewer: { username: string }): string | null {
  if (request.settled_by === null) return null
  const isBuyer = request.user.username === viewer.username
  const other = isBuyer ? (request.influencer?.user.username ?? '') : request.user.username
  if (isTakenOutByDispute(request)) return isBuyer ? t(DISPUTED.buyer) : t(DISPUTED.influencer, { other })
  return settledWords(request.settled_by, { side: isBuyer ? 'buyer' : 'influencer', other })
}

const DISPUTED = {
  buyer: msg(
    'Your bank disputes the payment, so your place ended and the price stays paid: your bank decides.',
  ),
  influencer: msg(
    'The bank of @{other} disputes the payment, so the place ended: the bank decides about the price.',
  ),
} as const

/** A dispute ends a place in a line by the rule of absence, although its buyer may have been there. */
const isTakenOutByDispute = ({ settled_by, request_type, payment }: SessionRequest) =>
  request_type === 'broadcast' && settled_by === 'buyer_absent' && payment.status === 'disputed'
