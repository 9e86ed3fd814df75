import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'

const { pool, close } = await createTestDatabase()
afterAll(close)

/** Foreign keys whose first column begins no index that holds every row they look for. */
const WITHOUT_INDEX = `
  select c.conrelid::regclass || '.' || a.attname as key
  from pg_constraint c
  join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
  where c.contype = 'f' and c.connamespace = 'public'::regnamespace
    and not exists (
      select 1 from pg_index i
      where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1] and i.indisvalid
        and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = '(' || quote_ident(a.attname) || ' IS NOT NULL)'))
  order by 1`

test('every foreign key begins an index, so that looking behind it reads no whole table', async () => {
  const { rows } = await pool.query<{ key: string }>(WITHOUT_INDEX)
  expect(rows.map(({ key }) => key)).toEqual([])
})

test('the places of an event are counted by an index that begins with the event', async () => {
  const { rows } = await pool.query<{ definition: string }>(
    "select indexdef as definition from pg_indexes where tablename = 'session_requests'",
  )
  expect(rows.map(({ definition }) => definition).join('\n')).toContain('(live_event_id, state)')
})
