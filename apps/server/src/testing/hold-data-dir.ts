import { startEmbeddedPostgres } from '../db/embedded-postgres.ts'

/** A server reduced to its database, for tests that kill it: reports on stdout, stops on SIGTERM. */
const [dataDir = '', durability] = process.argv.slice(2)
const ignore = () => undefined

function report(message: object): void {
  process.stdout.write(`${JSON.stringify(message)}\n`)
}

try {
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: { info: ignore, warn: ignore, error: ignore },
    durability: durability === 'test' ? 'test' : 'durable',
  })
  process.once('SIGTERM', () => void postgres.stop())
  report({ connectionString: postgres.connectionString })
} catch (error) {
  if (!(error instanceof Error)) throw error
  report({ refusal: error.name, message: error.message })
}
