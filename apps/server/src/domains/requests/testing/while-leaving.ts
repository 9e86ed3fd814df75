import { expect, vi } from 'vitest'
import type { Answer, TestPerson, TestServer } from '../../../testing/test-server.ts'

async function assertWaiting(t: TestServer, count: number): Promise<void> {
  const { rowCount } = await t.server.database.pool.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  expect(rowCount).toBe(count)
}

/** What a call of somebody is answered while the deletion of their account is about to commit. */
export async function whileLeaving(
  t: TestServer,
  leaver: TestPerson,
  act: () => Promise<Answer<unknown>>,
): Promise<number> {
  const held = await t.server.database.pool.connect()
  // The last table that the deletion writes before it takes the name away.
  await held.query('begin; lock table retired_usernames in access exclusive mode')
  const deleted = t.call(leaver, 'DELETE /api/user/me/')
  await vi.waitFor(() => assertWaiting(t, 1), 30_000)
  const acted = act()
  await vi.waitFor(() => assertWaiting(t, 2), 30_000)
  await held.query('commit')
  held.release()
  expect((await deleted).status).toBe(200)
  return (await acted).status
}
