import { afterAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../../testing/test-server.ts'
import { mailboxOf } from '../../notifications/testing/mailbox.ts'

const t = await openTestServer()
afterAll(t.close)
const star = await t.influencer('star')
const second = await t.influencer('second')
const fan = await t.fan('fred')

/** The same installation, started again with other terms. */
async function startWith(env: Record<string, string>): Promise<TestServer> {
  const started = await t.openAnother({ env })
  await started.server.doDueWork()
  return started
}
const NEWS = 'sale_terms_changed'

test('an influencer who offers something reads about a higher fee and a later release at once, nobody else', async () => {
  const changed = await startWith({ PLATFORM_FEE_PERCENT: '12.5', RELEASE_AFTER_HOURS: '72' })
  const mail = await mailboxOf(changed).mailOf(star, NEWS)
  expect(mail.subject).toBe('What you earn from new sales changes')
  expect(mail.text).toContain('12.5% of a sale (so far 10%)')
  expect(mail.text).toContain('72 hours after a call is done (so far 48 hours)')
  expect(mail.text).toContain('What was sold before keeps')
  expect(await mailboxOf(changed).kindsOf(second)).toContain(NEWS)
  expect(await mailboxOf(changed).kindsOf(fan)).not.toContain(NEWS)
})

test('a start with the same terms tells nobody, and terms of before are news again', async () => {
  const same = await startWith({ PLATFORM_FEE_PERCENT: '12.5', RELEASE_AFTER_HOURS: '72' })
  expect(await mailboxOf(same).kindsOf(star)).not.toContain(NEWS)
  const back = await startWith({ RELEASE_AFTER_HOURS: '72' })
  const { text } = await mailboxOf(back).mailOf(star, NEWS)
  expect(text).toContain('10% of a sale (so far 12.5%)')
  expect(text).not.toContain('Released')
})

test('everybody of a large installation gets one mail, in pieces of 100', async () => {
  const { pool } = t.server.database
  await pool.query(`
    insert into users (id, username, first_name, last_name, email, password_hash, is_influencer, notifications, created_at, updated_at)
    select gen_random_uuid(), 'many' || n, 'Many', 'People', 'many' || n || '@example.org', '', true, '{}', now(), now()
    from generate_series(1, 230) n`)
  await pool.query(`
    insert into profiles (user_id, price_pence, duration_seconds, duration_display, description, updated_at)
    select id, 100, 60, 1, 'Something', now() from users where username like 'many%'`)
  const changed = await startWith({ PLATFORM_FEE_PERCENT: '15', RELEASE_AFTER_HOURS: '72' })
  const { rows } = await pool.query(
    `select user_id, count(*)::int as mails from mails m join users u on u.id = m.user_id
     where kind = $1 and u.username like 'many%' group by 1`,
    [NEWS],
  )
  expect(rows).toHaveLength(230)
  expect(rows.every(({ mails }) => mails === 1)).toBe(true)
  await changed.server.doDueWork()
})
