import { pence } from '@parley/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { stillClock } from '../../../core/clock.ts'
import { newId } from '../../../core/ids.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import type { DisputeFacts, TransferFacts } from '../../payments/public.ts'
import { payments, refunds } from '../../payments/tables.ts'
import { applyDispute } from '../money/apply-dispute.ts'
import { requestsDomain, soldRequest } from '../testing/sold-request.ts'

const clock = stillClock()
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

it('a transfer of before a lost dispute has its row back from a refund by hand of the same moment', async () => {
  const place = { db: database.db, clock }
  const now = clock.now()
  const { id: requestId } = await soldRequest(
    place,
    {
      ...{ state: 'rejected', outcome: 'rejected', endedAt: now },
      ...{ paymentStatus: 'refunded', refundedPence: pence(2500) },
    },
    { chargeId: 'ch_1' },
  )
  const [payment] = await database.db.select().from(payments).where(eq(payments.requestId, requestId))
  const refundId = newId()
  await database.db.insert(refunds).values({
    ...{
      id: refundId,
      requestId,
      paymentId: payment?.id ?? '',
      amountPence: pence(2500),
      accountId: 'acct_1',
    },
    ...{ reason: 'again:one', status: 'pending', createdAt: now, updatedAt: now },
  })
  const transfer: TransferFacts = {
    ...{ transferId: 'tr_1', accountId: 'acct_1', amountPence: pence(2500), chargeId: 'ch_1' },
    ...{ requestId: `refund:${refundId}`, reversedPence: pence(0), reversals: [] },
  }
  const dispute: DisputeFacts = {
    ...{ disputeId: 'dp_1', intentId: `pi_${requestId}`, amountPence: pence(2500), reason: 'general' },
    ...{
      state: 'lost',
      isInquiry: false,
      openedAt: now,
      dueBy: null,
      submissions: 0,
      balanceTransactions: [],
    },
  }
  const byHand = { status: 'sent', providerRefundId: 're_hand', accountId: null } as const
  const { deps, work } = requestsDomain(place, {
    payments: { fetchDispute: async () => dispute },
    payouts: {
      findTransfer: async () => {
        await database.db.update(refunds).set(byHand).where(eq(refunds.id, refundId))
        return transfer
      },
      fetchTransfer: async () => transfer,
    },
  })
  await applyDispute(deps, 'dp_1')
  const [row] = await database.db.select().from(refunds).where(eq(refunds.id, refundId))
  expect(row).toMatchObject({ status: 'succeeded', transferId: 'tr_1', providerRefundId: null })
  // The one by hand gets a row of its own, or is listed.
  expect(work).toContainEqual({ id: 're_hand' })
})
