import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { escapeIdentifier } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listFiles } from '../backup/files.ts'
import { writeBackup } from '../backup/write-backup.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { openTestServer, type TestPerson, type TestServer } from '../testing/test-server.ts'
import { IMPERSONAL_TABLES, KEPT_WORDS, PERSONAL_TABLES, STAFF_REASONS } from './personal-tables.ts'
import { addKeys, arrive, attend, beSuspended, buy, ok, sell } from './testing/leaver.ts'
import { WORDS } from './testing/person-words.ts'

let t: TestServer
let leaver: TestPerson
let star: TestPerson
/** What somebody else asked, and the person voted for. */
let votedFor: string
let exported: Record<string, unknown>

const sql = async (text: string, values: unknown[] = []) =>
  (await t.server.database.pool.query<Record<string, string>>(text, values)).rows

async function wordColumns(): Promise<{ table: string; column: string }[]> {
  const rows = await sql(
    `select table_name as "table", column_name as "column" from information_schema.columns
     where table_schema = 'public' and data_type in ('text', 'character varying', 'json', 'jsonb', 'tsvector', 'ARRAY')`,
  )
  return rows.map(({ table = '', column = '' }) => ({ table, column }))
}

/** Which columns of which tables have the word, in any letters. */
async function placesOf(word: string): Promise<string[]> {
  const looks = (await wordColumns()).map(
    ({ table, column }) =>
      `select '${table}.${column}' as place where exists
       (select from ${escapeIdentifier(table)} where ${escapeIdentifier(column)}::text ilike $1)`,
  )
  return (await sql(looks.join(' union all '), [`%${word}%`])).map(({ place = '' }) => place).sort()
}

/** Which columns of which tables point at the person, with or without a foreign key. */
async function placesOfId(id: string): Promise<string[]> {
  const columns = await sql(
    `select table_name, column_name from information_schema.columns where table_schema = 'public' and data_type = 'uuid'`,
  )
  const looks = columns.map(
    ({ table_name: table = '', column_name: column = '' }) =>
      `select '${table}' as place where exists (select from ${escapeIdentifier(table)} where ${escapeIdentifier(column)} = $1)`,
  )
  return [...new Set((await sql(looks.join(' union all '), [id])).map(({ place = '' }) => place))].sort()
}

const placesOfAll = async () => {
  const found: Record<string, string[]> = {}
  for (const [name, word] of Object.entries(WORDS)) found[name] = await placesOf(word)
  return found
}

/** All files below a folder of the server's data, as one text for each. */
async function filesIn(folder: string): Promise<{ name: string; text: string }[]> {
  const found = await readdir(join(t.dataDir, folder), { recursive: true, withFileTypes: true })
  return Promise.all(
    found
      .filter(each => each.isFile())
      .map(async ({ parentPath, name }) => ({ name, text: await readFile(join(parentPath, name), 'utf8') })),
  )
}
const balances = () =>
  sql('select account, sum(amount_pence)::text as pence from postings group by 1 order by 1')

/** How many photos of the two of a call there are; here all of them show the person. */
const countKeepsakes = async () => (await sql('select id from keepsakes where picture is not null')).length
const tableOf = (column: string) => column.split('.')[0] ?? ''
/** The file of a backup that has a column. */
const tableFileOf = (column: string) => `tables/${tableOf(column)}.jsonl.gz`

/** What the server wrote into its log from the first call of the person to the last. */
const logLines: string[] = []
let wordsBefore: Record<string, string[]>
let tablesBefore: string[]
let imagesBefore: number
let keepsakesBefore: number
let balancesBefore: unknown

beforeAll(async () => {
  t = await openTestServer({
    ...{ connections: 8, env: { LOG_LEVEL: 'trace' } },
    logTo: { write: line => void logLines.push(line) },
  })
  star = await t.influencer('star')
  const others = { t, star, fan: await t.fan('fan') }
  const cast = { ...others, leaver: await arrive(others) }
  leaver = cast.leaver
  await beSuspended(cast)
  votedFor = (await attend(cast)).votedFor
  await buy(cast)
  await sell(cast)
  const leave = await addKeys(cast)
  await t.server.doDueWork()
  exported = ok(await t.call<Record<string, unknown>>(leaver, 'GET /api/user/me/export/')).body
  wordsBefore = await placesOfAll()
  tablesBefore = await placesOfId(leaver.id)
  imagesBefore = (await filesIn('media')).length
  balancesBefore = await balances()
  keepsakesBefore = await countKeepsakes()
  await leave()
  await t.server.doDueWork()
})
afterAll(() => t?.close())

describe('the plan of export and erase', () => {
  test('has every table that points at a person, and every other table with words', async () => {
    const pointing = await sql(
      `select distinct c.relname as name from pg_constraint k join pg_class c on c.oid = k.conrelid
       where k.contype = 'f' and k.confrelid in ('users'::regclass, 'profiles'::regclass)`,
    )
    const withPeople = ['users', ...pointing.map(({ name = '' }) => name)]
    const planned = Object.keys(PERSONAL_TABLES)
    expect(withPeople.filter(name => !planned.includes(name))).toEqual([])
    const withWords = new Set((await wordColumns()).map(({ table }) => table))
    const listed = [...planned, ...Object.keys(IMPERSONAL_TABLES)]
    expect([...withWords].filter(name => !listed.includes(name))).toEqual([])
    const tables = (await sql("select tablename as name from pg_tables where schemaname = 'public'")).map(
      ({ name }) => name,
    )
    expect(listed.filter(name => !tables.includes(name))).toEqual([])
    expect(Object.keys(IMPERSONAL_TABLES).filter(name => planned.includes(name))).toEqual([])
  })

  test('names every column in which staff write a reason, and no column that is not there', async () => {
    const columns = (await wordColumns()).map(({ table, column }) => `${table}.${column}`)
    expect(Object.keys(KEPT_WORDS).filter(place => !columns.includes(place))).toEqual([])
    const reasons = await sql(
      `select table_name || '.' || column_name as place from information_schema.columns
       where table_schema = 'public' and data_type = 'text' and column_name in ('reason', 'decision_reason')`,
    )
    // A code of this product or of a bank, or the words of a party.
    const others = ['disputes.reason', 'refunds.reason', 'reports.reason', 'transfer_reversals.reason']
    const byStaff = reasons.map(({ place = '' }) => place).filter(place => !others.includes(place))
    expect(byStaff.sort()).toEqual(Object.keys(STAFF_REASONS).sort())
  })

  test('has no table less than those that had the person', () => {
    expect(tablesBefore.filter(name => !(name in PERSONAL_TABLES))).toEqual([])
  })

  test('is tried on each table that the deletion changes: the person had a row in it', () => {
    const withWords = new Set(Object.values(wordsBefore).flatMap(places => places.map(tableOf)))
    const untried = Object.entries(PERSONAL_TABLES)
      .filter(([, { erased }]) => typeof erased === 'string')
      .map(([name]) => name)
      .filter(name => !tablesBefore.includes(name) && !withWords.has(name))
    expect(untried).toEqual([])
  })
})

/** A keepsake in the export: when the person agreed, and where its photo is. */
const KEPT = { state: 'kept', consented_at: expect.any(String), picture: expect.any(String) }

describe('the export', () => {
  test('has every part of the plan, and every word of the person', () => {
    const parts = Object.values(PERSONAL_TABLES).flatMap(({ exported: part }) =>
      'as' in part ? part.as : [],
    )
    const isEmpty = (part: unknown) => !part || Object.keys(part).length === 0
    // Nothing was paid out: what the bank took back was all that they had earned.
    expect([...new Set(parts)].filter(part => isEmpty(exported[part]))).toEqual(['payouts'])
    expect(exported).toMatchObject({
      usher_at: expect.arrayContaining([
        expect.objectContaining({ role: 'usher' }),
        expect.objectContaining({ role: 'moderator' }),
      ]),
      event_questions: { asked: [{ text: WORDS.question }], voted: [{ questionId: votedFor }] },
      keepsakes: [KEPT, KEPT],
    })
    const text = JSON.stringify(exported).toLowerCase()
    expect(Object.values(WORDS).filter(word => !text.includes(word.toLowerCase()))).toEqual([])
  })
})

describe('after the account is deleted', () => {
  test('nothing has the words of its person but what is kept for a reason', async () => {
    for (const name of Object.keys(WORDS)) expect([name, wordsBefore[name]]).not.toEqual([name, []])
    const left = Object.entries(await placesOfAll()).flatMap(([name, places]) =>
      places.filter(place => !(place in KEPT_WORDS)).map(place => `${name}: ${place}`),
    )
    expect(left).toEqual([])
    // Who they were is in none of them, but where staff wrote it as a reason.
    for (const name of [WORDS.formerName, WORDS.username, WORDS.firstName])
      expect(await placesOf(name)).toEqual([])
    const named = ['appeals.decision_reason', 'staff_actions.reason', 'suspensions.reason']
    expect(await placesOf(WORDS.lastName)).toEqual(named)
    expect(named.filter(place => !(place in STAFF_REASONS))).toEqual([])
  })

  test('no row that goes with the account points at its person', async () => {
    const gone = Object.keys(PERSONAL_TABLES).filter(name => PERSONAL_TABLES[name]?.erased === 'rows')
    expect((await placesOfId(leaver.id)).filter(name => gone.includes(name))).toEqual([])
  })

  test('nobody else has a picture of them, nor their vote, and their cards have no number', async () => {
    expect([keepsakesBefore, await countKeepsakes()]).toEqual([2, 0])
    expect(await sql('select id, votes from questions')).toEqual([{ id: votedFor, votes: 0 }])
    const cards = await sql('select brand, last4 from saved_cards where user_id = $1', [leaver.id])
    expect(cards).toEqual([{ brand: '', last4: '' }])
  })

  test('their mails, but for the last, and their pictures are no files any more', async () => {
    const { username, formerName } = WORDS
    const mails = (await filesIn('outbox')).filter(({ name }) => name.endsWith('.json'))
    const kinds = mails
      .map(({ text }) => JSON.parse(text) as { to: string; kind: string })
      .filter(({ to }) => [username, formerName].some(name => to === `${name}@example.org`))
      .map(({ kind }) => kind)
    expect([...new Set(kinds)]).toEqual(['account_deleted'])
    // Nor does a mail to somebody else name them, in the file to read or as it would travel.
    const isTheirs = (text: string) =>
      [username, formerName].some(name => (JSON.parse(text) as { to: string }).to === `${name}@example.org`)
    const toOthers = mails.filter(({ text }) => !isTheirs(text))
    expect(toOthers.length).toBeGreaterThan(0)
    for (const { text } of toOthers)
      for (const name of [username, formerName, WORDS.lastName])
        expect(text.toLowerCase()).not.toContain(name.toLowerCase())
    expect((await filesIn('outbox')).filter(({ name }) => name.endsWith('.eml'))).toHaveLength(mails.length)
    // One image each of the profile and of the event went, in all its sizes; the other influencer's stays.
    expect(imagesBefore).toBeGreaterThan(0)
    expect((await filesIn('media')).length * 3).toBe(imagesBefore)
  })

  test('no line of the log has a name, an address or a word of its person', () => {
    expect(logLines.length).toBeGreaterThan(0)
    const words = [...Object.values(WORDS), '@example.org'].map(word => word.toLowerCase())
    const lines = logLines.filter(line => words.some(word => line.toLowerCase().includes(word)))
    expect(lines).toEqual([])
  })

  test('balances and the audit are as before', async () => {
    expect(await balances()).toEqual(balancesBefore)
    expect(await t.breaches()).toEqual([])
  })

  test('a backup that is made afterwards has nothing of its person but what is kept for a reason', async () => {
    const target = join(await temporaryDirectory(), 'backup')
    await writeBackup({
      connection: { connectionString: t.server.config.databaseUrl ?? '' },
      ...{ dataDir: t.dataDir, bucket: null, target, now: t.clock.now(), unencryptedKeys: 'left_out' },
    })
    // The sandbox has what was sent to banks, as Stripe has it of a real sale.
    const keptIn = ['stripe-sandbox.sqlite', ...Object.keys(KEPT_WORDS).map(tableFileOf)]
    const namedIn = Object.keys(STAFF_REASONS).map(tableFileOf)
    const files = await Promise.all(
      (await listFiles(target)).map(async path => {
        const bytes = await readFile(join(target, path))
        return { path, text: (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString().toLowerCase() }
      }),
    )
    // It is a backup of this database: the other people are in it.
    expect(files.filter(({ text }) => text.includes(star.username)).map(({ path }) => path)).toContain(
      'tables/users.jsonl.gz',
    )
    const names: string[] = [WORDS.formerName, WORDS.username, WORDS.firstName]
    const mayHave = (path: string, word: string) =>
      !names.includes(word) && (word === WORDS.lastName ? namedIn : keptIn).includes(path)
    const found = Object.values(WORDS).flatMap(word =>
      files
        .filter(({ text }) => text.includes(word.toLowerCase()))
        .filter(({ path }) => !mayHave(path, word))
        .map(({ path }) => `${word}: ${path}`),
    )
    expect(found).toEqual([])
  })
})
