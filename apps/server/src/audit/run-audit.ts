import type { Pool } from 'pg'
import { AUDIT_CHECKS } from './checks.ts'

const BREACHES_SHOWN = 20

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
}

/** How far an audit is, for the operator who waits. */
export interface AuditProgress {
  name: string
  done: number
  of: number
  ms: number
}

/** Checks every invariant on one snapshot of the database; `now` where the application's clock is another than its. */
export async function runAudit(
  pool: Pool,
  now?: Date,
  onChecked?: (progress: AuditProgress) => void,
): Promise<AuditResult> {
  const client = await pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query(`select set_config('parley.audited_at', $1, true)`, [now?.toISOString() ?? ''])
    const checks: AuditResult['checks'] = []
    for (const { name, invariant, sql, severity = 'breach' as const } of AUDIT_CHECKS) {
      const began = performance.now()
      // Counted there, so that a breach of every row does not fill our memory.
      const { rows } = await client.query<{ example: Record<string, unknown>; breaches: number }>(
        `select to_jsonb(found) as example, (count(*) over ())::int as breaches from (${sql}) found limit ${BREACHES_SHOWN}`,
      )
      const examples = rows.map(({ example }) => example)
      checks.push({ name, invariant, severity, breaches: rows[0]?.breaches ?? 0, examples })
      onChecked?.({ name, done: checks.length, of: AUDIT_CHECKS.length, ms: performance.now() - began })
    }
    const { rows } = await client.query<{ kind: string; pence: string }>(
      `select split_part(account, ':', 1) as kind, sum(amount_pence) as pence from postings group by 1 order by 1`,
    )
    await client.query('commit')
    const balances = Object.fromEntries(rows.map(row => [row.kind, Number(row.pence)]))
    const ok = checks.every(check => check.breaches === 0 || check.severity === 'warning')
    return { ok, checks, balances }
  } finally {
    client.release()
  }
}
