import { pence } from '@parley/contract'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { newId } from '../../core/ids.ts'
import { type Db, withTransaction } from '../../db/client.ts'
import { createTestDatabase } from '../../testing/database.ts'
import {
  balanceOf,
  chargeLegs,
  held,
  postJournal,
  pspFeeLegs,
  refundDecidedLegs,
  refundPaidLegs,
  releaseLegs,
} from './public.ts'
import { journals, postings } from './tables.ts'

const { db, close } = await createTestDatabase()
afterAll(close)

const at = new Date('2026-03-01T12:00:00Z')
const post = (db: Db, key: string, legs: ReturnType<typeof chargeLegs>) =>
  withTransaction(db, tx => postJournal(tx, { key, kind: 'charge', requestId: newId(), at, legs }))

describe('the ledger', () => {
  it('posts the same thing once, however often and at once it is said', async () => {
    const request = newId()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => post(db, `once:${request}`, chargeLegs(request, pence(2500)))),
    )
    expect(answers.filter(Boolean)).toHaveLength(1)
    expect(await balanceOf(db, held(request))).toBe(-2500)
  })

  it('refuses legs that do not sum to zero, in the code and in the database', async () => {
    await expect(
      post(db, 'lopsided', [
        { account: 'a', amountPence: pence(1) },
        { account: 'b', amountPence: pence(-2) },
      ]),
    ).rejects.toThrow('does not balance')
    const lopsided = withTransaction(db, async tx => {
      const id = newId()
      await tx.insert(journals).values({ id, key: `raw:${id}`, kind: 'charge', createdAt: at })
      await tx.insert(postings).values({ id: newId(), journalId: id, account: 'a', amountPence: pence(5) })
    })
    await expect(lopsided).rejects.toThrow()
  })

  it.each([
    'update postings set amount_pence = 0',
    'delete from postings',
    'truncate postings, journals',
    'delete from journals',
    `update journals set kind = 'x'`,
  ])('is append-only in the database: %s', async statement => {
    await post(db, `append-only:${statement}`, chargeLegs(newId(), pence(100)))
    await expect(db.execute(sql.raw(statement))).rejects.toMatchObject({
      cause: { message: expect.stringContaining('append-only') },
    })
  })

  it('sums to zero over every life of a sale, with the fee rounded in favour of the influencer', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 1_000_000 }),
        fc.integer({ min: 0, max: 9_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.nat(500),
        (price, feeBasisPoints, share, pspFee) => {
          const refund = pence(Math.floor(price * share))
          const netPence = pence(price - refund)
          const legs = [
            ...chargeLegs('r', pence(price)),
            ...pspFeeLegs(pence(pspFee)),
            ...(refund > 0 ? [...refundDecidedLegs('r', refund), ...refundPaidLegs(refund)] : []),
            ...(netPence > 0
              ? releaseLegs({ requestId: 'r', influencerId: 'i', netPence, feeBasisPoints })
              : []),
          ]
          const balance = (account: string) =>
            legs.filter(leg => leg.account === account).reduce((sum, leg) => sum + leg.amountPence, 0)
          expect(legs.reduce((sum, leg) => sum + leg.amountPence, 0)).toBe(0)
          expect(balance('held:r')).toBe(0)
          expect(balance('refund_transit')).toBe(0)
          expect(balance('psp_clearing')).toBe(netPence - pspFee)
          expect(-balance('payable:i') * 10_000).toBeGreaterThanOrEqual(netPence * (10_000 - feeBasisPoints))
        },
      ),
    )
  })
})
