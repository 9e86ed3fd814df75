import { createHash } from 'node:crypto'
import type { ClientBase } from 'pg'
import * as z from 'zod/mini'
import { isRetryable } from '../db/postgres-errors.ts'
import { idIn } from './audit-check.ts'
import { AUDIT_CHECKS } from './checks.ts'

/** The database itself refuses that a row of these changes or goes. */
const APPEND_ONLY = ['journals', 'postings', 'request_audit'] as const

const Checkpoint = z.object({
  /** Every transaction below this id had ended, and the audit has checked its rows. */
  boundary: z.string(),
  /** How many rows of each append-only table such transactions wrote. */
  rows: z.record(z.enum(APPEND_ONLY), z.number()),
  /** The sums of the postings of such transactions, by the kind of their account, in pence. */
  balances: z.record(z.string(), z.number()),
  /** A hash of the checks: after a change of the checks the audit must read all rows. */
  checks: z.string(),
  at: z.string(),
  everythingAt: z.string(),
})
/** The transaction up to which an audit found no breach. */
export type Checkpoint = z.infer<typeof Checkpoint>
type NextCheckpoint = Omit<Checkpoint, 'everythingAt' | 'balances'>

const CHECKS_VERSION = createHash('sha256').update(JSON.stringify(AUDIT_CHECKS)).digest('hex').slice(0, 16)

/** Far below the 2^31 transactions after which the number of an old one means a new one. */
const TRANSACTIONS_MAX = 1_500_000_000

/** For each table, the ids of the subjects of its rows; the audit checks these subjects again. */
const ABOUT: Record<string, string[]> = {
  session_requests: ['id', 'live_event_id'],
  payments: ['id', 'request_id'],
  refunds: ['id', 'request_id'],
  disputes: ['request_id'],
  payouts: ['id', 'request_id', 'influencer_id'],
  journals: ['id', 'request_id', idIn('key')],
  postings: ['journal_id', idIn('account')],
  account_totals: [idIn('account')],
  request_audit: ['request_id'],
  users: ['id'],
  live_events: ['id'],
  queues: ['event_id'],
  queue_turns: ['request_id', 'event_id'],
  keepsakes: ['id', 'room_id'],
  consents: ['keepsake_id'],
  call_rooms: ['id'],
  live_intervals: ['room_id'],
  media_alone: ['room_id'],
}

/**
 * Whether a transaction with this id or a later one wrote the row; Postgres stores the id in each row, whatever was
 * done to it.
 */
const writtenSince = (table: string, boundary: string) =>
  `age(${table}.xmin) <= age('${BigInt(boundary)}'::xid8::xid)`

/**
 * The last checkpoint, or why it cannot be trusted, and the next checkpoint if the checks of this snapshot find
 * nothing.
 */
export async function readCheckpoint(
  client: ClientBase,
): Promise<{ before: Checkpoint | { why: string }; next: NextCheckpoint }> {
  const { rows } = await client.query<{ checkpoint: unknown; newest: string; boundary: string; at: Date }>(
    `select (select checkpoint from operator_runs where name = 'audit') as checkpoint, now() as at,
            pg_snapshot_xmax(pg_current_snapshot())::text as newest,
            pg_snapshot_xmin(pg_current_snapshot())::text as boundary`,
  )
  const [now] = rows
  if (!now) throw new Error('Postgres has no snapshot')
  const parsed = parseCheckpoint(now.checkpoint, now.newest)
  const isParsed = !('why' in parsed)
  // One reading of each table answers both.
  const counts = await countBefore(client, [now.boundary, isParsed ? parsed.boundary : now.boundary])
  const other = isParsed && APPEND_ONLY.find(table => counts[table][1] !== parsed.rows[table])
  const before = other
    ? { why: `old rows of ${other}, which is append-only, are not those that were looked at` }
    : parsed
  const at = now.at.toISOString()
  const counted = {
    journals: counts.journals[0],
    postings: counts.postings[0],
    request_audit: counts.request_audit[0],
  }
  return { before, next: { boundary: now.boundary, rows: counted, checks: CHECKS_VERSION, at } }
}

function parseCheckpoint(stored: unknown, newest: string): Checkpoint | { why: string } {
  const found = Checkpoint.safeParse(stored)
  if (!found.success) return { why: 'no audit before it ended well, or a row was removed since' }
  if (found.data.checks !== CHECKS_VERSION) return { why: 'the checks have changed since' }
  const transactions = BigInt(newest) - BigInt(found.data.boundary)
  if (transactions < 0n || transactions > TRANSACTIONS_MAX)
    return { why: 'its transactions are not of this time' }
  return found.data
}

/**
 * The row of the checkpoint exists before the snapshot, because a transaction that deletes an audited row writes to
 * it too.
 */
export async function prepareCheckpoint(client: ClientBase): Promise<void> {
  await client.query(
    `insert into operator_runs (name, ran_at, breaches) values ('audit', now(), 0) on conflict do nothing`,
  )
}

/**
 * Commits the audit's transaction; writes no checkpoint if a row was deleted, or another audit ended, since its
 * snapshot.
 */
export async function writeCheckpoint(client: ClientBase, checkpoint: Checkpoint): Promise<void> {
  try {
    await client.query(`update operator_runs set checkpoint = $1 where name = 'audit'`, [
      JSON.stringify(checkpoint),
    ])
    await client.query('commit')
  } catch (error) {
    if (!isRetryable(error)) throw error
  }
}

type Boundaries = [string, string]

/** How many rows of each append-only table were written before each of two boundaries. */
async function countBefore(client: ClientBase, boundaries: Boundaries) {
  const counts: Record<(typeof APPEND_ONLY)[number], [number, number]> = {
    ...{ journals: [0, 0], postings: [0, 0], request_audit: [0, 0] },
  }
  for (const table of APPEND_ONLY) {
    const [next, before] = boundaries.map(
      boundary => `(count(*) filter (where not ${writtenSince(table, boundary)}))::float8`,
    )
    const { rows } = await client.query<{ next: number; before: number }>(
      `select ${next} as next, ${before} as before from ${table}`,
    )
    counts[table] = [rows[0]?.next ?? 0, rows[0]?.before ?? 0]
  }
  return counts
}

/**
 * Fills `audited_balances` with the sum of each kind of account, now and before the next checkpoint. Postings before
 * the last checkpoint are unchanged, as their count proves, so only newer ones are added.
 */
export async function sumBalances(
  client: ClientBase,
  { before, next }: { before: Checkpoint | null; next: NextCheckpoint },
): Promise<void> {
  await client.query('truncate audited_balances')
  await client.query(
    `insert into audited_balances select kind, sum(pence), sum(pence) filter (where is_before) from (
       select split_part(account, ':', 1) as kind, amount_pence as pence,
              not ${writtenSince('postings', next.boundary)} as is_before
       from postings ${before ? `where ${writtenSince('postings', before.boundary)}` : ''}
       union all select key, value::numeric, true from jsonb_each_text($1)) summed group by kind`,
    [JSON.stringify(before?.balances ?? {})],
  )
}

/** Fills `audited_ids` with the ids of new rows and of their subjects; returns their number. */
export async function collectChanged(
  client: ClientBase,
  { boundary }: Checkpoint,
  onTable: (table: string) => void,
): Promise<number> {
  await client.query('truncate audited_ids')
  for (const [table, ids] of Object.entries(ABOUT)) {
    await client.query(
      `insert into audited_ids select distinct about.id from ${table}
         cross join lateral (values ${ids.map(id => `(${id})`).join(', ')}) about (id)
       where ${writtenSince(table, boundary)} and about.id is not null on conflict do nothing`,
    )
    onTable(table)
  }
  await client.query('analyze audited_ids')
  // A journal may name a payment alone, and its check is one of the request.
  await client.query(
    `insert into audited_ids select request_id from payments
     where id in (select id from audited_ids) on conflict do nothing`,
  )
  const { rows } = await client.query<{ count: number }>('select count(*)::int as count from audited_ids')
  return rows[0]?.count ?? 0
}
