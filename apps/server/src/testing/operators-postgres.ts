import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { runIn } from '../db/embedded-postgres/cluster.ts'
import { connectOnce } from '../db/embedded-postgres/connect.ts'
import { stopPostmaster } from '../db/embedded-postgres/postmaster.ts'
import { isRunning, readPostmasterPid } from '../db/embedded-postgres/processes.ts'
import { chooseServerUser } from '../db/embedded-postgres/server-user.ts'
import { freePort } from './free-port.ts'
import { withAdmin, withDatabase } from './template.ts'

const run = promisify(execFile)
const START_LIMIT_MS = 30_000
const POLL_EVERY_MS = 25
const SUPERUSER = 'postgres'
const PREFIX = 'parley-operators-'

/** `throw-away` trades safety against a power failure for speed. */
type Durability = 'durable' | 'throw-away'

/** A Postgres as an operator runs it: not the embedded one, and reached by TCP. */
export interface OperatorsPostgres {
  /** The folder of its programs, such as pgbench. */
  bin: string
  /** Its data directory, which only its own user can read. */
  directory: string
  /** The superuser's connection string for database `postgres`. */
  url: string
  /** Creates an empty database; answers the superuser's connection string for it. */
  createDatabase(name: string): Promise<string>
  start(): Promise<void>
  /** Whether it runs: it exits by itself when it cannot write its log. */
  isRunning(): Promise<boolean>
  /**
   * Stops it at once without a checkpoint, as `pg_ctl stop -m immediate` does: the next start recovers from its log.
   */
  crash(): Promise<void>
  /** Stops it and removes its data. */
  remove(): Promise<void>
}

/**
 * Starts Postgres `program` with a new data directory in `folder` on a free port of 127.0.0.1. Its collation is
 * English, unlike the embedded one's: no code may depend on the order of bytes.
 */
export async function startOperatorsPostgres(
  program: string,
  durability: Durability,
  folder = tmpdir(),
): Promise<OperatorsPostgres> {
  await removeAbandoned()
  const { directory, user } = await ownDirectory(folder)
  const bin = dirname(program)
  const { directoryArgument, options } = runIn(directory, user)
  const sorting = ['--encoding=UTF8', '--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=en']
  const initialise = ['-D', directoryArgument, '-U', SUPERUSER, '--auth=trust', '--no-instructions']
  await run(join(bin, 'initdb'), [...initialise, '--no-sync', ...sorting], options)

  const server = await postgresOn({ program, directory, durability })
  await server.start()
  return {
    ...server,
    bin,
    async createDatabase(name) {
      await withAdmin(server.url, admin => admin.query(`create database ${name}`))
      return withDatabase(server.url, name)
    },
  }
}

/** An empty directory that Postgres may write; a later run removes it if this one is killed. */
export async function ownDirectory(folder = tmpdir()) {
  const directory = await mkdtemp(join(folder, `${PREFIX}${process.pid}-`))
  const user = await chooseServerUser(directory)
  if (user) await chown(directory, user.uid, user.gid)
  return { directory, user }
}

/** A Postgres `program` on existing data, on a free port of 127.0.0.1; `start` starts it. */
export async function postgresOn(on: { program: string; directory: string; durability: Durability }) {
  const { program, directory } = on
  const { directoryArgument, options } = runIn(directory, await chooseServerUser(directory))
  const port = await freePort()
  const url = `postgres://${SUPERUSER}@127.0.0.1:${port}/postgres`
  const settings = settingsOf(port, on.durability).flatMap(setting => ['-c', setting])
  let exited: Promise<unknown> = Promise.resolve()

  async function start(): Promise<void> {
    const child = spawn(program, ['-D', directoryArgument, ...settings], { ...options, stdio: 'ignore' })
    exited = once(child, 'exit')
    const deadline = performance.now() + START_LIMIT_MS
    while (performance.now() < deadline) {
      const answer = await connectOnce({ connectionString: url })
      if (answer.state === 'serving') return answer.client.end()
      if (child.exitCode !== null) throw new Error(`Postgres ended at its start with ${child.exitCode}`)
      await delay(POLL_EVERY_MS)
    }
    throw new Error('Postgres did not start in time')
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const pid = await readPostmasterPid(directory)
    if (pid !== undefined && (await isRunning(pid))) process.kill(pid, signal)
    await exited
  }

  return {
    directory,
    url,
    start,
    async isRunning() {
      const pid = await readPostmasterPid(directory)
      return pid !== undefined && (await isRunning(pid))
    },
    crash: () => end('SIGQUIT'),
    async remove() {
      await end('SIGINT')
      await rm(directory, { recursive: true, force: true })
    },
  }
}

function settingsOf(port: number, durability: Durability): string[] {
  const safety = durability === 'durable' ? 'on' : 'off'
  return [
    ...['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories=', 'max_connections=400'],
    ...[`fsync=${safety}`, `synchronous_commit=${safety}`, `full_page_writes=${safety}`, 'timezone=UTC'],
    'shared_buffers=128MB',
  ]
}

/** Stops what killed test runs left. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const owner = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN
    if (!(owner > 1) || (await isRunning(owner))) continue
    const directory = join(tmpdir(), name)
    // A Postgres of another user cannot be stopped, and need not be.
    await stopPostmaster(directory).catch(() => undefined)
    await rm(directory, { recursive: true, force: true }).catch(() => undefined)
  }
}
