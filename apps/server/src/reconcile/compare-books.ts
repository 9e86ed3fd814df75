import { CURRENCY, type Pence, pence } from '@parley/contract'
import type { ClientBase, Pool } from 'pg'
import { PSP_CLEARING } from '../domains/ledger/accounts.ts'
import type { BalanceTransaction, ProviderBooks } from '../domains/payments/public.ts'
import { type ExpectedLine, expectedLines, findKnownIds } from './expected-keys.ts'

export interface Comparison {
  /** How many balance transactions the provider has. */
  transactions: number
  /** Charges at the provider that are no payment of ours. */
  unknownCharges: readonly BalanceTransaction[]
  /** Of those: the requests whose money went on, and the intents that a bank asks about. */
  orphanFacts: { wentOn: ReadonlySet<string>; disputed: ReadonlySet<string> }
  /** What lies at the provider, by its own balance, by the sum of its balance transactions, and by our ledger. */
  balancePence: Pence
  movedPence: Pence
  booksPence: Pence
  /** Lines of the provider's that our books do not have. */
  missing: readonly ExpectedLine[]
  /** Lines of ours that the provider's books do not have. */
  unexpected: readonly { key: string; amountPence: Pence }[]
  /** Lines that both have, with different amounts. */
  different: readonly { key: string; providerPence: Pence; booksPence: Pence }[]
  /** What the provider settled in another currency than the books', or exchanged: its sums are no pence of ours. */
  foreign: readonly BalanceTransaction[]
}

/** Whether the two books agree to the penny. */
export const agree = (found: Comparison): boolean =>
  found.missing.length + found.unexpected.length + found.different.length + found.foreign.length === 0 &&
  found.booksPence === found.movedPence &&
  found.balancePence === found.movedPence

/** How far a comparison is, for the operator who waits. */
export interface ComparisonProgress {
  of: 'balance transactions of the provider' | 'journals of ours'
  rows: number
}

export interface BooksToCompare {
  pool: Pool
  books: ProviderBooks
  onProgress?: (progress: ComparisonProgress) => void
}

/** So many rows at a time; what both books have is forgotten at once, so memory depends on their differences alone. */
const RANGE = 1_000

/**
 * Rebuilds what should be in the books from the provider's alone, and lays our ledger beside it. What was seen is in
 * temporary tables of one connection, outside a transaction: the provider may take an hour to send everything.
 */
export async function compareBooks({
  pool,
  books,
  onProgress = () => undefined,
}: BooksToCompare): Promise<Comparison> {
  const client = await pool.connect()
  try {
    await client.query(
      `create temp table reconciled_charges as
         select charge_id as theirs, id from payments where charge_id is not null;
       create index on reconciled_charges (theirs);
       analyze reconciled_charges;
       create temp table reconciled_keys (key text primary key);
       create temp table reconciled_marks (kind text, mark text)`,
    )
    const theirs = emptyFindings()
    let batch: BalanceTransaction[] = []
    for await (const transaction of books.balanceTransactions()) {
      if (transaction.currency !== CURRENCY || transaction.isExchanged) theirs.foreign.push(transaction)
      if (transaction.currency !== CURRENCY) continue
      batch.push(transaction)
      if (batch.length < RANGE) continue
      await compareBatch(client, batch, theirs)
      batch = []
      onProgress({ of: 'balance transactions of the provider', rows: theirs.transactions })
    }
    await compareBatch(client, batch, theirs)
    const balancePence = await books.balancePence()
    const ours = await readLedger(client, rows => onProgress({ of: 'journals of ours', rows }))
    return {
      ...theirs,
      ...ours,
      balancePence,
      orphanFacts: await orphanFactsOf(client, theirs.unknownCharges),
    }
  } finally {
    // With the connection go its temporary tables.
    client.release(true)
  }
}

interface Findings {
  transactions: number
  movedPence: Pence
  missing: ExpectedLine[]
  different: Comparison['different'][number][]
  unknownCharges: BalanceTransaction[]
  foreign: BalanceTransaction[]
}

const emptyFindings = (): Findings => ({
  ...{ transactions: 0, movedPence: pence(0), missing: [], different: [], unknownCharges: [], foreign: [] },
})

async function compareBatch(
  client: ClientBase,
  batch: readonly BalanceTransaction[],
  found: Findings,
): Promise<void> {
  const known = await findKnownIds(
    client,
    batch.flatMap(({ sourceId, parentId }) => (parentId === null ? [sourceId] : [sourceId, parentId])),
  )
  const expected = batch.flatMap(transaction => expectedLines(transaction, known))
  const keys = expected.flatMap(line => line.key ?? [])
  const ours = await ledgerLines(client, keys)
  const unseen = await see(client, [...ours.keys()])
  for (const line of expected) {
    found.movedPence = pence(found.movedPence + line.amountPence)
    const booksPence = line.key === null ? undefined : ours.get(line.key)
    // One line of our books matches one line of the provider's, and no second one.
    if (line.key === null || booksPence === undefined || !unseen.delete(line.key)) found.missing.push(line)
    else if (booksPence !== line.amountPence)
      found.different.push({ key: line.key, providerPence: line.amountPence, booksPence })
  }
  found.transactions += batch.length
  const isUnknown = ({ kind, sourceId }: BalanceTransaction) =>
    kind === 'charge' && !known.payments.has(sourceId)
  found.unknownCharges.push(...batch.filter(isUnknown))
  await remember(client, batch)
}

/** The sum that each of these journals moved at the provider. */
async function ledgerLines(client: ClientBase, keys: readonly string[]): Promise<Map<string, Pence>> {
  const { rows } = await client.query<{ key: string; moved: string }>(
    `select j.key, sum(p.amount_pence) as moved from journals j join postings p on p.journal_id = j.id
     where j.key = any($1) and p.account = $2 group by j.key`,
    [keys, PSP_CLEARING],
  )
  return new Map(rows.map(({ key, moved }) => [key, pence(Number(moved))]))
}

/** Stores that these lines of ours are at the provider; answers those that were not stored before. */
async function see(client: ClientBase, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await client.query<{ key: string }>(
    'insert into reconciled_keys select unnest($1::text[]) on conflict do nothing returning key',
    [keys],
  )
  return new Set(rows.map(row => row.key))
}

/** Which requests' money went on, and what a bank asks for: an orphan's refund depends on it. */
async function remember(client: ClientBase, batch: readonly BalanceTransaction[]): Promise<void> {
  const marks = batch.flatMap(({ kind, marks: { request_id }, parentId }) => {
    const mark = kind === 'transfer' ? (request_id ?? '') : kind === 'dispute' ? parentId : null
    return mark === null ? [] : [{ kind, mark }]
  })
  await client.query('insert into reconciled_marks select * from unnest($1::text[], $2::text[])', [
    marks.map(each => each.kind),
    marks.map(each => each.mark),
  ])
}

/** Our ledger, range by range: its sum, and its lines that the provider's books do not have. */
async function readLedger(
  client: ClientBase,
  onRows: (rows: number) => void,
): Promise<Pick<Comparison, 'booksPence' | 'unexpected'>> {
  const unexpected: { key: string; amountPence: Pence }[] = []
  let booksPence = 0
  let after = '00000000-0000-0000-0000-000000000000'
  for (let read = 0; ; ) {
    const { rows } = await client.query<{ id: string; key: string; moved: string | null; seen: boolean }>(
      `select j.id, j.key, k.key is not null as seen,
              (select sum(p.amount_pence) from postings p where p.journal_id = j.id and p.account = $2) as moved
       from (select id, key from journals where id > $1 order by id limit ${RANGE}) j
       left join reconciled_keys k on k.key = j.key order by j.id`,
      [after, PSP_CLEARING],
    )
    for (const { key, moved, seen } of rows) {
      if (moved === null) continue
      const movedPence = pence(Number(moved))
      booksPence += movedPence
      // A bank takes nothing of a charge that went back before; the provider's line of nothing is not compared either.
      if (!seen && movedPence !== 0) unexpected.push({ key, amountPence: movedPence })
    }
    read += rows.length
    onRows(read)
    const last = rows.at(-1)
    if (!last || rows.length < RANGE) return { booksPence: pence(booksPence), unexpected }
    after = last.id
  }
}

/** What an orphan's refund depends on, of the requests and intents of the charges that we have no payment of. */
async function orphanFactsOf(
  client: ClientBase,
  charges: readonly BalanceTransaction[],
): Promise<Comparison['orphanFacts']> {
  const marksOf = async (kind: BalanceTransaction['kind'], marks: (string | null)[]) => {
    const { rows } = await client.query<{ mark: string }>(
      'select distinct mark from reconciled_marks where kind = $1 and mark = any($2)',
      [kind, marks],
    )
    return new Set(rows.map(row => row.mark))
  }
  return {
    wentOn: await marksOf(
      'transfer',
      charges.map(charge => charge.marks.request_id ?? ''),
    ),
    disputed: await marksOf(
      'dispute',
      charges.map(charge => charge.parentId),
    ),
  }
}
