import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { runIn } from '../../db/embedded-postgres/cluster.ts'
import { type OperatorsPostgres, ownDirectory, postgresOn } from '../operators-postgres.ts'
import { findServerProgram } from '../server-programs.ts'
import { withAdmin, withDatabase } from '../template.ts'
import { openTcpGate, type TcpGate, throughGate } from './tcp-gate.ts'

const run = promisify(execFile)
const POLL_EVERY_MS = 25
const PATIENCE_MS = 30_000

/** Whether the Postgres of this machine has `pg_basebackup`. */
export const hasReplication = () =>
  existsSync(join(dirname(findServerProgram('postgres') ?? ''), 'pg_basebackup'))

/** A hot standby that follows a primary by streaming replication. */
export interface StandbyPostgres {
  /** The gate between primary and standby: while it holds, the standby lags and the primary does not notice. */
  gate: TcpGate
  /** One of its databases, as a DATABASE_URL. */
  urlOf(database: string): string
  /** Resolves when it has replayed everything that the primary has written until now. */
  caughtUp(): Promise<void>
  /** Promotes it to primary by `pg_ctl promote`; the old primary must be lost. */
  promote(): Promise<void>
  remove(): Promise<void>
}

/** Copies a running primary with `pg_basebackup` and follows it. */
export async function startStandby(primary: OperatorsPostgres): Promise<StandbyPostgres> {
  const gate = await openTcpGate(Number(new URL(primary.url).port))
  const { directory, user } = await ownDirectory()
  const { directoryArgument, options } = runIn(directory, user)
  const { bin } = primary
  const way = new URL(throughGate(primary.url, gate))
  const from = ['-h', way.hostname, '-p', way.port, '-U', way.username]
  const copied = ['--pgdata', directoryArgument, '--write-recovery-conf', '--checkpoint=fast', '--no-sync']
  await run(join(bin, 'pg_basebackup'), [...from, ...copied], options)
  const server = await postgresOn({ program: join(bin, 'postgres'), directory, durability: 'throw-away' })
  await server.start()

  async function value(url: string, query: string): Promise<string> {
    const { rows } = await withAdmin(url, admin => admin.query<{ value: string }>(`select ${query} as value`))
    return rows[0]?.value ?? ''
  }

  async function until(holds: () => Promise<boolean>, what: string): Promise<void> {
    const limit = performance.now() + PATIENCE_MS
    while (!(await holds())) {
      if (performance.now() > limit) throw new Error(`not in time: ${what}`)
      await delay(POLL_EVERY_MS)
    }
  }

  return {
    gate,
    urlOf: database => withDatabase(server.url, database),
    async caughtUp() {
      const written = await value(primary.url, 'pg_current_wal_lsn()::text')
      const has = `(pg_last_wal_replay_lsn() >= '${written}')::text`
      await until(async () => (await value(server.url, has)) === 'true', 'the standby catches up')
    },
    async promote() {
      await run(join(bin, 'pg_ctl'), ['promote', '--wait', '--pgdata', directoryArgument], options)
      await until(
        async () => (await value(server.url, 'pg_is_in_recovery()::text')) === 'false',
        'the standby is a primary',
      )
    },
    async remove() {
      await server.remove()
      await gate.close()
    },
  }
}
