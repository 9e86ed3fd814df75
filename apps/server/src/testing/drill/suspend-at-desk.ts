import type { ClientConfig } from 'pg'
import { createDatabase, createPool } from '../../db/client.ts'
import { grantRole } from '../../domains/staff/public.ts'
import { loadClock } from '../../jobs/stored-clock.ts'
import type { ApiCaller, TestPerson } from '../api-caller.ts'
import { addApp } from '../second-factor.ts'

const ignore = () => undefined
const QUIET = { info: ignore, warn: ignore, error: ignore }

/** A new moderator suspends a person on a server process, with a second factor at the time of that server. */
export async function suspendAtDesk(
  api: ApiCaller,
  connection: ClientConfig,
  { by, whom }: { by: string; whom: TestPerson },
): Promise<{ status: number }> {
  const staff = await api.fan(by)
  const pool = createPool({ connection, log: QUIET, size: 1 })
  try {
    const db = createDatabase(pool)
    const clock = await loadClock(db)
    await grantRole(db, { username: by, role: 'moderator', now: clock.now() })
    const app = await addApp({ ...api, clock }, staff)
    await api.call(staff, 'POST /api/auth/step-up/', { code: app.code() })
    const act = { reason: 'They threatened a fan in a call', version: 0 }
    return await api.call(staff, `POST /api/staff/people/${whom.id}/suspend/`, act)
  } finally {
    await pool.end()
  }
}
