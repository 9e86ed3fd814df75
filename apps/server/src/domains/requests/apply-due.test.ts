import { UNPAID_EXPIRES_AFTER_MS } from '@parley/contract'
import { afterAll, expect, test } from 'vitest'
import { openTestServer } from '../../testing/test-server.ts'

const t = await openTestServer()
afterAll(t.close)

test('a request whose rule fails holds back no other, and is done once it can be', async () => {
  const { pool } = t.server.database
  const ivy = await t.influencer('ivy')
  const broken = await t.book(await t.fan('ann'), ivy)
  // Due a moment later.
  t.clock.advance(1)
  const sound = await t.book(await t.fan('ben'), ivy)
  await pool.query(`
    create function refuse_one() returns trigger language plpgsql as
      $$ begin raise exception 'this row cannot change'; end $$;
    create trigger refuse_one before update on session_requests
      for each row when (old.id = '${broken.body.id}') execute function refuse_one()`)
  const stateOf = async (id: string) =>
    (await pool.query<{ state: string }>('select state from session_requests where id = $1', [id])).rows[0]
  t.clock.advance(UNPAID_EXPIRES_AFTER_MS / 1000 + 1)
  await expect(t.server.doDueWork()).rejects.toMatchObject({ cause: { message: 'this row cannot change' } })
  expect(await stateOf(broken.body.id)).toEqual({ state: 'offered' })
  expect(await stateOf(sound.body.id)).toEqual({ state: 'expired' })
  await pool.query('drop trigger refuse_one on session_requests')
  await t.server.doDueWork()
  expect(await stateOf(broken.body.id)).toEqual({ state: 'expired' })
})
