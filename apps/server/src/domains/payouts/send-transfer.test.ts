import { HOUR_MS, pence } from '@parley/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Outage } from '../../core/outage.ts'
import { withTransaction } from '../../db/client.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { balanceOf, payable, postJournal, releaseLegs } from '../ledger/public.ts'
import { payments } from '../payments/tables.ts'
import type { HoldOf } from './deps.ts'
import { findPayout, type PayoutRow, payoutSums } from './payout-store.ts'
import { planReversal } from './reverse-transfer.ts'
import { recordTransfer, sendTransfer } from './send-transfer.ts'
import { payouts, transferReversals } from './tables.ts'
import { storedPayouts } from './testing/stored-payouts.ts'

let database: TestDatabase
let stored: ReturnType<typeof storedPayouts>
beforeAll(async () => {
  database = await createTestDatabase()
  stored = storedPayouts(database.db)
})
afterAll(() => database.close())

const transferOf = ({ id, requestId, accountId }: PayoutRow, amountPence = 2_250) => ({
  ...{ transferId: `tr_${id}`, accountId: accountId ?? '', amountPence: pence(amountPence) },
  ...{ requestId, chargeId: `ch_${requestId}`, reversedPence: pence(0), reversals: [] },
})
const after = async (payout: PayoutRow) => findPayout(database.db, payout.id)

/** A sale of 25.00, as it was released: without that a payout is a debt. */
function release({ requestId, influencerId }: PayoutRow) {
  const sale = { requestId, influencerId, netPence: pence(2_500), feeBasisPoints: 1_000 }
  const entry = { key: `release:${requestId}`, kind: 'release', requestId, at: stored.now } as const
  return withTransaction(database.db, tx => postJournal(tx, { ...entry, legs: releaseLegs(sale) }))
}

/** Sends a payout to a provider that answers by transfers; returns what the provider received. */
async function sent(
  payout: PayoutRow,
  provider: Parameters<typeof stored.depsWith>[0] = {},
  hold: Awaited<ReturnType<HoldOf>> = null,
) {
  const received: object[] = []
  await release(payout)
  const deps = stored.depsWith({
    findTransfer: async () => null,
    fetchAccount: async () => {
      throw new Outage('stripe', 'yes', null)
    },
    transfer: async input => {
      received.push(input)
      return transferOf(payout, input.amountPence)
    },
    ...provider,
  })
  await sendTransfer(deps, payout.id, async () => hold)
  return received
}

describe('a decided payout', () => {
  it('goes out less what paid a debt, with the charge that it comes from, and is posted', async () => {
    const payout = await stored.add({ withheldPence: 250 })
    const { id: payoutId, requestId, accountId } = payout
    expect(await sent(payout)).toEqual([
      { payoutId, attempt: 1, requestId, accountId, amountPence: 2_000, chargeId: `ch_${requestId}` },
    ])
    expect(await after(payout)).toMatchObject({
      ...{ status: 'paid', withheldPence: 250, transferId: `tr_${payoutId}`, waitsFor: null, lookAt: null },
      paidAt: stored.now,
    })
    expect(await balanceOf(database.db, payable(payout.influencerId))).toBe(-250)
  })

  it.each(['open_dispute', 'open_problem', 'suspended'] as const)(
    'is not sent where its influencer waits by now: %s',
    async hold => {
      const payout = await stored.add({ withheldPence: 250 })
      expect(await sent(payout, {}, hold)).toEqual([])
      expect(await after(payout)).toMatchObject({
        ...{ status: 'waiting', withheldPence: 0, attempt: 2, waitsFor: hold },
        lookAt: new Date(stored.now.getTime() + HOUR_MS),
      })
      const made = await stored.add()
      expect(await sent(made, { findTransfer: async () => transferOf(made) }, hold)).toEqual([])
      expect(await after(made)).toMatchObject({ status: 'paid' })
    },
  )

  it('that the provider has already got is not sent again', async () => {
    const payout = await stored.add()
    expect(await sent(payout, { findTransfer: async () => transferOf(payout) })).toEqual([])
    expect(await after(payout)).toMatchObject({ status: 'paid' })
  })

  it.each(['waiting', 'paid', 'netted', 'forgone'] as const)('that is %s is not sent', async status => {
    const withheldPence = status === 'netted' ? 2_250 : 0
    const payout = await stored.add({ status, withheldPence, transferId: `tr_before_${status}` })
    expect(await sent(payout)).toEqual([])
    expect(await after(payout)).toMatchObject({ status })
  })

  it('is of a request that was charged, and goes to an account', async () => {
    const what = 'what is paid out was charged, and goes to an account'
    await expect(sent(await stored.add({ accountId: null }))).rejects.toThrow(what)
    const uncharged = await stored.add()
    await database.db
      .update(payments)
      .set({ chargeId: null })
      .where(eq(payments.requestId, uncharged.requestId))
    await expect(sent(uncharged)).rejects.toThrow(what)
  })
})

describe('a transfer that the provider refuses', () => {
  it.each([
    ['account', 'account_not_ready'],
    ['funds', 'provider_refused'],
    ['other', 'provider_refused'],
  ] as const)('for its %s waits an hour, whole, and is tried under a new key', async (refused, waitsFor) => {
    const payout = await stored.add({ withheldPence: 250 })
    await sent(payout, { transfer: async () => ({ refused }) })
    expect(await after(payout)).toMatchObject({
      ...{ status: 'waiting', withheldPence: 0, attempt: 2, waitsFor },
      lookAt: new Date(stored.now.getTime() + HOUR_MS),
    })
    expect(await balanceOf(database.db, payable(payout.influencerId))).toBe(-2_250)
  })

  it('cannot come back: what was to be taken back of it is a debt from that moment on', async () => {
    const payout = await stored.add()
    const plan = {
      requestId: payout.requestId,
      owedPence: pence(2_250),
      reason: 'goodwill:1',
      now: stored.now,
    }
    await withTransaction(database.db, tx => planReversal(stored.depsWith(), tx, plan))
    await sent(payout, { transfer: async () => ({ refused: 'account' }) })
    const { returningPence } = await payoutSums(database.db, payout.influencerId)
    expect(returningPence).toBe(0)
    const rows = await database.db.select().from(transferReversals)
    expect(rows).toMatchObject([{ payoutId: payout.id, status: 'refused' }])
  })

  it.each([
    ['another process has sent', { status: 'paid', transferId: 'tr_other' }],
    ['another process has decided again', { attempt: 2 }],
  ] as const)('changes nothing of a payout that %s', async (_what, change) => {
    const payout = await stored.add({ withheldPence: 250 })
    await sent(payout, {
      async transfer() {
        await database.db.update(payouts).set(change).where(eq(payouts.id, payout.id))
        return { refused: 'funds' }
      },
    })
    expect(await after(payout)).toEqual({ ...payout, ...change })
  })
})

describe('a transfer at the provider', () => {
  const record = (payout: PayoutRow, amountPence: number) =>
    withTransaction(database.db, tx =>
      recordTransfer(tx, { payoutId: payout.id, transfer: transferOf(payout, amountPence), now: stored.now }),
    )

  it('is posted once, however often it is recorded', async () => {
    const payout = await stored.add()
    await record(payout, 2_250)
    await record(payout, 2_250)
    expect(await balanceOf(database.db, payable(payout.influencerId))).toBe(2_250)
    expect(await after(payout)).toMatchObject({ status: 'paid', withheldPence: 0 })
  })

  it('says itself how much went out, and never more than the share', async () => {
    const payout = await stored.add()
    await expect(record(payout, 2_251)).rejects.toThrow('was sent another amount')
    await record(payout, 2_000)
    expect(await after(payout)).toMatchObject({ status: 'paid', withheldPence: 250 })
    await record(payout, 1_000)
    expect(await balanceOf(database.db, payable(payout.influencerId))).toBe(2_000)
  })
})
