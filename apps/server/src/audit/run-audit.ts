import type { ClientBase, Pool } from 'pg'
import { type AuditCheck, SUBJECTS, type Subject } from './audit-check.ts'
import {
  type Checkpoint,
  collectChanged,
  prepareCheckpoint,
  readCheckpoint,
  sumBalances,
  writeCheckpoint,
} from './changed-rows.ts'
import { AUDIT_CHECKS } from './checks.ts'

const BREACHES_SHOWN = 20
/** The number of ids in one statement: memory stays constant, and each statement is short. */
const RANGE = 2_000

export interface AuditResult {
  ok: boolean
  checks: {
    name: string
    invariant: string
    severity: 'breach' | 'warning'
    breaches: number
    examples: Record<string, unknown>[]
  }[]
  /** Account kinds and what is in them, in pence; `held:` and `payable:` are summed. */
  balances: Record<string, number>
  lookedAt: AuditScope
}

/** The scope of the checks: all rows, or the rows since an audit without a breach. */
export type AuditScope =
  | { what: 'everything'; why: string }
  | { what: 'changed'; since: string; everythingAt: string; ids: number }

export interface AuditOptions {
  /** Where the application's clock is another than the database's. */
  now?: Date
  /** `changed`: what was written since the last audit without a breach, if that one can be trusted. */
  scope: 'everything' | 'changed'
  onProgress?: (progress: AuditProgress) => void
}

/** The progress of an audit, for the operator who waits. */
export interface AuditProgress {
  of: string
  rows: number
}

type Found = Map<string, { breaches: number; examples: Record<string, unknown>[] }>

/** Checks every invariant on one snapshot of the database, and stores the checkpoint if there is no breach. */
export async function runAudit(pool: Pool, options: AuditOptions): Promise<AuditResult> {
  const client = await pool.connect()
  try {
    await prepareCheckpoint(client)
    await client.query('begin isolation level repeatable read')
    const { result, checkpoint } = await auditSnapshot(client, options)
    if (result.ok) await writeCheckpoint(client, checkpoint)
    return result
  } finally {
    // What the transaction was for is done, or failed; a connection that cannot say so is not used again.
    await client.query('rollback').then(
      () => client.release(),
      (error: Error) => client.release(error),
    )
  }
}

/** The audit itself, in a transaction that is open; it changes nothing. */
export async function auditSnapshot(
  client: ClientBase,
  { now, scope, onProgress = () => undefined }: AuditOptions,
): Promise<{ result: AuditResult; checkpoint: Checkpoint }> {
  await client.query(`select set_config('parley.audited_at', $1, true)`, [now?.toISOString() ?? ''])
  await client.query('create temp table if not exists audited_ids (id uuid primary key) on commit drop')
  await client.query(
    'create temp table if not exists audited_balances (kind text, pence numeric, pence_before numeric) on commit drop',
  )
  const checkpoint = await readCheckpoint(client)
  const before = scope === 'changed' ? checkpoint.before : { why: 'it was asked for' }
  await sumBalances(client, { before: 'why' in before ? null : before, next: checkpoint.next })
  let lookedAt: AuditScope
  if ('why' in before) lookedAt = { what: 'everything', why: before.why }
  else {
    const ids = await collectChanged(client, before, of => onProgress({ of, rows: 0 }))
    lookedAt = { what: 'changed', since: before.at, everythingAt: before.everythingAt, ids }
  }
  const found = await findBreaches(client, lookedAt.what, onProgress)
  const checks = AUDIT_CHECKS.map(({ name, invariant, severity = 'breach' as const }) => {
    const { breaches = 0, examples = [] } = found.get(name) ?? {}
    return { name, invariant, severity, breaches, examples }
  })
  const ok = checks.every(check => check.breaches === 0 || check.severity === 'warning')
  const everythingAt = 'why' in before ? checkpoint.next.at : before.everythingAt
  return {
    result: { ok, checks, balances: await balancesOf(client, 'pence'), lookedAt },
    checkpoint: { ...checkpoint.next, everythingAt, balances: await balancesOf(client, 'pence_before') },
  }
}

async function balancesOf(
  client: ClientBase,
  column: 'pence' | 'pence_before',
): Promise<Record<string, number>> {
  const { rows } = await client.query<{ kind: string; pence: string }>(
    `select kind, coalesce(${column}, 0) as pence from audited_balances order by kind`,
  )
  return Object.fromEntries(rows.map(({ kind, pence }) => [kind, Number(pence)]))
}

async function findBreaches(
  client: ClientBase,
  what: AuditScope['what'],
  onProgress: (progress: AuditProgress) => void,
): Promise<Found> {
  const found: Found = new Map()
  for (const check of AUDIT_CHECKS)
    if (check.sql.everything !== undefined) {
      await runCheck(client, { check, subject: 'everything', found })
      onProgress({ of: check.name, rows: 0 })
    }
  for (const subject of Object.keys(SUBJECTS) as Subject[]) {
    const checks = AUDIT_CHECKS.filter(({ sql }) => sql[subject] !== undefined)
    let rows = 0
    for await (const ids of rangesOf(client, what === 'everything' ? SUBJECTS[subject] : 'audited_ids')) {
      for (const check of checks) await runCheck(client, { check, subject, found, ids })
      rows += ids.length
      onProgress({ of: subject, rows })
    }
  }
  return found
}

async function* rangesOf(client: ClientBase, table: string): AsyncGenerator<string[]> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await client.query<{ id: string }>(
      `select id from ${table} where id > $1 order by id limit ${RANGE}`,
      [after],
    )
    if (rows.length > 0) yield rows.map(({ id }) => id)
    const last = rows.at(-1)
    if (!last || rows.length < RANGE) return
    after = last.id
  }
}

async function runCheck(
  client: ClientBase,
  {
    check,
    subject,
    found,
    ids,
  }: { check: AuditCheck; subject: Subject | 'everything'; found: Found; ids?: string[] },
): Promise<void> {
  const known = found.get(check.name) ?? { breaches: 0, examples: [] }
  const { breaches, rows } = check.breaks
    ? await judge(client, { ...check, breaks: check.breaks }, { subject, values: ids ? [ids] : [] })
    : await count(client, check, { subject, values: ids ? [ids] : [] })
  const examples = [...known.examples, ...rows].slice(0, BREACHES_SHOWN)
  found.set(check.name, { breaches: known.breaches + breaches, examples })
}

interface Question {
  subject: Subject | 'everything'
  values: string[][]
}

interface Answer {
  breaches: number
  /** Some of the breaches. */
  rows: Record<string, unknown>[]
}

/** Asks the database for the breaches. */
async function count(client: ClientBase, check: AuditCheck, { subject, values }: Question): Promise<Answer> {
  // Counted there, so that a breach of every row does not fill our memory.
  const { rows } = await client.query<{ example: Record<string, unknown>; breaches: number }>({
    text: `select to_jsonb(found) as example, (count(*) over ())::int as breaches
           from (${check.sql[subject]}) found limit ${BREACHES_SHOWN}`,
    // Planned once for all ranges of an audit.
    name: `audit ${check.name} ${subject}`,
    values,
  })
  return { breaches: rows[0]?.breaches ?? 0, rows: rows.map(({ example }) => example) }
}

/** Asks the database for the facts; the check's own code decides. */
async function judge(
  client: ClientBase,
  { name, sql, breaks }: AuditCheck & Required<Pick<AuditCheck, 'breaks'>>,
  { subject, values }: Question,
): Promise<Answer> {
  const { rows } = await client.query<{ id: string }>({
    text: sql[subject] ?? '',
    name: `audit ${name} ${subject}`,
    values,
  })
  const broken = rows.filter(row => breaks(row as never))
  return { breaches: broken.length, rows: broken.map(({ id }) => ({ id })) }
}
