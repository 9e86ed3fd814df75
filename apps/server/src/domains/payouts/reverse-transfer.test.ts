import { pence } from '@parley/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { newId } from '../../core/ids.ts'
import { withTransaction } from '../../db/client.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { balanceOf, payable } from '../ledger/public.ts'
import type { ReversalFacts, TransferFacts } from '../payments/payout-provider.ts'
import { findPayout, type PayoutRow } from './payout-store.ts'
import { planReversal, recordReversal, recordReversals, sendReversal } from './reverse-transfer.ts'
import { payouts, transferReversals } from './tables.ts'
import { storedPayouts } from './testing/stored-payouts.ts'

let database: TestDatabase
let stored: ReturnType<typeof storedPayouts>
beforeAll(async () => {
  database = await createTestDatabase()
  stored = storedPayouts(database.db)
})
afterAll(() => database.close())

let made = 0
const paid = (more: Parameters<typeof stored.add>[0] = {}) =>
  stored.add({ status: 'paid', transferId: `tr_${++made}`, ...more })
const reversalsOf = (payout: PayoutRow) =>
  database.db
    .select()
    .from(transferReversals)
    .where(eq(transferReversals.payoutId, payout.id))
    .orderBy(transferReversals.id)
const amountsOf = async (payout: PayoutRow) =>
  (await reversalsOf(payout)).map(({ amountPence, status }) => [amountPence, status])

/** Takes a debt back from the transfer of a payout; answers the rows of its reversals. */
async function planned(payout: PayoutRow, owedPence: number, reason = 'dispute:du_1') {
  const plan = { requestId: payout.requestId, owedPence: pence(owedPence), reason, now: stored.now }
  await withTransaction(database.db, tx => planReversal(stored.depsWith(), tx, plan))
  return reversalsOf(payout)
}
async function onePlanned(payout: PayoutRow, owedPence = 500): Promise<string> {
  const [row] = await planned(payout, owedPence)
  return row?.id ?? ''
}

describe('a debt is taken back from a transfer', () => {
  it.each(['sending', 'paid'] as const)('that is %s: the provider is called later', async status => {
    const payout = await paid({ status })
    const [row] = await planned(payout, 500)
    expect(row).toMatchObject({ amountPence: 500, status: 'pending', reason: 'dispute:du_1' })
    expect(stored.work.at(-1)).toEqual({ reversalId: row?.id })
  })

  it.each(['waiting', 'netted', 'forgone'] as const)('and not from a payout that is %s', async status => {
    const payout = await stored.add({ status, withheldPence: status === 'netted' ? 2_250 : 0 })
    expect(await planned(payout, 500)).toEqual([])
  })

  it('as far as money is there: less what paid a debt, and less what comes back already', async () => {
    const payout = await paid({ withheldPence: 250 })
    await planned(payout, 1_500, 'dispute:du_1')
    await planned(payout, 1_500, 'refund:re_1')
    await planned(payout, 1_500, 'refund:re_2')
    expect(await amountsOf(payout)).toEqual([
      [1_500, 'pending'],
      [500, 'pending'],
    ])
  })

  it('and to the last penny', async () => {
    const payout = await paid()
    await planned(payout, 2_249, 'dispute:du_1')
    await planned(payout, 5_000, 'refund:re_1')
    expect(await amountsOf(payout)).toEqual([
      [2_249, 'pending'],
      [1, 'pending'],
    ])
    await planned(payout, 1, 'refund:re_2')
    expect(await amountsOf(payout)).toHaveLength(2)
  })

  it('in whole, if nothing came back before', async () => {
    const payout = await paid()
    await planned(payout, 2_250)
    expect(await amountsOf(payout)).toEqual([[2_250, 'pending']])
  })

  it('also where an earlier attempt was refused', async () => {
    const payout = await paid()
    const id = await onePlanned(payout, 2_250)
    await database.db.update(transferReversals).set({ status: 'refused' }).where(eq(transferReversals.id, id))
    await planned(payout, 2_250, 'refund:re_1')
    expect(await amountsOf(payout)).toEqual([
      [2_250, 'refused'],
      [2_250, 'pending'],
    ])
  })
})

describe('a planned reversal', () => {
  /** Sends it to a provider that has these reversals; answers what the provider received. */
  async function sent(
    reversalId: string,
    by: { reversals?: ReversalFacts[]; answer?: ReversalFacts | { refused: 'funds' } } = {},
  ) {
    const received: object[] = []
    const { reversals = [], answer } = by
    const deps = stored.depsWith({
      fetchTransfer: async () => {
        const reversedPence = reversals.reduce((sum, { amountPence }) => sum + amountPence, 0)
        return { amountPence: 2_250, reversedPence, reversals } as unknown as TransferFacts
      },
      reverseTransfer: async input => {
        received.push(input)
        const { rowId, amountPence } = input
        return answer ?? { reversalId: `trr_${rowId}`, amountPence, rowId }
      },
    })
    await sendReversal(deps, reversalId)
    return received
  }

  it('comes back once, and is posted', async () => {
    const payout = await paid()
    const rowId = await onePlanned(payout)
    const { transferId } = payout
    expect(await sent(rowId)).toEqual([{ rowId, transferId, amountPence: 500, isPart: false }])
    expect(await reversalsOf(payout)).toMatchObject([
      { status: 'succeeded', providerReversalId: `trr_${rowId}` },
    ])
    expect(await sent(rowId)).toEqual([])
    expect(await balanceOf(database.db, payable(payout.influencerId))).toBe(-500)
  })

  it('that the provider has already made is only recorded; one of another reason is not mistaken for it', async () => {
    const payout = await paid()
    const rowId = await onePlanned(payout)
    const other = { reversalId: 'trr_other', amountPence: pence(100), rowId: null }
    const own = { reversalId: 'trr_own', amountPence: pence(500), rowId }
    expect(await sent(rowId, { reversals: [other, own] })).toEqual([])
    expect(await reversalsOf(payout)).toMatchObject([{ status: 'succeeded', providerReversalId: 'trr_own' }])
  })

  it('waits until its transfer has arrived or was refused', async () => {
    const payout = await stored.add()
    const rowId = await onePlanned(payout)
    await expect(sent(rowId)).rejects.toMatchObject({ provider: 'stripe', mayRetry: 'yes' })
    expect(await amountsOf(payout)).toEqual([[500, 'pending']])
  })

  it.each([
    ['the provider refuses it', 'paid'],
    ['nothing went out', 'waiting'],
  ] as const)('stays a debt if %s, and the next payouts are decided at once', async (_what, status) => {
    const payout = await paid()
    const rowId = await onePlanned(payout)
    const notSent = status === 'waiting' ? { transferId: null } : {}
    await database.db
      .update(payouts)
      .set({ status, ...notSent, lookAt: null })
      .where(eq(payouts.id, payout.id))
    const { influencerId } = payout
    const next = await stored.add({ influencerId, status: 'waiting', lookAt: null })
    const received = await sent(rowId, { answer: { refused: 'funds' } })
    expect(received).toHaveLength(status === 'paid' ? 1 : 0)
    expect(await amountsOf(payout)).toEqual([[500, 'refused']])
    expect(await findPayout(database.db, next.id)).toMatchObject({ lookAt: stored.now })
    expect(stored.warnings).toContainEqual({ reversalId: rowId, payoutId: payout.id })
    expect(await balanceOf(database.db, payable(influencerId))).toBe(0)
  })
})

describe('a reversal at the provider', () => {
  const record = (payout: PayoutRow, reversal: ReversalFacts) =>
    withTransaction(database.db, tx =>
      recordReversal(stored.depsWith(), tx, { payoutId: payout.id, reversal, now: stored.now }),
    )

  it('by somebody else is stored under the name of the provider, and posted once', async () => {
    const payout = await paid()
    const reversal = { reversalId: 'trr_dashboard', amountPence: pence(300), rowId: null }
    await record(payout, reversal)
    await record(payout, reversal)
    expect(await reversalsOf(payout)).toMatchObject([
      { amountPence: 300, status: 'succeeded', reason: 'provider:trr_dashboard' },
    ])
    expect(await balanceOf(database.db, payable(payout.influencerId))).toBe(-300)
  })

  it('of ours whose row was lost with a database is stored and posted once, however often it is seen', async () => {
    const payout = await paid()
    const reversal = { reversalId: 'trr_lost', amountPence: pence(300), rowId: newId() }
    await record(payout, reversal)
    await record(payout, reversal)
    expect(await amountsOf(payout)).toEqual([[300, 'succeeded']])
    expect(await balanceOf(database.db, payable(payout.influencerId))).toBe(-300)
  })

  it('beside a planned one is not taken for it', async () => {
    const payout = await paid()
    await onePlanned(payout)
    await record(payout, { reversalId: 'trr_beside', amountPence: pence(300), rowId: null })
    expect(await amountsOf(payout)).toEqual([
      [500, 'pending'],
      [300, 'succeeded'],
    ])
  })
})

test('all that came back of a transfer is recorded, and nothing of a transfer that is not ours', async () => {
  const payout = await paid()
  const deps = stored.depsWith({
    fetchTransfer: async () =>
      ({
        reversals: [
          { reversalId: 'trr_first', amountPence: pence(100), rowId: null },
          { reversalId: 'trr_second', amountPence: pence(200), rowId: null },
        ],
      }) as unknown as TransferFacts,
  })
  await recordReversals(deps, 'tr_of_somebody_else')
  expect(await reversalsOf(payout)).toEqual([])
  await recordReversals(deps, payout.transferId ?? '')
  expect(await amountsOf(payout)).toEqual([
    [100, 'succeeded'],
    [200, 'succeeded'],
  ])
})
