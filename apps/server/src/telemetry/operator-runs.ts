import { statfs } from 'node:fs/promises'
import { Client, type ClientConfig, type Pool } from 'pg'
import { Gauge, type Registry } from 'prom-client'
import { tooLate } from './too-late.ts'

export interface OperatorRun {
  /** `audit_warnings` is the audit too: the books are right, and somebody must act. */
  name: 'audit' | 'audit_warnings' | 'backup'
  outcome: 'succeeded' | 'failed'
  /** How many rows the audit found. */
  breaches?: number
}

/** What is noted of an audit: the rows that break an invariant, and those of a mere warning. */
export function auditRuns(
  checks: readonly { severity: 'breach' | 'warning'; breaches: number }[],
): OperatorRun[] {
  const found = (severity: 'breach' | 'warning') =>
    checks.reduce((sum, check) => sum + (check.severity === severity ? check.breaches : 0), 0)
  return [
    { name: 'audit', outcome: 'succeeded', breaches: found('breach') },
    { name: 'audit_warnings', outcome: 'succeeded', breaches: found('warning') },
  ]
}

const WRITE = `insert into operator_runs (name, ran_at, succeeded_at, breaches)
  values ($1, now(), case when $2 then now() end, $3)
  on conflict (name) do update set ran_at = now(), breaches = excluded.breaches,
    succeeded_at = coalesce(excluded.succeeded_at, operator_runs.succeeded_at)`

/** Writes down how a command of the operator's ended. That it could not be written must not hide how it ended. */
export async function noteRun(connection: ClientConfig, run: OperatorRun): Promise<void> {
  const client = new Client({ ...connection, application_name: 'parley-operator' })
  try {
    await client.connect()
    await client.query(WRITE, [run.name, run.outcome === 'succeeded', run.breaches ?? 0])
  } catch (error) {
    console.error(`That the ${run.name} ${run.outcome} could not be written down: ${String(error)}`)
  } finally {
    // The run is noted or not by now.
    await client.end().catch(() => undefined)
  }
}

interface Figures {
  audit_age: number
  audit_breaches: number
  audit_warnings: number
  backup_age: number
  backup_failed: number
}

// What never succeeded counts from the first account: before that there is nothing to lose.
const READ = `select name, ran_at is distinct from succeeded_at as failed, breaches,
    extract(epoch from now() - succeeded_at)::float8 as age from operator_runs
  union all (select 'never', false, 0, extract(epoch from now() - created_at)::float8 from users order by id limit 1)`

async function readFigures(pool: Pool): Promise<Figures> {
  const { rows } = await pool.query<{ name: string; failed: boolean; breaches: number; age: number | null }>(
    READ,
  )
  const of = (name: string) => rows.find(row => row.name === name)
  const never = of('never')?.age ?? 0
  return {
    audit_age: of('audit')?.age ?? never,
    audit_breaches: of('audit')?.breaches ?? 0,
    audit_warnings: of('audit_warnings')?.breaches ?? 0,
    backup_age: of('backup')?.age ?? never,
    backup_failed: of('backup')?.failed ? 1 : 0,
  }
}

/** Figures of what the operator's own commands found, and of the disk below `DATA_DIR`. */
export function registerOperatorGauges(
  registry: Registry,
  { pool, dataDir }: { pool: Pool; dataDir: string },
): void {
  let read: Promise<Figures | null> | undefined
  /** One query for the figures of one reading; none while the database is unavailable. */
  const figures = () => {
    read ??= Promise.race([readFigures(pool), tooLate()])
      // Without the database the figures are left out.
      .catch(() => null)
      .finally(() => {
        read = undefined
      })
    return read
  }
  const gauge = (name: string, help: string, value: () => Promise<number | undefined>) =>
    new Gauge({
      ...{ name, help, registers: [registry] },
      async collect() {
        this.set((await value()) ?? Number.NaN)
      },
    })
  gauge(
    'parley_audit_age_seconds',
    'Since the last audit that came to its end.',
    async () => (await figures())?.audit_age,
  )
  gauge(
    'parley_audit_breaches',
    'Breaches that the last audit found.',
    async () => (await figures())?.audit_breaches,
  )
  gauge('parley_audit_warnings', 'Warnings of the last audit.', async () => (await figures())?.audit_warnings)
  gauge(
    'parley_backup_age_seconds',
    'Since the last backup that succeeded.',
    async () => (await figures())?.backup_age,
  )
  gauge(
    'parley_backup_failed',
    'Whether the last backup failed.',
    async () => (await figures())?.backup_failed,
  )
  gauge('parley_data_dir_free_ratio', 'Free part of the disk below DATA_DIR.', async () => {
    // A folder that cannot be read has no figure.
    const disk = await statfs(dataDir).catch(() => null)
    return disk ? disk.bavail / disk.blocks : undefined
  })
}
