import { afterAll, beforeAll, expect, test } from 'vitest'
import { blocksOf } from '../../testing/growth/blocks-of.ts'
import { fillDatabase } from '../../testing/growth/fill.ts'
import { recordQueries } from '../../testing/growth/record-queries.ts'
import { shapeOf } from '../../testing/growth/shape.ts'
import { openTestServer, type TestServer } from '../../testing/test-server.ts'
import { type Range, rangeText } from './search/range.ts'
import { createSiteMapRanges } from './site-map-ranges.ts'

const SHAPE = { ...shapeOf(0.001), users: 3_000, profiles: 2_000, events: 200 }
/** Addresses in one sitemap in this test. */
const SIZE = 300

let server: TestServer
const queries = recordQueries()
beforeAll(async () => {
  server = await openTestServer()
  await fillDatabase(server.server.config.databaseUrl ?? '', {
    ...{ shape: SHAPE, passwordHash: 'none', as: 'owner' },
  })
  await server.server.database.pool.query('vacuum (analyze) profiles')
}, 240_000)
afterAll(async () => {
  queries.stop()
  await server.close()
})

const sql = async (text: string, values: unknown[] = []) =>
  (await server.server.database.pool.query<{ path: string }>(text, values)).rows.map(row => row.path)

/** The paths of the sitemaps, one after the other. */
async function listed(kind: 'profiles' | 'events', ranges: Range[]): Promise<string[]> {
  const lists = ranges.map(async range => {
    const answer = await fetch(`${server.origin}/sitemaps/${kind}-${rangeText(range)}.xml`)
    const paths = [...(await answer.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = '']) => url)
    expect(paths.length).toBeLessThanOrEqual(SIZE)
    return paths.map(url => url.slice(server.origin.length))
  })
  return (await Promise.all(lists)).flat()
}

const SHOWN = `select '/profile/' || username as path from profiles join users on id = user_id where public_profile order by id`

test('the sitemaps have each public address once, whatever is added or removed after their index was read', async () => {
  const ranges = createSiteMapRanges(server.server.database.db, SIZE)
  const events = await listed('events', await ranges.ofEvents())
  expect(events.toSorted()).toEqual(
    (
      await sql(`select '/live-event/' || slug as path from live_events where state in ('scheduled', 'live')`)
    ).toSorted(),
  )
  const read = await ranges.ofProfiles()
  expect(read).toHaveLength(Math.floor(SHAPE.profiles / SIZE) + 1)
  expect(await listed('profiles', read)).toEqual(await sql(SHOWN))
  // Two profiles at the ends of their sitemaps: one becomes hidden, the other is deleted with its person.
  const ends = read.map(({ upTo }) => upTo)
  await sql('update users set public_profile = false where id = $1', [ends[1]])
  await sql('delete from profiles where user_id = $1', [ends[2]])
  expect(await listed('profiles', read)).toEqual(await sql(SHOWN))
  // The ranges that this process found before, and those that another finds now, both contain every address.
  expect(await listed('profiles', await ranges.ofProfiles())).toEqual(await sql(SHOWN))
  const another = createSiteMapRanges(server.server.database.db, SIZE)
  expect(await listed('profiles', await another.ofProfiles())).toEqual(await sql(SHOWN))
})

test('the index reads only the newest profiles, however many there are', async () => {
  const ranges = createSiteMapRanges(server.server.database.db, SIZE)
  const blocks = async () => {
    queries.take()
    await ranges.ofProfiles()
    return blocksOf(server.server.config.databaseUrl, queries.take())
  }
  const first = await blocks()
  const second = await blocks()
  expect(second, `${first} blocks at first`).toBeLessThanOrEqual(6)
  expect(second).toBeLessThan(first)
})

test('two calls at once find the same ranges', async () => {
  const ranges = createSiteMapRanges(server.server.database.db, SIZE)
  const [one, two] = await Promise.all([ranges.ofProfiles(), ranges.ofProfiles()])
  expect(one).toEqual(two)
})
