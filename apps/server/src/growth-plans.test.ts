import { afterAll, beforeAll, expect, test } from 'vitest'
import { listCards } from './domains/payments/store.ts'
import { listOpenPayouts } from './domains/payouts/payout-store.ts'
import { openBetween } from './domains/requests/blocks/end-between.ts'
import { listWithoutPack } from './domains/requests/disputes/pack-store.ts'
import { payoutHold } from './domains/requests/money/payout-hold.ts'
import { addRows } from './testing/growth/add-rows.ts'
import { blocksOfAll } from './testing/growth/blocks-of.ts'
import { BUDGET_SHAPE, type BudgetServer, openBudgetServer } from './testing/growth/budget-server.ts'
import { recordQueries } from './testing/growth/record-queries.ts'
import { ORDINARY_INFLUENCER, personId, regularOf, STAR, staffOf } from './testing/growth/shape.ts'

const star = personId(STAR)
const regular = personId(regularOf(BUDGET_SHAPE))
const somebody = personId(ORDINARY_INFLUENCER)
const staff = personId(staffOf(BUDGET_SHAPE))

let server: BudgetServer
beforeAll(async () => {
  server = await openBudgetServer()
}, 240_000)
afterAll(() => server.close())

interface Work {
  what: string
  /** Adds the rows that it has nothing to do with, of these numbers. */
  add: (from: number, to: number) => string
  rows: number
  does: () => Promise<unknown>
  /** The statements that it is made of. */
  reads: RegExp
  blocks: number
}

const clockNow = () => `timestamptz '${server.clock.now().toISOString()}'`

/** A row `r` again, with keys of its own. */
const AGAIN = `(jsonb_populate_record(null::session_requests, to_jsonb(r)
  || jsonb_build_object('id', gen_random_uuid(), 'slug', 'growth-' || n, 'uuid', 'growth-' || n)))`

const WORKS: Work[] = [
  {
    what: 'the payouts that one influencer waits for, beside those of all others',
    rows: 6_000,
    add: (
      from,
      to,
    ) => `insert into payouts (id, request_id, influencer_id, share_pence, withheld_pence, status, payable_at,
        created_at, updated_at)
      select gen_random_uuid(), gen_random_uuid(), case when is_open then '${somebody}'::uuid else '${star}' end, 2250,
        case when is_open then 0 else 2250 end, case when is_open then 'waiting' else 'netted' end,
        now() - interval '1 year', now(), now()
      from (select n % 10 > 0 as is_open from generate_series(${from}, ${to}) n) p`,
    does: () => listOpenPayouts(server.server.database.db, star, 50),
    reads: /from "payouts"/,
    blocks: 15,
  },
  {
    what: 'the open requests of two people, beside those that one of them has with others',
    rows: 1_000,
    add: (from, to) => `insert into session_requests
      select ${AGAIN}.* from generate_series(${from}, ${to}) n, lateral (select * from session_requests
        where buyer_id = '${regular}' and state = 'offered' and request_type = 'private' limit 1) r`,
    does: () => openBetween(server.server.database.db, regular, star),
    reads: /from "session_requests"/,
    blocks: 15,
  },
  {
    what: 'the open disputes without an answer, beside those that have one',
    rows: 2_000,
    add: (from, to) => `with made as (
        insert into disputes (id, payment_id, request_id, amount_pence, reason, state, opened_at, updated_at)
        select 'growth-' || n, p.id, p.request_id, 2500, 'general', 'open', now() - n * interval '1 minute', now()
        from generate_series(${from}, ${to}) n, lateral (select id, request_id from payments limit 1) p
        returning id, request_id)
      insert into dispute_packs (dispute_id, request_id, facts, made_at) select id, request_id, '{}', now() from made`,
    does: () => listWithoutPack(server.server.database.db, { most: 20 }),
    reads: /from "disputes"/,
    blocks: 5,
  },
  {
    what: 'the logins that housekeeping removes, beside those that somebody may still use',
    rows: 4_000,
    add: (from, to) => `with made as (
        insert into logins (id, user_id, created_at, last_used_at)
        select gen_random_uuid(), '${regular}', now(), ${clockNow()} - n * interval '1 minute'
        from generate_series(${from}, ${to}) n returning id)
      insert into refresh_tokens (id, login_id, created_at, expires_at)
      select gen_random_uuid(), id, now(), now() + interval '90 days' from made`,
    does: () => server.server.domains.cleanUp(),
    reads: /from "logins"/,
    blocks: 10,
  },
  {
    what: 'the cases that housekeeping removes, beside those that ended lately',
    rows: 4_000,
    add: (from, to) => `with ended as (
        insert into suspensions (id, user_id, kind, reason, staff_id, created_at, appeal_id, ended_at, settled_at)
        select gen_random_uuid(), '${somebody}', 'suspended', 'You threatened a fan', '${staff}', now(), 'growth-' || n, now(), now()
        from generate_series(${from}, ${to}) n)
      insert into staff_pending_acts (id, kind, about_kind, about_id, person_id, reason, about_version, asked_by, asked_at,
        state, decided_by, decided_at)
      select gen_random_uuid(), 'restore', 'person', gen_random_uuid(), '${somebody}', 'It was a mistake', 0, '${staff}', now(),
        'outdated', null, now() from generate_series(${from}, ${to}) n`,
    does: () => server.server.domains.cleanUp(),
    reads: /from "(suspensions|staff_pending_acts)"/,
    blocks: 10,
  },
  {
    what: 'the webhooks that housekeeping removes, beside those that came lately',
    rows: 4_000,
    add: (from, to) => `insert into provider_events (id, type, object_id, created_at, received_at, handled_at)
      select 'growth-' || n, 'payout.paid', 'po_' || n, at, at, at
      from (select n, ${clockNow()} - n * interval '1 minute' as at from generate_series(${from}, ${to}) n) e`,
    does: () => server.server.domains.cleanUp(),
    reads: /from "provider_events"/,
    blocks: 5,
  },
  {
    what: 'the saved cards of a person, beside those that they removed',
    rows: 3_000,
    add: (
      from,
      to,
    ) => `insert into saved_cards (id, user_id, brand, last4, exp_month, exp_year, removed_at, created_at)
      select 'growth-' || n, '${regular}', 'visa', '4242', 12, 2040, now(), now() - n * interval '1 minute'
      from generate_series(${from}, ${to}) n`,
    does: () => listCards(server.server.database.db, regular, server.clock.now()),
    reads: /from "saved_cards"/,
    blocks: 5,
  },
  {
    // The star has 500 of these.
    what: 'what holds the payouts of an influencer back, beside all that they ever sold',
    rows: 0,
    add: () => '',
    does: () => payoutHold({ now: () => server.clock.now() })(server.server.database.db, star),
    reads: /from "session_requests"/,
    blocks: 10,
  },
]

test.each(WORKS)('$what: at most $blocks blocks', async ({ rows, add, does, reads, blocks }) => {
  const { pool } = server.server.database
  await addRows((from, to) => pool.query(add(from, to)), 1, rows)
  await pool.query('vacuum (analyze)')
  const queries = recordQueries()
  await does()
  const sent = queries.take().filter(({ text }) => reads.test(text))
  queries.stop()
  expect(sent.length).toBeGreaterThan(0)
  const found = await blocksOfAll(server.server.config.databaseUrl ?? '', sent)
  expect(found, sent.map(({ text }) => text).join('\n')).toBeLessThanOrEqual(blocks)
})
