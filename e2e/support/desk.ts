import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openInstallation } from '../../apps/server/src/composition/installation.ts'
import { readConfig } from '../../apps/server/src/config.ts'
import { createPool } from '../../apps/server/src/db/client.ts'
import { serverFile } from '../../apps/server/src/testing/server-programs.ts'

/** What the operator of a server types on its machine. */
export async function grantRole(dataDir: string, username: string, role: string): Promise<void> {
  const file = serverFile(new URL('../../apps/server/src/staff.ts', import.meta.url))
  const env = { ...process.env, DATA_DIR: dataDir }
  const child = spawn(process.execPath, [file, 'grant', username, role], { env, stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`the role was not given: ${code}`)
}

const quiet = { info: () => undefined, warn: () => undefined, error: console.error }

/**
 * Writes down that a paid call ran for a minute and that then the influencer left and the buyer waited, as the media side
 * would have seen it. A rule of time ends the call when the clock is moved past its days.
 */
export async function writeShortCall(dataDir: string, requestId: string): Promise<void> {
  const env = { ...process.env, DATA_DIR: dataDir, ALLOW_SANDBOX: '1' }
  const { connection, stop } = await openInstallation(readConfig(env), quiet)
  const pool = createPool({ connection, log: quiet, size: 1 })
  try {
    await pool.query('insert into call_rooms (id) values ($1)', [requestId])
    await pool.query(
      `insert into live_intervals (id, room_id, epoch, started_at, proven_until, ended_at, ended_by)
       values (gen_random_uuid(), $1, 1, now() - interval '5 min', now() - interval '4 min', now() - interval '4 min', 'influencer')`,
      [requestId],
    )
    await pool.query(
      `insert into media_alone (id, room_id, side, started_at, proven_until)
       values (gen_random_uuid(), $1, 'buyer', now() - interval '4 min', now() - interval '2 min')`,
      [requestId],
    )
    await pool.query(
      `update session_requests set begun_at = now() - interval '5 min', due_at = now() where id = $1`,
      [requestId],
    )
  } finally {
    await pool.end()
    await stop()
  }
}
