import { setTimeout as delay } from 'node:timers/promises'
import { openResources } from './composition/resources.ts'
import type { ParleyServer } from './composition.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { DataDirInUse, EmbeddedPostgresUnavailable } from './db/embedded-postgres.ts'
import { MigrationMismatch } from './db/migrate.ts'
import { DatabaseUnusable } from './db/reach-database.ts'
import { settledPort } from './http/listen.ts'

/** Everything must be closed and the process ended within 10 s of SIGTERM. */
const DRAIN_LIMIT_MS = 9_000

/** The port is taken, is not for this user, or HOST is no address of this machine. */
const UNUSABLE_ADDRESS = new Set(['EADDRINUSE', 'EADDRNOTAVAIL', 'EACCES'])

let stopTraces: (() => Promise<void>) | undefined
/** Once it is open. */
let server: ParleyServer | undefined
const stopping = new AbortController()
let furnished: Promise<void> = Promise.resolve()

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

/** Exits although connections are in use; the embedded Postgres does not outlive the process. */
async function exitAtOnce(exit: () => Promise<never>): Promise<never> {
  await server?.database.abandon().catch(error => console.error(error))
  return exit()
}

function stopOnSignals(parley: ParleyServer): void {
  const stop = async () => {
    if (stopping.signal.aborted) return
    stopping.abort()
    delay(DRAIN_LIMIT_MS, undefined, { ref: false }).then(() => exitAtOnce(() => process.exit(0)))
    await parley.stop(furnished).catch(error => console.error(error))
    // Traces that cannot be sent must not keep the process from ending.
    await stopTraces?.().catch(() => undefined)
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

/** Loads OpenTelemetry, which nobody else has to, before there is anything to trace. */
async function traced({ traceServiceName }: Config): Promise<void> {
  const { startTraces } = await import('./telemetry/traces.ts')
  stopTraces = startTraces(traceServiceName)
}

async function main(): Promise<void> {
  const wanted = readConfig(process.env)
  const config = { ...wanted, port: await settledPort(wanted.port) }
  if (config.sendsTraces) await traced(config)
  const pages = process.argv.includes('--dev') ? 'from source' : 'served'
  const [resources, { compose }, demo] = await Promise.all([
    openResources(config, { onLost: fail }),
    import('./composition.ts'),
    import('./composition/demo/demo.ts'),
  ])
  const parley = await compose(config, { resources, onLost: fail, background: 'automatic', pages })
  server = parley
  stopOnSignals(parley)
  const logins = config.demo ? await demo.createDemoPeople(parley) : []
  await parley.listen()
  console.log(demo.demoGuide(parley, logins))
  if (config.demo) furnished = demo.furnishDemo(parley, logins, stopping.signal)
}

main().catch(error => exitAtOnce(() => fail(error)))
