import { pence } from '@parley/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BalanceTransaction, ProviderBooks } from '../domains/payments/public.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { fillDatabase } from '../testing/growth/fill.ts'
import { shapeOf } from '../testing/growth/shape.ts'
import { agree, type ComparisonProgress, compareBooks } from './compare-books.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  await fillDatabase(database.connectionString, { shape: shapeOf(0.005), passwordHash: 'none', as: 'owner' })
}, 240_000)
afterAll(() => database.close())

const transaction = (
  given: Pick<BalanceTransaction, 'kind' | 'sourceId'> & { amount: number; fee?: number },
) => ({
  balanceTransactionId: `txn_${given.kind}_${given.sourceId}`,
  kind: given.kind,
  type: given.kind,
  sourceId: given.sourceId,
  parentId: null,
  marks: {},
  amountPence: pence(given.amount),
  feePence: pence(given.fee ?? 0),
  currency: 'gbp',
  isExchanged: false,
  at: new Date(),
})

/** The provider's books of the filled database, to the penny. */
async function transactionsOfAll(): Promise<BalanceTransaction[]> {
  const { rows } = await database.pool.query<{ kind: 'charge' | 'transfer'; id: string }>(
    `select 'charge' as kind, charge_id as id from payments where charge_id is not null
     union all select 'transfer', transfer_id from payouts where transfer_id is not null order by 2`,
  )
  return rows.map(({ kind, id }) =>
    transaction(
      kind === 'charge'
        ? { kind, sourceId: id, amount: 2500, fee: 60 }
        : { kind, sourceId: id, amount: -2250 },
    ),
  )
}

const booksOf = (transactions: readonly BalanceTransaction[]): ProviderBooks => ({
  async *balanceTransactions() {
    yield* transactions
  },
  balancePence: async () =>
    pence(transactions.reduce((sum, { amountPence, feePence }) => sum + amountPence - feePence, 0)),
  bankPayout: () => Promise.reject(new Error('nobody asks')),
  topUp: () => Promise.reject(new Error('nobody asks')),
  accountCurrency: async () => 'gbp',
  missingEvents: async () => [],
})

test('books of many ranges agree to the penny, and it is said how far the comparison is', async () => {
  const reported: ComparisonProgress[] = []
  const transactions = await transactionsOfAll()
  expect(transactions.length).toBeGreaterThan(5_000)
  const found = await compareBooks({
    pool: database.pool,
    books: booksOf(transactions),
    onProgress: progress => reported.push(progress),
  })
  expect(found).toMatchObject({ missing: [], different: [], unexpected: [], unknownCharges: [] })
  expect(agree(found)).toBe(true)
  expect(found.transactions).toBe(transactions.length)
  expect(reported.filter(({ of }) => of === 'balance transactions of the provider').length).toBeGreaterThan(4)
  expect(reported.filter(({ of }) => of === 'journals of ours').at(-1)?.rows).toBeGreaterThan(10_000)
})

test('what only one of the two has is found in whichever range it lies', async () => {
  const transactions = await transactionsOfAll()
  const [first, ...others] = transactions
  const last = others.pop()
  const middle = others[2_500]
  if (!first || !last || !middle) throw new Error('nothing was filled in')
  const stranger = transaction({ kind: 'charge', sourceId: 'ch_of_nobody', amount: 900, fee: 10 })
  const found = await compareBooks({
    pool: database.pool,
    // A line that is sent twice counts once; it does not matter how far apart the two are.
    books: booksOf([first, first, ...others, stranger, first]),
  })
  expect(agree(found)).toBe(false)
  expect(found.missing.map(({ transaction }) => transaction.sourceId).sort()).toEqual(
    ['ch_of_nobody', 'ch_of_nobody', ...Array<string>(4).fill(first.sourceId)].sort(),
  )
  expect(found.unknownCharges.map(charge => charge.sourceId)).toEqual(['ch_of_nobody'])
  expect(found.unexpected.map(line => line.amountPence)).toEqual(
    last.kind === 'transfer' ? [-2250] : [2500, -60],
  )
  const wrong = await compareBooks({
    pool: database.pool,
    books: booksOf(
      transactions.map(each =>
        each === middle ? { ...each, amountPence: pence(each.amountPence + 1) } : each,
      ),
    ),
  })
  expect(wrong.different).toHaveLength(1)
  expect(wrong).toMatchObject({ missing: [], unexpected: [] })
})
