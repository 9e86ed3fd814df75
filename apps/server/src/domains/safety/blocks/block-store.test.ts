import { BLOCKS_MAX } from '@parley/contract'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { stillClock } from '../../../core/clock.ts'
import { newId } from '../../../core/ids.ts'
import { Refusal } from '../../../core/refusal.ts'
import { type DbOrTx, withTransaction } from '../../../db/client.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { blocksOf } from '../../../testing/growth/blocks-of.ts'
import { recordQueries } from '../../../testing/growth/record-queries.ts'
import { users } from '../../accounts/public.ts'
import { somebody } from '../../calls/testing/call-requests.ts'
import { blocks } from '../tables.ts'
import { blockPerson } from './block-person.ts'
import { areApart, countBlocks, insertBlock, isBlockedBy, mayMeet, partedAmong } from './block-store.ts'

const clock = stillClock()
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const apartAmong = async (db: DbOrTx, pairs: [string, string][]) =>
  (await partedAmong(db, { pairs, people: [] })).areApart
const person = (name: string) => somebody({ db: database.db, clock }, name)
const pairOf = async () => ({ blockerId: await person('fred'), blockedId: await person('ivy') })
const block = (pair: { blockerId: string; blockedId: string }) =>
  withTransaction(database.db, async tx => (await insertBlock(tx, pair, clock.now())).isNew)
const meet = (one: string, other: string) => withTransaction(database.db, tx => mayMeet(tx, one, other))

describe('many pairs', () => {
  it('are apart if either of the two has blocked the other', async () => {
    const [ivy, fred, ann, bob] = [
      await person('ivy'),
      await person('fred'),
      await person('ann'),
      await person('bob'),
    ]
    await block({ blockerId: ivy, blockedId: fred })
    await block({ blockerId: ann, blockedId: ivy })
    await block({ blockerId: ann, blockedId: bob })
    const isApart = await apartAmong(database.db, [
      [ivy, fred],
      [ivy, ann],
      [ivy, bob],
    ])
    expect([fred, ann, bob].map(id => isApart(ivy, id))).toEqual([true, true, false])
    expect([fred, ann, bob].map(id => isApart(id, ivy))).toEqual([true, true, false])
    expect((await apartAmong(database.db, []))(ivy, fred)).toBe(false)
  })

  it('cost what they are, however many others have blocked one of the two', async () => {
    const [ivy, fred] = [await person('ivy'), await person('fred')]
    await block({ blockerId: ivy, blockedId: fred })
    for (let i = 0; i < 60; i++) await block({ blockerId: await person(`fan${i}`), blockedId: ivy })
    const read = await withTransaction(database.db, async tx => {
      // A table of sixty rows is read as a whole otherwise.
      await tx.execute(sql`set local enable_seqscan = off`)
      const isApart = await apartAmong(tx, [[ivy, fred]])
      expect(isApart(fred, ivy)).toBe(true)
      const { rows } = await tx.execute<{ read: number }>(
        sql`select idx_tup_fetch::int as read from pg_stat_xact_user_tables where relname = 'blocks'`,
      )
      return rows[0]?.read
    })
    expect(read).toBeLessThanOrEqual(5)
  })
})

describe('two people', () => {
  it('cost two searches, however many one of them has blocked and however many have blocked the other', async () => {
    const [ivy, fred] = [await person('ivy'), await person('fred')]
    await database.db.execute(sql`insert into users select made.* from users u, generate_series(1, 4000) n,
      jsonb_populate_record(u, jsonb_build_object('id', gen_random_uuid(), 'username', 'rival' || n, 'email', 'rival' || n || '@example.org')) made
      where u.id = ${ivy}`)
    const isRival = sql`from users where username like 'rival%'`
    await database.db.execute(sql`insert into blocks (blocker_id, blocked_id, created_at)
      select ${fred}::uuid, id, now() ${isRival} union all select id, ${ivy}::uuid, now() ${isRival}`)
    await database.pool.query('vacuum (analyze) blocks, users')
    const queries = recordQueries()
    expect(await areApart(database.db, fred, ivy)).toBe(false)
    expect(await meet(fred, ivy)).toBe(true)
    const sent = queries.take().filter(({ text }) => text.includes('blocks'))
    queries.stop()
    expect(sent).toHaveLength(2)
    expect(await blocksOf(database.connectionString, sent)).toBeLessThan(25)
  })

  it('meet until one of them blocks the other, and neither meets the other then', async () => {
    const { blockerId, blockedId } = await pairOf()
    expect(await areApart(database.db, blockerId, blockedId)).toBe(false)
    expect(await meet(blockerId, blockedId)).toBe(true)
    expect(await block({ blockerId, blockedId })).toBe(true)
    expect(await block({ blockerId, blockedId })).toBe(false)
    for (const [one, other] of [
      [blockerId, blockedId],
      [blockedId, blockerId],
    ] as const) {
      expect(await areApart(database.db, one, other)).toBe(true)
      expect(await meet(one, other)).toBe(false)
    }
    expect(await isBlockedBy(database.db, { blockerId, blockedId })).toBe(true)
    expect(await isBlockedBy(database.db, { blockerId: blockedId, blockedId: blockerId })).toBe(false)
  })

  it('do not meet while one of them is suspended', async () => {
    const { blockerId, blockedId } = await pairOf()
    await database.db.update(users).set({ suspendedAt: clock.now() }).where(eq(users.id, blockedId))
    expect([await meet(blockerId, blockedId), await meet(blockedId, blockerId)]).toEqual([false, false])
  })
})

describe('a press of block', () => {
  /** Presses it, and says whom the blocker left first and what was left to be ended. */
  async function press(pair: { blockerId: string; blockedId: string }) {
    const left: object[] = []
    const ended: object[] = []
    const outbox = {
      add: async (_tx: unknown, _topic: unknown, payload: object) => void ended.push(payload),
      addLater: async () => undefined,
      nudge: () => undefined,
    }
    const leaveCalls = async (of: object) => void left.push(of)
    const refused = await blockPerson({ db: database.db, clock, outbox, leaveCalls }, pair).then(
      () => null,
      (error: unknown) => {
        if (!(error instanceof Refusal)) throw error
        return error.code
      },
    )
    return { left, ended, refused }
  }

  it('leaves the calls of the two and ends what is open between them, also when it is pressed again', async () => {
    const pair = await pairOf()
    const done = { left: [pair], ended: [{ ...pair, at: clock.now().toISOString() }], refused: null }
    expect(await press(pair)).toEqual(done)
    expect(await press(pair)).toEqual(done)
    expect(await countBlocks(database.db, pair.blockerId)).toBe(1)
    expect(await countBlocks(database.db, pair.blockedId)).toBe(0)
  })

  test.each([
    ['of nobody', () => newId(), 'not_found'],
    ['of oneself', (own: string) => own, 'conflict'],
  ])('%s is refused, and ends nothing', async (_what, whom, code) => {
    const blockerId = await person('fred')
    expect(await press({ blockerId, blockedId: whom(blockerId) })).toEqual({
      left: [],
      ended: [],
      refused: code,
    })
  })

  it('has a last person whom it blocks; who is blocked already can be pressed again', async () => {
    const pair = await pairOf()
    const others = await database.pool.query<{ id: string }>(
      `insert into users select (jsonb_populate_record(u, jsonb_build_object('id', gen_random_uuid(),
         'username', 'many' || n, 'email', 'many' || n || '@example.org'))).*
       from users u cross join generate_series(1, $2::int) n where u.id = $1 returning id`,
      [pair.blockerId, BLOCKS_MAX - 1],
    )
    const rows = others.rows.map(({ id }) => ({ ...pair, blockedId: id, createdAt: clock.now() }))
    await database.db.insert(blocks).values(rows)
    expect((await press(pair)).refused).toBeNull()
    expect((await press({ ...pair, blockedId: await person('mia') })).refused).toBe('conflict')
    expect(await countBlocks(database.db, pair.blockerId)).toBe(BLOCKS_MAX)
    expect((await press(pair)).refused).toBeNull()
  })
})
