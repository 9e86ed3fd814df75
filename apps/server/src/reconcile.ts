import { HOUR_MS } from '@parley/contract'
import Fastify from 'fastify'
import type { Pool } from 'pg'
import { readOptions } from './commands/options.ts'
import { openInstallation } from './composition/installation.ts'
import { refuseOtherKeys } from './composition/payment-provider.ts'
import { openSandbox, SANDBOX_PREFIX, sandboxKeys } from './composition/sandbox.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import type { MovableClock } from './core/clock.ts'
import type { Core, Log } from './core/core.ts'
import { Outage } from './core/outage.ts'
import { createDatabase, createPool, type Db } from './db/client.ts'
import { createCallTime } from './domains/calls/public.ts'
import type { RequestsDeps } from './domains/requests/public.ts'
import { originAt } from './http/listen.ts'
import { createOutbox } from './jobs/outbox.ts'
import { loadClock } from './jobs/stored-clock.ts'
import type { StripeSettings } from './providers/payments-stripe/client.ts'
import { createStripeProvider } from './providers/payments-stripe/index.ts'
import { applyMissing } from './reconcile/apply-missing.ts'
import { type ComparisonProgress, compareBooks } from './reconcile/compare-books.ts'
import { type ReconcileReport, reportLines, reportOf } from './reconcile/report.ts'

/** Opening a database, its operations and a report need no more. */
const CONNECTIONS = 4
const ANSWERS_WITHIN_MS = 2_000
const PRINT_EVERY_MS = 5_000
const SYNTAX = {
  usage: 'npm run reconcile -- [--apply] [--json]',
  flags: ['--apply', '--json'],
  wordsMax: 0,
} as const

/** Printed on the error stream, because the report goes to the other. */
const log: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: (_facts, text) => console.error(text),
  error: (_facts, text) => console.error(text),
}

interface Opened {
  settings: StripeSettings
  close(): Promise<void>
}

/** Stripe by its keys; the sandbox at the server where that runs, else opened for this command on its own file. */
async function paymentSettings(config: Config, db: Db, clock: MovableClock): Promise<Opened> {
  await refuseOtherKeys(db, config)
  const { stripe } = config
  const base = stripe.apiBase
  const apiBase = base ? () => base : undefined
  if (stripe.provider === 'stripe') return { settings: { ...stripe, apiBase }, close: async () => undefined }
  const keys = { provider: 'sandbox' as const, ...(await sandboxKeys(db)) }
  const server = originAt(config)
  if (apiBase || (await answers(server))) {
    const running = () => `${server}${SANDBOX_PREFIX}`
    return { settings: { ...keys, apiBase: apiBase ?? running }, close: async () => undefined }
  }
  const { sandbox } = await openSandbox({
    ...{ db, clock, log, dataDir: config.dataDir, production: true, delivery: 'manual' },
    ...{ publicOrigin: config.publicOrigin ?? server, localOrigin: server },
  })
  const app = Fastify()
  await app.register(sandbox.plugin, { prefix: SANDBOX_PREFIX })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const close = async () => {
    await app.close()
    await sandbox.close()
  }
  return { settings: { ...keys, apiBase: () => `${origin}${SANDBOX_PREFIX}` }, close }
}

async function answers(server: string): Promise<boolean> {
  try {
    const { ok } = await fetch(`${server}/healthz`, { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) })
    return ok
  } catch {
    // No answer: the server does not run.
    return false
  }
}

/** Prints now and then how far it is: the provider may take an hour to send everything. */
function progressPrinter(): (progress: ComparisonProgress) => void {
  let printedAt = performance.now()
  return ({ of, rows }) => {
    if (performance.now() - printedAt < PRINT_EVERY_MS) return
    printedAt = performance.now()
    console.error(`${rows} ${of}`)
  }
}

/**
 * `npm run reconcile`: lays the books beside the provider's own; with `--apply` the books follow what they do not know.
 */
async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), SYNTAX)
  const config = readConfig({ ...process.env, ALLOW_SANDBOX: '1' })
  const { connection, stop } = await openInstallation(config, log)
  const pool = createPool({ connection, log, size: CONNECTIONS, limits: 'none' })
  // Each failure closes what is open: an embedded Postgres that still runs locks DATA_DIR against the server.
  try {
    const report = await reconcile({ config, pool, books: options.has('--apply') ? 'follow' : 'compare' })
    if (options.has('--json')) console.log(JSON.stringify(report))
    else for (const line of reportLines(report)) console.log(line)
    process.exitCode = report.ok ? 0 : 1
  } finally {
    await pool.end()
    await stop()
  }
}

interface Reconciled {
  config: Config
  pool: Pool
  books: 'compare' | 'follow'
}

async function reconcile({ config, pool, books }: Reconciled): Promise<ReconcileReport> {
  const db = createDatabase(pool)
  const clock = await loadClock(db)
  const { settings, close } = await paymentSettings(config, db, clock)
  try {
    const provider = createStripeProvider(settings)
    const publicOrigin = config.publicOrigin ?? `http://localhost:${config.port}`
    const core: Core = { db, clock, log, outbox: createOutbox({ db, clock, log }), publicOrigin }
    const deps: RequestsDeps = {
      ...core,
      ...{ payments: provider, cards: provider, payouts: provider, books: provider },
      callTime: createCallTime(),
      feeBasisPoints: config.feeBasisPoints,
      minAge: config.minAge,
      releaseAfterMs: config.releaseAfterHours * HOUR_MS,
      linkTokens: () => [],
      turnsOf: async () => new Map(),
      leavingKeeps: async () => false,
    }
    const nothingDone = { applied: [], listed: [], refunded: [] }
    const compared = { pool, books: provider, onProgress: progressPrinter() }
    const done =
      books === 'follow'
        ? await applyMissing(deps, compared)
        : { comparison: await compareBooks(compared), ...nothingDone }
    return reportOf(done.comparison, done)
  } finally {
    await close()
  }
}

/** A sentence where the operator can act: the provider does not answer, or refuses the key. */
function shown(error: unknown): unknown {
  if (error instanceof ConfigError) return error.message
  if (!(error instanceof Outage)) return error
  const why = error.cause instanceof Error ? error.cause.message : 'no answer'
  return (
    `The payment provider could not be read: ${why}. Check the network, STRIPE_SECRET_KEY and the rights of a ` +
    'restricted key; then do it again: nothing is booked twice.'
  )
}

main().catch(error => {
  console.error(shown(error))
  process.exitCode = 1
})
