import { messages } from '@parley/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTestServer, type TestServer } from '../../../testing/test-server.ts'
import { staffMember } from '../testing/staff-member.ts'

let t: TestServer
beforeAll(async () => {
  t = await openTestServer({ connections: 12 })
})
afterAll(() => t?.close())

test('a moderator does not suspend who gets a role in that moment', async () => {
  const { pool } = t.server.database
  const moderator = await staffMember(t, 'mod', 'moderator')
  const { id } = await t.fan('colleague')
  const granting = await pool.connect()
  try {
    // As the grant of a role does it.
    await granting.query('begin')
    await granting.query('select from users where id = $1 for update', [id])
    await granting.query(`insert into staff_roles values ($1, 'finance', now())`, [id])
    const act = { kind: 'suspended', until: null, reason: 'Shouted at a fan', version: 0 }
    const suspended = t.call(moderator.person, `POST /api/staff/people/${id}/suspend/`, act)
    await vi.waitFor(async () => {
      const { rowCount } = await pool.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
      expect(rowCount).toBe(1)
    }, 30_000)
    await granting.query('commit')
    expect(await suspended).toMatchObject({ status: 403, body: { detail: messages.staffByAdmin } })
  } finally {
    granting.release(true)
  }
})
