import { setTimeout as delay } from 'node:timers/promises'
import { openResources } from './composition/resources.ts'
import type { ParleyServer } from './composition.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { DataDirInUse, EmbeddedPostgresUnavailable } from './db/embedded-postgres.ts'
import { MigrationMismatch } from './db/migrate.ts'
import { DatabaseUnusable } from './db/reach-database.ts'
import { settledPort } from './http/listen.ts'
import { StopIncomplete } from './jobs/in-stages.ts'

/** Everything must be closed and the process ended within 10 s of SIGTERM. */
const DRAIN_LIMIT_MS = 9_000

/** The port is taken, is not for this user, or HOST is no address of this machine. */
const UNUSABLE_ADDRESS = new Set(['EADDRINUSE', 'EADDRNOTAVAIL', 'EACCES'])

let stopTraces: (() => Promise<void>) | undefined
const stopping = new AbortController()
/** Closes what is open so far. */
let close = async (): Promise<void> => undefined
/** Stops the embedded Postgres for a process that waits for nothing; from its start on. */
let abandonDatabase = async (): Promise<unknown> => undefined

async function isPlain(error: unknown): Promise<boolean> {
  // Loaded already, if one of them was thrown.
  const { KeysUnreadable, SecretsFileOpen } = await import('./domains/accounts/public.ts')
  return (
    error instanceof ConfigError ||
    error instanceof DataDirInUse ||
    error instanceof DatabaseUnusable ||
    error instanceof MigrationMismatch ||
    error instanceof KeysUnreadable ||
    error instanceof SecretsFileOpen ||
    error instanceof StopIncomplete ||
    error instanceof EmbeddedPostgresUnavailable
  )
}

const isOfAddress = (error: Error) => 'code' in error && UNUSABLE_ADDRESS.has(String(error.code))

/** What the operator reads: a setting or a second server is theirs to mend, and a sentence says more than a stack. */
async function shown(error: unknown): Promise<unknown> {
  if (!(error instanceof Error)) return error
  if (isOfAddress(error))
    return `HOST and PORT must be an address that is free on this machine: ${error.message}`
  return (await isPlain(error)) ? error.message : error
}

async function fail(error: unknown): Promise<never> {
  console.error(await shown(error))
  process.exit(1)
}

let exiting: Promise<never> | undefined

/**
 * Exits although connections are in use; the embedded Postgres does not outlive the process. What fails because the
 * database stops changes nothing any more.
 */
function exitAtOnce(exit: () => Promise<never>): Promise<never> {
  exiting ??= abandonDatabase()
    .catch(error => console.error(error))
    .then(exit)
  return exiting
}

/** A start that is under way ends at its next step. */
function stopOnSignals(started: Promise<void>): void {
  let code = 0
  const stop = async () => {
    if (stopping.signal.aborted) return
    stopping.abort()
    delay(DRAIN_LIMIT_MS, undefined, { ref: false }).then(() => exitAtOnce(() => process.exit(code)))
    await started
    await close().catch(async error => {
      code = 1
      console.error(await shown(error))
    })
    // Traces that cannot be sent must not keep the process from ending.
    await stopTraces?.().catch(() => undefined)
    process.exit(code)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

/** Loads OpenTelemetry, which nobody else has to, before there is anything to trace. */
async function traced({ traceServiceName }: Config): Promise<void> {
  const { startTraces } = await import('./telemetry/traces.ts')
  stopTraces = startTraces(traceServiceName)
}

async function openServer(config: Config): Promise<ParleyServer> {
  const pages = process.argv.includes('--dev') ? 'from source' : 'served'
  const onStarting = (stopAtOnce: typeof abandonDatabase) => {
    abandonDatabase = stopAtOnce
  }
  const [resources, { compose }] = await Promise.all([
    openResources(config, { onLost: fail, onStarting }),
    import('./composition.ts'),
  ])
  close = () => resources.database.close()
  stopping.signal.throwIfAborted()
  return compose(config, { resources, onLost: fail, background: 'automatic', pages })
}

async function start(): Promise<void> {
  const { signal } = stopping
  const wanted = readConfig(process.env)
  const config = { ...wanted, port: await settledPort(wanted.port) }
  if (config.sendsTraces) await traced(config)
  signal.throwIfAborted()
  const [parley, demo] = await Promise.all([openServer(config), import('./composition/demo/demo.ts')])
  let furnished: Promise<void> = Promise.resolve()
  close = () => parley.stop(furnished)
  signal.throwIfAborted()
  const logins = config.demo ? await demo.createDemoPeople(parley) : []
  signal.throwIfAborted()
  await parley.listen()
  signal.throwIfAborted()
  console.log(demo.demoGuide(parley, logins))
  if (config.demo) furnished = demo.furnishDemo(parley, logins, signal)
}

/** Ends the process when the start fails, and in peace when a signal ended it. */
async function endOnFailure(error: unknown): Promise<void> {
  if (error !== stopping.signal.reason) await exitAtOnce(() => fail(error))
}

stopOnSignals(start().catch(endOnFailure))
