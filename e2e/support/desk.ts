import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openInstallation } from '../../apps/server/src/composition/installation.ts'
import { readConfig } from '../../apps/server/src/config.ts'
import { createPool } from '../../apps/server/src/db/client.ts'
import { serverFile } from '../../apps/server/src/testing/server-programs.ts'

/** Gives a role by the command that an operator runs on the server. */
export async function grantRole(dataDir: string, username: string, role: string): Promise<void> {
  const file = serverFile(new URL('../../apps/server/src/staff.ts', import.meta.url))
  const env = { ...process.env, DATA_DIR: dataDir }
  const child = spawn(process.execPath, [file, 'grant', username, role], { env, stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`the role was not given: ${code}`)
}

const quiet = { info: () => undefined, warn: () => undefined, error: console.error }

/** Changes the database of a running server. */
async function withPool(
  dataDir: string,
  act: (pool: ReturnType<typeof createPool>) => Promise<void>,
): Promise<void> {
  const env = { ...process.env, DATA_DIR: dataDir, ALLOW_SANDBOX: '1' }
  const { connection, stop } = await openInstallation(readConfig(env), quiet)
  const pool = createPool({ connection, log: quiet, size: 1 })
  try {
    await act(pool)
  } finally {
    await pool.end()
    await stop()
  }
}

/** Reports of one person by another, one a minute: more than a person may make in a day. */
export const writeReports = (
  dataDir: string,
  { reporterId, reportedId, count }: { reporterId: string; reportedId: string; count: number },
): Promise<void> =>
  withPool(dataDir, async pool => {
    await pool.query(
      `insert into reports (id, reporter_id, reported_id, about_kind, about_id, reason, text, uuid, facts, created_at)
       select gen_random_uuid(), $1, $2, 'user', $2, 'spam', '', gen_random_uuid(), '{}', now() - (100 - n) * interval '1 min'
       from generate_series(1, $3::int) n`,
      [reporterId, reportedId, count],
    )
  })

/**
 * Writes that a paid call ran for a minute, then one of the two left and the other waited for eleven, as the media
 * server would have recorded it just before the payment: a test may have moved the server's clock. A time rule ends the
 * call when the clock moves past its days.
 */
export async function writeShortCall(
  dataDir: string,
  requestId: string,
  waits: 'buyer' | 'influencer' = 'buyer',
): Promise<void> {
  await withPool(dataDir, async pool => {
    const { rows } = await pool.query<{ at: Date }>(
      'select paid_at as at from session_requests where id = $1',
      [requestId],
    )
    const at = rows[0]?.at
    if (!at) throw new Error('the call is not paid')
    await pool.query('insert into call_rooms (id) values ($1)', [requestId])
    await pool.query(
      `insert into live_intervals (id, room_id, epoch, started_at, proven_until, ended_at, ended_by)
       values (gen_random_uuid(), $1, 1, $3::timestamptz - interval '13 min', $3::timestamptz - interval '12 min',
         $3::timestamptz - interval '12 min', $2)`,
      [requestId, waits === 'buyer' ? 'influencer' : 'buyer', at],
    )
    await pool.query(
      `insert into media_alone (id, room_id, side, started_at, proven_until)
       values (gen_random_uuid(), $1, $2, $3::timestamptz - interval '12 min', $3::timestamptz - interval '1 min')`,
      [requestId, waits, at],
    )
    await pool.query(
      `update session_requests set begun_at = $2::timestamptz - interval '13 min', due_at = $2::timestamptz where id = $1`,
      [requestId, at],
    )
  })
}

/** Takes back that anybody waited, as a process does that comes back late and corrects what it had recorded. */
export const takeBackWaiting = (dataDir: string, requestId: string): Promise<void> =>
  withPool(dataDir, async pool => {
    await pool.query('delete from media_alone where room_id = $1', [requestId])
  })
