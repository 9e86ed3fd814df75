import type { BlockPreview } from '@parley/contract'
import { afterAll, expect, test } from 'vitest'
import { addRows } from '../../../testing/growth/add-rows.ts'
import { blocksOf } from '../../../testing/growth/blocks-of.ts'
import { recordQueries } from '../../../testing/growth/record-queries.ts'
import { openTestServer } from '../../../testing/test-server.ts'

/** An index is a level deeper, and another plan may be better. */
const BLOCKS_MORE_MAX = 30

const t = await openTestServer()
const queries = recordQueries()
afterAll(async () => {
  queries.stop()
  await t.close()
})
const sql = (text: string, ...values: unknown[]) => t.server.database.pool.query(text, values)

test('what a block does reads no more for a buyer with a long history', async () => {
  const [fan, star, other] = [await t.fan('fred'), await t.influencer('ivy'), await t.influencer('una')]
  await t.bookAndPay(fan, star)
  const past = await t.bookAndPay(fan, other)
  /** Cancelled calls of the buyer, each with its rows of the audit trail. */
  const add = (from: number, to: number) =>
    addRows(
      async (first, last) => {
        await sql(
          `insert into session_requests
           select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(), 'slug', 'past-' || n, 'uuid', gen_random_uuid(),
             'state', 'cancelled', 'outcome', 'cancelled', 'money_back_policy', 'strict',
             'starts_at', r.created_at, 'ends_at', r.created_at + interval '15 minutes', 'money_back_sentence', 'All of it until 72 hours before',
             'created_at', r.created_at - n * interval '1 minute'))).*
           from session_requests r, generate_series($2::int, $3::int) n where r.id = $1`,
          ...[past.id, first, last],
        )
        await sql(
          `insert into request_audit (id, request_id, action, actor_id, to_state, to_payment, data, created_at)
           select gen_random_uuid(), r.id, a, r.buyer_id, r.state, r.payment_status, '{}', r.created_at
           from session_requests r, unnest(array['create', 'pay', 'cancel']) a where r.slug like 'past-%'
             and not exists (select 1 from request_audit o where o.request_id = r.id)`,
        )
      },
      from,
      to,
    )
  const read = async () => {
    await sql('vacuum (analyze)')
    queries.take()
    const { status, body } = await t.call<BlockPreview>(fan, `GET /api/user/${star.id}/block/`)
    expect([status, body.ends.length]).toEqual([200, 1])
    const sent = queries.take().filter(({ text }) => /from "(session_requests|request_audit)"/.test(text))
    return blocksOf(t.server.config.databaseUrl, sent)
  }
  await add(1, 100)
  const few = await read()
  await add(101, 3_000)
  const many = await read()
  expect(many).toBeLessThan(few + BLOCKS_MORE_MAX)
})
