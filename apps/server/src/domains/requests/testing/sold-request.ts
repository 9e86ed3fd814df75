import { pence } from '@parley/contract'
import type { Clock } from '../../../core/clock.ts'
import { newId } from '../../../core/ids.ts'
import type { Db } from '../../../db/client.ts'
import { type NewCall, paidRequest, somebody } from '../../calls/testing/call-requests.ts'
import type { CardVault, PaymentProvider } from '../../payments/payment-provider.ts'
import type { PayoutProvider } from '../../payments/payout-provider.ts'
import type { ProviderBooks } from '../../payments/public.ts'
import { payments } from '../../payments/tables.ts'
import type { Attendance } from '../calls/call-time.ts'
import type { LeavingKeeps, RequestsDeps } from '../deps.ts'
import { nobodyCame } from './request-facts.ts'

const ignore = () => undefined

/** Where requests are stored, and by which clock. */
interface Place {
  db: Db
  clock: Clock
}

/** What other domains saw of a request. */
export interface Seen {
  /** Used time, by the id of an event or of a place. */
  used?: Record<string, number>
  attendance?: Attendance
  /** The ids of those of which End Call is noted. */
  endCalls?: string[]
  leavingKeeps?: LeavingKeeps
  payments?: Partial<PaymentProvider>
  payouts?: Partial<PayoutProvider>
}

/** The requests domain without a server; the work that it leaves is collected and never done. */
export function requestsDomain(place: Place, seen: Seen = {}) {
  const { used = {}, attendance = nobodyCame, leavingKeeps = false } = seen
  const work: object[] = []
  const later: object[] = []
  const deps: RequestsDeps = {
    ...place,
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    outbox: {
      add: async (_tx, _topic, payload) => void work.push(payload),
      addLater: async (_tx, { payload }) => void later.push(payload),
      nudge: ignore,
    },
    publicOrigin: 'http://localhost',
    callTime: {
      shownMs: async () => new Map(),
      usedMs: async (_db, ids) => new Map(ids.flatMap(id => (id in used ? [[id, used[id] ?? 0]] : []))),
      attendance: async () => attendance,
      mediaMinutes: async () => [],
      noteEndCall: async (_tx, id) => void seen.endCalls?.push(id),
    },
    feeBasisPoints: 1_000,
    minAge: 0,
    releaseAfterMs: 0,
    turnsOf: async () => new Map(),
    leavingKeeps: async () => leavingKeeps,
    linkTokens: () => [],
    payments: { ...seen.payments } as PaymentProvider,
    cards: {} as CardVault,
    payouts: { ...seen.payouts } as PayoutProvider,
    books: {} as ProviderBooks,
  }
  /** The mails that were left to be sent, by their template, with whom each goes to. */
  const mails = () =>
    work.flatMap(each => ('template' in each && 'userId' in each ? [`${each.template} ${each.userId}`] : []))
  return { deps, work, later, mails }
}

/** A request of 25.00 for 15 minutes between a fan and a star, paid now unless it is said. */
export async function soldRequest(
  place: Place,
  more: Partial<NewCall> & { buyerId?: string } = {},
  payment: Partial<typeof payments.$inferInsert> = {},
) {
  const buyerId = more.buyerId ?? (await somebody(place, 'fred'))
  const influencerId = await somebody(place, 'ivy')
  const now = place.clock.now()
  const paid = { durationSeconds: 900, paidAt: now, createdAt: now }
  const { id } = await paidRequest(place, { ...paid, ...more, buyerId, influencerId })
  await place.db.insert(payments).values({
    ...{ id: newId(), requestId: id, payerId: buyerId, amountPence: pence(2500), status: 'succeeded' },
    ...{ intentId: `pi_${id}`, createdAt: now, updatedAt: now },
    ...payment,
  })
  return { id, buyerId, influencerId }
}
