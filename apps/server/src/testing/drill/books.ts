import type { ClientConfig } from 'pg'
import { type AuditResult, runAudit } from '../../audit/run-audit.ts'
import { createPool } from '../../db/client.ts'

const ignore = () => undefined

/**
 * The findings of `npm run audit` on a running installation, without a separate process, which would cost more than the
 * audit.
 */
export async function auditOf(connection: ClientConfig): Promise<AuditResult['checks']> {
  const log = { info: ignore, warn: ignore, error: ignore }
  const pool = createPool({ connection, log, size: 1, limits: 'none' })
  try {
    return (await runAudit(pool, { scope: 'changed' })).checks.filter(check => check.breaches > 0)
  } finally {
    await pool.end()
  }
}
