import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { profilesVersion } from '../../profiles/public.ts'
import { searchedEvents } from './search-events.ts'
import { searchedProfiles } from './search-profiles.ts'
import { countFound, findIds, type Part } from './shown.ts'

const PEOPLE = 50_000
const FIRST: Part = { limit: 20, offset: 0 }

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase({ size: 2 })
  // A separate connection, because the server's statements are cancelled after 15 s.
  const filler = new Client({ connectionString: database.connectionString })
  await filler.connect()
  for (const statement of fill()) await filler.query(statement)
  await filler.end()
})
afterAll(() => database.close())

/** Fifty thousand influencers with an event each; the search vectors are written at once instead of row by row. */
function fill(): string[] {
  const id = `('0190' || lpad(to_hex(i), 4, '0') || '-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid`
  const statements = `
    alter table profiles disable trigger user;
    alter table live_events disable trigger user;
    insert into users (id, username, first_name, last_name, email, password_hash, is_influencer, notifications,
        created_at, updated_at)
      select ${id}, 'person-' || i, 'First' || i, 'Last' || i % 1000, 'p' || i || '@example.org', '', true, '{}', now(), now()
      from generate_series(1, ${PEOPLE}) i;
    insert into profiles (user_id, category, price_pence, duration_seconds, duration_display, description, updated_at)
      select ${id}, (array['games', 'music', 'travel'])[1 + i % 3], 2500, 900, 2,
        'Everybody talks about openings, and ' || md5(i::text) || ' with rare' || i % 5000, now()
      from generate_series(1, ${PEOPLE}) i;
    insert into live_events (id, slug, uuid, influencer_id, title, description, price_pence, duration_seconds,
        duration_display, starts_at, created_at, updated_at)
      select ${id}, 'event-' || i, 'event-' || i, ${id}, 'Evening ' || i, 'A talk, rare' || i % 5000, 500, 600, 2,
        now() + i * interval '1 minute', now(), now()
      from generate_series(1, ${PEOPLE}) i;
    insert into profile_words select p.user_id, search_words(u.username || ' ' || u.first_name || ' ' || u.last_name, p.description)
        || category_word(p.category)
      from profiles p join users u on u.id = p.user_id;
    insert into profile_changes select user_id, pg_current_xact_id() from profiles;
    insert into live_event_words select e.id, search_words(e.title, e.description) || category_word(p.category)
      from live_events e join profiles p on p.user_id = e.influencer_id;
    alter table profiles enable trigger user;
    alter table live_events enable trigger user;
    vacuum analyze`
  return statements.split(';\n')
}

/** Runs a search and answers the plan that Postgres chose for its statement. */
async function planOf(search: () => Promise<unknown>): Promise<string> {
  const sent: { text: string; values: unknown[] }[] = []
  const { pool } = database
  const query = pool.query.bind(pool)
  const listen = (...args: unknown[]) => {
    const [config, values] = args as [string | { text: string }, unknown[]]
    sent.push({ text: typeof config === 'string' ? config : config.text, values: values ?? [] })
    return Reflect.apply(query, pool, args)
  }
  Object.assign(pool, { query: listen })
  await search().finally(() => Object.assign(pool, { query }))
  const [statement] = sent
  const { rows } = await query<{ 'QUERY PLAN': string }>(`explain ${statement?.text}`, statement?.values)
  return rows.map(row => row['QUERY PLAN']).join('\n')
}

test.each([
  ['a rare word', { q: 'rare1234' }, 'profile_words_found'],
  ['the beginning of a name', { q: 'first4999' }, 'profile_words_found'],
  ['two words', { q: 'last77 rare12' }, 'profile_words_found'],
  ['a rare word in a category', { q: 'rare1234', category: 'games' }, 'profile_words_found'],
  ['a category', { q: '', category: 'music' }, 'profiles_category'],
  ['everybody', { q: '' }, 'profiles_pkey'],
] as const)('among fifty thousand people %s is found by the index', async (_what, search, index) => {
  const plan = await planOf(() => findIds(database.db, searchedProfiles, { search, part: FIRST }))
  expect(plan).toContain(index)
  expect(plan).not.toMatch(/Seq Scan on (profiles|profile_words)/)
})

test.each([
  ['a rare word', { q: 'rare1234' }, 'live_event_words_found'],
  ['all of them', { q: '' }, 'live_events_to_come'],
] as const)('among fifty thousand events %s is found by the index', async (_what, search, index) => {
  const plan = await planOf(() => findIds(database.db, searchedEvents, { search, part: FIRST }))
  expect(plan).toContain(index)
  expect(plan).not.toContain('Seq Scan on live_event_words')
})

test('a word that everybody uses costs no more, because only a limited number of rows is ranked', async () => {
  const everybody = { q: 'everybody' }
  expect(
    await planOf(() => findIds(database.db, searchedProfiles, { search: everybody, part: FIRST })),
  ).toContain('Limit')
  expect(await findIds(database.db, searchedProfiles, { search: everybody, part: FIRST })).toMatchObject({
    count: 1000,
  })
  expect(await countFound(database.db, searchedProfiles, everybody)).toBe(1000)
})

test.each([
  ['people', 'profile_words', searchedProfiles, { q: 'everybody' }],
  ['people of a category', 'profile_words', searchedProfiles, { q: 'everybody', category: 'music' }],
  ['events', 'live_event_words', searchedEvents, { q: 'talk' }],
  ['events of a category', 'live_event_words', searchedEvents, { q: 'talk', category: 'music' }],
] as const)('%s are found and ranked by their words in %s alone', async (_what, table, searched, search) => {
  const plan = await planOf(() => findIds(database.db, searched, { search, part: FIRST }))
  const read = [...plan.matchAll(/Scan (?:using \w+ )?on (\w+)/g)].map(([, name]) => name)
  expect(read.filter(name => name !== `${table}_found`)).toEqual([table])
})

test('events without a category are listed without a profile: Postgres believes that few people have one', async () => {
  expect(
    await planOf(() => findIds(database.db, searchedEvents, { search: { q: '' }, part: FIRST })),
  ).not.toContain('profiles')
})

test('a page without words reads its own rows, however many there are', async () => {
  const rows = async (part: Part) => {
    const [, planned] =
      /rows=(\d+)/.exec(
        await planOf(() => findIds(database.db, searchedProfiles, { search: { q: '' }, part })),
      ) ?? []
    return Number(planned)
  }
  expect(await rows(FIRST)).toBe(20)
  expect(await rows({ limit: 20, offset: 200 })).toBe(20)
})

test.each([
  ['everybody', searchedProfiles, { q: '' }, 1000],
  ['a category', searchedProfiles, { q: '', category: 'music' }, 1000],
  ['a word of people', searchedProfiles, { q: 'last77' }, 550],
  ['all events', searchedEvents, { q: '' }, 1000],
  ['a word of events', searchedEvents, { q: 'rare12' }, 1110],
] as const)(
  'the pages of %s join without a gap and without a double',
  async (_what, searched, search, matches) => {
    const most = Math.min(matches, 1000)
    const idsOf = async (part: Part) => (await findIds(database.db, searched, { search, part })).ids
    const all = await idsOf({ limit: most, offset: 0 })
    const joined: string[] = []
    for (let offset = 0; offset < most; offset += 70)
      joined.push(...(await idsOf({ limit: Math.min(70, most - offset), offset })))
    expect(joined).toEqual(all)
    expect(new Set(joined).size).toBe(most)
    expect(await countFound(database.db, searched, search)).toBe(most)
  },
)

test('among fifty thousand people one read of an index shows whether anything has changed', async () => {
  const plan = await planOf(() => profilesVersion(database.db))
  expect(plan).toContain('Index Only Scan Backward using profile_changes_newest')
  expect(plan).not.toContain('Seq Scan')
})
