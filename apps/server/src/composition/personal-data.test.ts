import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { CreatedUser, LiveEvent, Page, SessionRequest } from '@parley/contract'
import { escapeIdentifier } from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listFiles } from '../backup/files.ts'
import { writeBackup } from '../backup/write-backup.ts'
import { completeCall } from '../domains/requests/public.ts'
import { grantRole } from '../domains/staff/public.ts'
import { staffMember } from '../domains/staff/testing/staff-member.ts'
import { disputeOf } from '../http/testing/cast.ts'
import { TEST_PASSWORD } from '../testing/api-caller.ts'
import { testAuthenticator } from '../testing/authenticator.ts'
import { earningCaller } from '../testing/earning.ts'
import { eventCaller } from '../testing/event-caller.ts'
import { addApp } from '../testing/second-factor.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { openTestServer, type TestPerson, type TestServer } from '../testing/test-server.ts'
import { IMPERSONAL_TABLES, KEPT_WORDS, PERSONAL_TABLES, STAFF_REASONS } from './personal-tables.ts'
import { WORDS } from './testing/person-words.ts'

const ALWAYS = [{ from: '00:00', to: '24:00' }]
const WEEKLY = Object.fromEntries(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map(day => [day, ALWAYS]))

let t: TestServer
let leaver: TestPerson
let fan: TestPerson
let star: TestPerson
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

function ok<T extends { status: number; body: unknown }>(answer: T): T {
  if (answer.status >= 300) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer
}
async function mailTo(address: string, pattern: RegExp): Promise<string> {
  await t.server.doDueWork()
  const path = `GET /sandbox/mail/?as=json&page_size=100&to=${address}` as const
  const { results } = (await t.call<Page<{ text: string }>>(null, path)).body
  const found = results.map(mail => pattern.exec(mail.text)?.[1]).find(Boolean)
  if (!found) throw new Error(`no mail to ${address} has ${pattern}`)
  return found
}

async function image(): Promise<Blob> {
  const drawn = sharp({ create: { width: 64, height: 64, channels: 3, background: '#228833' } })
  return new Blob([new Uint8Array(await drawn.png().toBuffer())])
}

/** Signs up, changes the name and the address, and says everything about itself. */
async function arrive(): Promise<void> {
  const form = new FormData()
  const fields = {
    ...{ username: WORDS.formerName, first_name: WORDS.firstName, last_name: WORDS.lastName },
    ...{ email: `${WORDS.formerName}@example.org`, password: TEST_PASSWORD, confirmpassword: TEST_PASSWORD },
    ...{ price: '25.00', duration: '900', duration_display: '2', description: WORDS.offer },
  }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', await image(), 'face.png')
  const made = ok(await t.call<CreatedUser>(null, 'POST /api/user/', form)).body
  leaver = { id: made.id, username: made.username, ...made.token }
  const { bio, city, address } = WORDS
  const account = { user__username: WORDS.username, bio, city, address, country: 'GB' }
  ok(await t.call(leaver, 'PATCH /api/user/me/', account))
  const email = `${WORDS.username}@example.org`
  ok(await t.call(leaver, 'PATCH /api/user/me/', { email, currentPassword: TEST_PASSWORD }))
  const token = await mailTo(email, /confirm-email#token=([\w-]+)/)
  ok(await t.call(leaver, 'POST /api/user/email/confirm/', { token }))
  leaver.username = WORDS.username
  for (const who of [leaver, star]) {
    const hours = { mode: 'offered', zone: 'Europe/London', weekly: WEEKLY, version: 0 }
    ok(await t.call(who, 'PUT /api/influencer/me/availability/', hours))
  }
  ok(await t.call(leaver, 'POST /api/user/me/calendar-feed/'))
  ok(await t.call(leaver, 'POST /api/user/me/birth-date/', { date: '1990-02-28' }))
  await earningCaller(t).verify(leaver)
}

/** Is suspended, appeals, and comes back; staff name them in the reasons. */
async function beSuspended(): Promise<void> {
  const desk = await staffMember(t, 'mod', 'moderator')
  const { rows } = await t.server.database.pool.query<{ version: number }>(
    'select version from suspensions where user_id = $1',
    [leaver.id],
  )
  const act = { reason: `${WORDS.lastName} shouted at a fan`, version: rows[0]?.version ?? 0 }
  ok(await t.call(desk.person, `POST /api/staff/people/${leaver.id}/suspend/`, act))
  const token = await mailTo(`${WORDS.username}@example.org`, /appeal#token=(\S+)/)
  const text = `It was not me, it was ${WORDS.appeal}`
  ok(await t.call(null, 'POST /api/appeals/', { token, text }))
  const seen = await t.call<{ version: number }>(desk.person, `GET /api/staff/people/${leaver.id}/`)
  const back = { reason: `It was not ${WORDS.lastName}, but a brother`, version: seen.body.version }
  ok(await t.call(desk.person, `POST /api/staff/people/${leaver.id}/restore/`, back))
  // The rule of time looks for what is open of a suspended person for a minute.
  await t.advance(120)
  await t.advance(1)
}

/** Buys: with a note, as a gift, with a problem, by a prepaid link; and says what it thinks of the other. */
async function buy(): Promise<void> {
  const request = await t.bookAndPay(leaver, star, { note: WORDS.note, callback: `/${WORDS.username}` })
  const gift = await t.call<{ url: string }>(leaver, `POST /api/parley/${request.slug}/session/gift/`, {
    message: WORDS.gift,
  })
  const token = new URL(ok(gift).body.url).searchParams.get('token')
  ok(await t.call(fan, 'POST /api/parley/gift/accept/', { token }))
  ok(await t.call(star, `POST /api/influencer/requests/${request.id}/reject/`))
  const served = await t.bookAndPay(leaver, star)
  await completeCall(t.server.domains.requests, served.id)
  const problem = { kind: 'quality', text: WORDS.problem }
  ok(await t.call(leaver, `POST /api/parley/${served.slug}/problem/`, problem))
  const link = { amount: '10.00', duration: 600, description: WORDS.prepaid }
  const prepaid = ok(await t.call<SessionRequest>(leaver, 'POST /api/parley/prepaid-link/', link))
  await t.confirm((await t.pay(leaver, prepaid.body)).body)
  await t.server.doDueWork()
  ok(await t.call(leaver, `POST /api/influencer/parley_requests/${prepaid.body.id}/cancel/`))
  await report(leaver, 'user', star.id, WORDS.report)
  ok(await t.call(leaver, `POST /api/user/${star.id}/block/`))
}
async function report(by: TestPerson, kind: string, id: string, text: string): Promise<void> {
  const about = { about: { kind, id }, reason: 'harassment', text, uuid: crypto.randomUUID() }
  ok(await t.call(by, 'POST /api/reports/', about))
}

/** Sells: an event, a call that is refused, a slot that is moved. */
async function sell(): Promise<void> {
  const form = new FormData()
  const fields = { title: WORDS.title, description: WORDS.eventText, amount: '5.00', duration: '60' }
  for (const [name, value] of Object.entries(fields)) form.set(`virtual_event[${name}]`, value)
  form.set('virtual_event[duration_display]', '1')
  form.set('virtual_event[profile]', await image(), 'event.png')
  ok(await t.call(leaver, `PATCH /api/influencer/${WORDS.username}/`, form))
  const [row] = await sql('select slug from live_events where influencer_id = $1', [leaver.id])
  const event = ok(await t.call<LiveEvent>(null, `GET /api/parley/${row?.slug}/event/`)).body
  await eventCaller(t).placeOf(fan, event)
  await report(fan, 'event', event.slug, 'What a strange event')
  const questions = `/api/parley/${event.slug}/event/questions/` as const
  const asked = { text: WORDS.question, uuid: 'one' }
  ok(await t.call(leaver, `POST ${questions}`, asked))
  ok(await t.call(leaver, `POST /api/parley/${event.slug}/cancel-event/`))
  const refused = await t.bookAndPay(fan, leaver)
  const reason = { reason: WORDS.rejection }
  ok(await t.call(leaver, `POST /api/influencer/requests/${refused.id}/reject/`, reason))
  const day = new Date(t.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10)
  const slot = await t.bookAndPay(fan, leaver, { slot: `${day}T12:00:00.000Z` })
  const others = { slots: [`${day}T15:00:00.000Z`], message: WORDS.proposal }
  ok(await t.call(leaver, `POST /api/parley/${slot.slug}/session/proposal/`, others))
  const answer = { choice: 'refund' }
  ok(await t.call(fan, `POST /api/parley/${slot.slug}/session/proposal/answer/`, answer))
  await tellBank()
}

/** Tells a bank about a disputed sale, which the bank then decides. */
async function tellBank(): Promise<void> {
  const id = await disputeOf(t, await t.bookAndPay(fan, leaver))
  const path = `POST /api/influencer/me/disputes/${id}/statement/` as const
  ok(await t.call(leaver, path, { text: WORDS.statement }))
  await t.server.doDueWork()
  t.sandbox.faults.closeDispute(id, 'lost')
  await t.server.doDueWork()
}

/** Adds what opens an account, and what is waiting for its person. */
async function addKeys(): Promise<() => Promise<unknown>> {
  ok(await t.call(leaver, 'POST /api/auth/step-up/', { password: TEST_PASSWORD }))
  const passkeys = '/api/user/me/factors/passkeys/'
  const asked = ok(await t.call<{ challenge: string }>(leaver, `POST ${passkeys}options/`))
  const response = testAuthenticator(t.origin).make(asked.body.challenge)
  const app = await addApp(t, leaver)
  ok(await t.call(leaver, 'POST /api/auth/step-up/', { code: app.code() }))
  ok(await t.call(leaver, `POST ${passkeys}`, { name: WORDS.passkey, response }))
  ok(await t.call(null, 'POST /api/user/password-reset/', { email: `${WORDS.username}@example.org` }))
  await grantRole(t.server.database.db, { username: WORDS.username, role: 'finance', now: t.clock.now() })
  return async () =>
    ok(await t.call(leaver, 'DELETE /api/user/me/', { password: TEST_PASSWORD, forgo: true }))
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

/** The file of a backup that has a column. */
const tableFileOf = (column: string) => `tables/${column.split('.')[0]}.jsonl.gz`

/** What the server wrote into its log from the first call of the person to the last. */
const logLines: string[] = []
let wordsBefore: Record<string, string[]>
let tablesBefore: string[]
let imagesBefore: number
let balancesBefore: unknown

beforeAll(async () => {
  t = await openTestServer({
    ...{ connections: 8, env: { LOG_LEVEL: 'trace' } },
    logTo: { write: line => void logLines.push(line) },
  })
  star = await t.influencer('star')
  fan = await t.fan('fan')
  await arrive()
  await beSuspended()
  await buy()
  await sell()
  const leave = await addKeys()
  await t.server.doDueWork()
  exported = ok(await t.call<Record<string, unknown>>(leaver, 'GET /api/user/me/export/')).body
  wordsBefore = await placesOfAll()
  tablesBefore = await placesOfId(leaver.id)
  imagesBefore = (await filesIn('media')).length
  balancesBefore = await balances()
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
})

describe('the export', () => {
  test('has every part of the plan, and every word of the person', () => {
    const parts = Object.values(PERSONAL_TABLES).flatMap(({ exported: part }) =>
      'as' in part ? part.as : [],
    )
    expect(Object.keys(exported)).toEqual(expect.arrayContaining(parts))
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
    // One picture each of the profile and of the event went, in all its sizes; the other influencer's stays.
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
    const { checks } = await t.audit()
    expect(checks.filter(check => check.breaches > 0)).toEqual([])
  })

  test('a backup that is made afterwards has nothing of its person but what is kept for a reason', async () => {
    const target = join(await temporaryDirectory(), 'backup')
    await writeBackup({
      connection: { connectionString: t.server.config.databaseUrl ?? '' },
      ...{ dataDir: t.dataDir, bucket: null, target, now: t.clock.now(), unencryptedKeys: 'left_out' },
    })
    // The sandbox has what banks were told, as Stripe has it of a real sale.
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
