import { formatAmount } from '@parley/contract'
import { type AuditProgress, type AuditResult, runAudit } from './audit/run-audit.ts'
import { openInstallation } from './composition/installation.ts'
import { ConfigError, readConfig } from './config.ts'
import { createPool } from './db/client.ts'
import { noteRun } from './telemetry/operator-runs.ts'

const quiet = {
  info: () => undefined,
  warn: () => undefined,
  error: (_facts: object, text: string) => console.error(text),
}

/** A check that takes longer than this is told when it is done, on the error stream. */
const SLOW_MS = 2_000

function tellProgress({ name, done, of, ms }: AuditProgress): void {
  if (ms > SLOW_MS) console.error(`${done} of ${of} checked; ${name} took ${(ms / 1000).toFixed(1)} s`)
}

function print(result: AuditResult): void {
  for (const check of result.checks) {
    const word = check.severity === 'warning' ? 'WARN  ' : 'BROKEN'
    console.log(`${check.breaches === 0 ? 'ok    ' : word} ${check.name}: ${check.invariant}`)
    for (const example of check.examples) console.log(`       ${JSON.stringify(example)}`)
  }
  for (const [kind, pence] of Object.entries(result.balances))
    console.log(`       ${kind} ${formatAmount(pence)}`)
  console.log(result.ok ? 'The books agree.' : 'The books do not agree.')
}

async function main(): Promise<void> {
  const database = await openInstallation(readConfig({ ...process.env, ALLOW_SANDBOX: '1' }), quiet)
  const pool = createPool({ connection: database.connection, log: quiet, size: 1, limits: 'none' })
  try {
    const result = await runAudit(pool, undefined, tellProgress)
    if (process.argv.includes('--json')) console.log(JSON.stringify(result))
    else print(result)
    process.exitCode = result.ok ? 0 : 1
    const breaches = result.checks.reduce((sum, check) => sum + check.breaches, 0)
    await noteRun(database.connection, { name: 'audit', outcome: 'succeeded', breaches })
  } finally {
    await pool.end()
    await database.stop()
  }
}

main().catch(error => {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exitCode = 1
})
