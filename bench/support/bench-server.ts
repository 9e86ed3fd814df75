import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiCaller } from '../../apps/server/src/testing/api-caller.ts'
import { freePort } from '../../apps/server/src/testing/free-port.ts'
import {
  type OperatorsPostgres,
  startOperatorsPostgres,
} from '../../apps/server/src/testing/operators-postgres.ts'
import { serverProcess } from '../../apps/server/src/testing/server-process.ts'
import { findServerProgram } from '../../apps/server/src/testing/server-programs.ts'
import { fromAnotherAddress, PRODUCTION } from './production.ts'

/** A durable Postgres of the system; exits the program where there is none. */
export function openBenchPostgres(): Promise<OperatorsPostgres> {
  const program = findServerProgram('postgres')
  if (!program) {
    console.log('Skipped: there is no Postgres of the system on this machine (npm run servers).')
    process.exit(0)
  }
  return startOperatorsPostgres(program, 'durable')
}

/** The process whose descendants are the whole Postgres. */
export function postmasterOf({ directory }: OperatorsPostgres): number {
  return Number(readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n')[0])
}

/** A server in production mode that is not started yet, on a new database of this name. */
export async function addBenchServer(postgres: OperatorsPostgres, database: string) {
  const url = await postgres.createDatabase(database)
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-bench-'))
  const env = { ...PRODUCTION, DATABASE_URL: url, LOG_LEVEL: 'fatal' }
  const server = serverProcess({ port: await freePort(), dataDir, env })
  const api = apiCaller(server.origin, fromAnotherAddress)
  /** CPU seconds of the Node process so far. */
  async function cpuSeconds(): Promise<number> {
    const metrics = await (await fetch(`${server.origin}/metrics`)).text()
    return Number(/^process_cpu_seconds_total (\S+)$/m.exec(metrics)?.[1])
  }
  async function close(): Promise<void> {
    if (server.isRunning()) await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { url, dataDir, server, api, cpuSeconds, close }
}

/** One server with a Postgres of its own. */
export async function openBenchServer() {
  const postgres = await openBenchPostgres()
  const { close: closeServer, ...opened } = await addBenchServer(postgres, 'parley')
  async function close(): Promise<void> {
    await closeServer()
    await postgres.remove()
  }
  return { postgres, ...opened, close }
}
