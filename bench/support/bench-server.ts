import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiCaller } from '../../apps/server/src/testing/api-caller.ts'
import { freePort } from '../../apps/server/src/testing/free-port.ts'
import { startOperatorsPostgres } from '../../apps/server/src/testing/operators-postgres.ts'
import { serverProcess } from '../../apps/server/src/testing/server-process.ts'
import { findServerProgram } from '../../apps/server/src/testing/server-programs.ts'
import { fromAnotherAddress, PRODUCTION } from './production.ts'

/**
 * A server in production mode that is not started yet, on a durable Postgres of the system; exits the program where
 * there is none.
 */
export async function openBenchServer() {
  const program = findServerProgram('postgres')
  if (!program) {
    console.log('Skipped: there is no Postgres of the system on this machine (npm run servers).')
    process.exit(0)
  }
  const postgres = await startOperatorsPostgres(program, 'durable')
  const url = await postgres.createDatabase('parley')
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-bench-'))
  const env = { ...PRODUCTION, DATABASE_URL: url, LOG_LEVEL: 'fatal' }
  const server = serverProcess({ port: await freePort(), dataDir, env })
  const api = apiCaller(server.origin, fromAnotherAddress)
  async function close(): Promise<void> {
    if (server.isRunning()) await server.stop()
    await postgres.remove()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { postgres, url, dataDir, server, api, close }
}
