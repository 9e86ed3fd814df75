import { pence } from '@parley/contract'
import { stillClock } from '../../../core/clock.ts'
import { newId } from '../../../core/ids.ts'
import type { Db } from '../../../db/client.ts'
import { somebody } from '../../calls/testing/call-requests.ts'
import { payments } from '../../payments/tables.ts'
import type { PayoutsDeps } from '../deps.ts'
import { payouts } from '../tables.ts'

type NewPayout = Partial<typeof payouts.$inferInsert>

/** Amounts as plain numbers, as a test writes them. */
interface Amounts {
  sharePence?: number
  withheldPence?: number
}

/** Payouts without a server: the work that the domain leaves is collected and never done. */
export function storedPayouts(db: Db) {
  const clock = stillClock()
  const now = clock.now()
  const work: object[] = []
  const warnings: object[] = []

  /** A payout of 22.50 of a request that was charged, `sending` unless it is said. */
  async function add({
    sharePence = 2_250,
    withheldPence = 0,
    ...more
  }: Omit<NewPayout, keyof Amounts> & Amounts = {}) {
    const requestId = newId()
    const [payerId, influencerId] = [
      await somebody({ db, clock }, 'fred'),
      await somebody({ db, clock }, 'ivy'),
    ]
    await db.insert(payments).values({
      ...{ id: newId(), requestId, payerId, amountPence: pence(2_500), status: 'succeeded' },
      ...{ intentId: `pi_${requestId}`, chargeId: `ch_${requestId}`, createdAt: now, updatedAt: now },
    })
    const [row] = await db
      .insert(payouts)
      .values({
        ...{ id: newId(), requestId, influencerId, status: 'sending', accountId: `acct_${influencerId}` },
        ...{ sharePence: pence(sharePence), withheldPence: pence(withheldPence) },
        ...{ payableAt: now, createdAt: now, updatedAt: now, ...more },
      })
      .returning()
    if (!row) throw new Error('no payout was stored')
    return row
  }

  /** The domain with a provider that has these functions alone. */
  function depsWith(provider: Partial<PayoutsDeps['payouts']> = {}): PayoutsDeps {
    const warn = (facts: object) => void warnings.push(facts)
    return {
      ...{ db, clock },
      log: { debug: () => undefined, info: () => undefined, warn, error: warn },
      outbox: {
        add: async (_tx: unknown, _topic: unknown, payload: object) => void work.push(payload),
        addLater: async () => undefined,
        nudge: () => undefined,
      },
      payouts: provider,
    } as unknown as PayoutsDeps
  }
  return { clock, now, work, warnings, add, depsWith }
}
