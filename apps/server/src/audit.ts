import { formatAmount } from '@parley/contract'
import { type AuditProgress, type AuditResult, runAudit } from './audit/run-audit.ts'
import { readOptions } from './commands/options.ts'
import { openInstallation } from './composition/installation.ts'
import { ConfigError, readConfig } from './config.ts'
import { createPool } from './db/client.ts'
import { auditRuns, noteRun } from './telemetry/operator-runs.ts'

const quiet = {
  info: () => undefined,
  warn: () => undefined,
  error: (_facts: object, text: string) => console.error(text),
}

/** How often a long audit prints its progress to stderr. */
const PRINTED_EVERY_MS = 2_000

function progressPrinter(): (progress: AuditProgress) => void {
  let printedAt = performance.now()
  return ({ of, rows }) => {
    if (performance.now() - printedAt < PRINTED_EVERY_MS) return
    printedAt = performance.now()
    console.error(rows > 0 ? `${of}: ${rows.toLocaleString('en')} looked at` : `${of}: looked at`)
  }
}

function printScope({ lookedAt }: AuditResult): void {
  if (lookedAt.what === 'everything') {
    console.log(`Looked at everything: ${lookedAt.why}.`)
    return
  }
  const { ids, since, everythingAt } = lookedAt
  console.log(
    `Looked at ${ids} things that were written since ${since}, or that belong to them, and at all sums.`,
  )
  console.log(
    `Not looked at again: what nobody wrote since. All of it was last looked at on ${everythingAt};`,
  )
  console.log('npm run audit -- --all looks at everything.')
}

function print(result: AuditResult): void {
  for (const check of result.checks) {
    const word = check.severity === 'warning' ? 'WARN  ' : 'BROKEN'
    console.log(`${check.breaches === 0 ? 'ok    ' : word} ${check.name}: ${check.invariant}`)
    for (const example of check.examples) console.log(`       ${JSON.stringify(example)}`)
  }
  for (const [kind, pence] of Object.entries(result.balances))
    console.log(`       ${kind} ${formatAmount(pence)}`)
  printScope(result)
  console.log(result.ok ? 'The books agree.' : 'The books do not agree.')
}

const SYNTAX = {
  usage: 'npm run audit -- [--all] [--json]',
  flags: ['--all', '--json'],
  wordsMax: 0,
} as const

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), SYNTAX)
  const database = await openInstallation(readConfig({ ...process.env, ALLOW_SANDBOX: '1' }), quiet)
  const pool = createPool({ connection: database.connection, log: quiet, size: 1, limits: 'none' })
  try {
    const scope = options.has('--all') ? 'everything' : 'changed'
    const result = await runAudit(pool, { scope, onProgress: progressPrinter() })
    if (options.has('--json')) console.log(JSON.stringify(result))
    else print(result)
    process.exitCode = result.ok ? 0 : 1
    for (const run of auditRuns(result.checks)) await noteRun(database.connection, run)
  } finally {
    await pool.end()
    await database.stop()
  }
}

main().catch(error => {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exitCode = 1
})
