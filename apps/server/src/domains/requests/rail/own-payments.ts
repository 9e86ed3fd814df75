import { formatAmount, type OwnPayment, type RequestPageQuery } from '@parley/contract'
import { anyOf } from '../../../db/any-of.ts'
import type { DbOrTx } from '../../../db/client.ts'
import { journalsOf } from '../../ledger/public.ts'
import { listChargesOf, listRefundsOf, type PaymentRow } from '../../payments/public.ts'
import { listNamed, type NamedRequest } from '../store.ts'
import { sessionRequests } from '../tables.ts'
import { contentsOf, type RailLine, railLines } from './rail-lines.ts'

/** A page of what a person was charged, newest first, and where each pound of it is. */
export async function listOwnPayments(
  db: DbOrTx,
  input: { payerId: string; page: RequestPageQuery },
): Promise<{ count: number; results: OwnPayment[]; last: string | null }> {
  const { charges, ...place } = await listChargesOf(db, input)
  const ids = charges.map(charge => charge.requestId)
  if (ids.length === 0) return { ...place, results: [] }
  const named = new Map(
    (await listNamed(db, anyOf(sessionRequests.id, ids))).map(each => [each.row.id, each]),
  )
  const posted = await journalsOf(db, ids)
  const refunds = await listRefundsOf(db, ids)
  const results = charges.flatMap(charge => {
    const request = named.get(charge.requestId)
    const byId = new Map(refunds.get(charge.requestId)?.map(refund => [refund.id, refund]))
    const lines = railLines(posted.get(charge.requestId) ?? [], byId)
    return request ? presentPayment(charge, request, lines) : []
  })
  return { ...place, results }
}

function presentPayment(charge: PaymentRow, request: NamedRequest, lines: readonly RailLine[]): OwnPayment {
  const { row, influencerName, event } = request
  const { cardBrand: brand, cardLast4: last4 } = charge
  const charged = lines.find(({ what }) => what === 'charged')
  return {
    request_slug: row.slug,
    request_type: row.requestType,
    influencer: influencerName,
    event_title: event?.title ?? null,
    at: (charged?.at ?? charge.updatedAt).toISOString(),
    amount: formatAmount(charge.amountPence),
    card: brand && last4 ? { brand, last4 } : null,
    where: whereIs(lines),
  }
}

/** Where each pound of a charge is for its buyer; the four amounts sum to the charge. */
export function whereIs(lines: readonly RailLine[]): OwnPayment['where'] {
  const { card, held, returning, bank, influencer, parley, provider, account, dispute } = contentsOf(lines)
  const chargedPence = lines.reduce((sum, { what, pence }) => (what === 'charged' ? sum + pence : sum), 0)
  const toOwnAccount = lines.reduce(
    (sum, { what, to, pence }) => (what === 'refund_arrived' && to === 'account' ? sum + pence : sum),
    0,
  )
  // A disputed amount is in none of these any more: the bank took it first from what is held, then from refunds.
  const fromHeld = Math.min(held, -dispute)
  const fromReturning = Math.min(returning + bank, -dispute - fromHeld)
  const fromEarned = -dispute - fromHeld - fromReturning
  return {
    held: formatAmount(held - fromHeld),
    on_its_way_back: formatAmount(returning + bank - fromReturning),
    back: formatAmount(chargedPence + card + toOwnAccount),
    earned: formatAmount(influencer + parley + provider + account - toOwnAccount - fromEarned),
  }
}
