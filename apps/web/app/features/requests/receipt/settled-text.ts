import type { SessionRequest } from '@parley/contract'
import { settledWords } from '../../../language/settled-words.ts'
import { isTurn } from './receipt-facts.ts'

/** Why the money of a request was refunded or not, in one sentence; null where no rule was needed. */
export function settledText(request: SessionRequest, viewer: { username: string }): string | null {
  if (request.settled_by === null) return null
  // Where the bank took the price back no rule of ours decides any more.
  if (request.payment.status === 'charged_back') return null
  const isBuyer = request.user.username === viewer.username
  const other = isBuyer ? (request.influencer?.user.username ?? '') : request.user.username
  const reader = { side: isBuyer ? 'buyer' : 'influencer', other } as const
  const of = request.request_type === 'broadcast' ? (isTurn(request) ? 'turn' : 'event') : 'call'
  return settledWords(request.settled_by, reader, of)
}
