import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { listFiles } from '../../../backup/files.ts'
import { writeBackup } from '../../../backup/write-backup.ts'
import { eventCaller } from '../../../testing/event-caller.ts'
import { temporaryDirectory } from '../../../testing/temporary-directory.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'
import { newsWhere, receivesLine, refusal, say } from '../testing/chat-client.ts'

/** What the chat of the event has: lines that are read, hidden or refused, and a word that the owner refuses. */
const SAID = {
  read: 'persimmon',
  refusedWord: 'quince',
  refusedLink: 'durian.example.com',
  ofTheMuted: 'tamarind',
  whileMuted: 'lychee',
  ofTheRemoved: 'rambutan',
}
const TITLE = 'Medlars and sloes'

let t: TestServer
const logged: string[] = []
/** The ids of its lines. */
const lineIds: string[] = []
let rowsOfTheMuted: { before: Record<string, number>; after: Record<string, number> }

async function tablesWith(text: string): Promise<Record<string, number>> {
  const { pool } = t.server.database
  const tables = await pool.query<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public'`,
  )
  const found: Record<string, number> = {}
  for (const { name } of tables.rows) {
    const { rowCount } = await pool.query(`select 1 from ${name} as each where each::text like $1`, [
      `%${text}%`,
    ])
    if (rowCount) found[name] = rowCount
  }
  return found
}

/** The files below a folder that have a text, compressed or not. */
async function filesWith(folder: string, text: string): Promise<string[]> {
  const found: string[] = []
  for (const path of await listFiles(folder)) {
    const bytes = await readFile(join(folder, path))
    if ((path.endsWith('.gz') ? gunzipSync(bytes) : bytes).includes(text)) found.push(path)
  }
  return found
}

const secrets = () => [...Object.values(SAID), ...lineIds]

beforeAll(async () => {
  t = await openTestServer({
    ...{ connections: 12, env: { LOG_LEVEL: 'trace' } },
    logTo: { write: line => void logged.push(line) },
  })
  const owner = await t.influencer('ivy')
  const [ann, bob, cat] = [await t.fan('ann'), await t.fan('bob'), await t.fan('cat')]
  const events = eventCaller(t)
  const event = await events.create(owner, { title: TITLE })
  const enter = async (person: TestPerson) => {
    const socket = await events.watch(person, event)
    await newsWhere(socket, news => news.from_start === true)
    return socket
  }
  for (const fan of [ann, bob, cat]) await events.placeOf(fan, event)
  const host = await enter(owner)
  const [reads, muted, removed] = [await enter(ann), await enter(bob), await enter(cat)]
  await t.server.doDueWork()
  rowsOfTheMuted = { before: await tablesWith(bob.id), after: {} }
  host.say({ type: 'moderate', act: 'rules', words: [SAID.refusedWord] })
  await newsWhere(host, news => news.room?.words?.length === 1)
  say(reads, SAID.read)
  lineIds.push((await receivesLine(host, SAID.read)).id)
  for (const [text, why] of [
    [`One ${SAID.refusedWord}`, 'word'],
    [SAID.refusedLink, 'link'],
  ] as const)
    expect(await refusal(reads, say(reads, text))).toMatchObject({ why })
  say(muted, SAID.ofTheMuted)
  const { id: ofTheMuted } = await receivesLine(host, SAID.ofTheMuted)
  host.say({ type: 'moderate', act: 'mute', line: ofTheMuted, until: 'end' })
  await newsWhere(muted, news => news.you?.muted_until === 'end')
  expect(await refusal(muted, say(muted, SAID.whileMuted))).toMatchObject({ why: 'muted' })
  await t.server.doDueWork()
  rowsOfTheMuted.after = await tablesWith(bob.id)
  say(removed, SAID.ofTheRemoved)
  const { id: ofTheRemoved } = await receivesLine(host, SAID.ofTheRemoved)
  host.say({ type: 'moderate', act: 'remove', line: ofTheRemoved })
  lineIds.push(ofTheMuted, ofTheRemoved)
  const isRefunded = async () => {
    await t.server.doDueWork()
    expect((await events.ownPlace(cat, event)).body.payment?.status).toBe('refunded')
  }
  await vi.waitFor(isRefunded, { timeout: 60_000, interval: 50 })
  await t.server.doDueWork()
  expect(await removed.closed).toBe(4403)
})
afterAll(() => t.close())

test('of the chat of an event, its refused words, its mutes and a removal, no line is in any table', async () => {
  expect(Object.keys(await tablesWith(TITLE))).toContain('live_events')
  for (const text of secrets()) expect([text, await tablesWith(text)]).toEqual([text, {}])
  expect(Object.keys(rowsOfTheMuted.before)).toContain('session_requests')
  expect(rowsOfTheMuted.after).toEqual(rowsOfTheMuted.before)
})

test('and none is in the log, in a mail or in any other file', async () => {
  const log = logged.join('')
  // Its lowest level is in it.
  expect(log).toContain('"level":10')
  for (const text of secrets()) {
    expect(log).not.toContain(text)
    expect([text, await filesWith(t.dataDir, text)]).toEqual([text, []])
  }
  expect(await filesWith(t.dataDir, TITLE)).not.toEqual([])
})

test('and none is in a backup', async () => {
  const target = join(await temporaryDirectory(), 'backup')
  await writeBackup({
    connection: { connectionString: t.server.config.databaseUrl ?? '' },
    ...{ dataDir: t.dataDir, bucket: null, target, now: t.clock.now() },
    unencryptedKeys: 'left_out',
  })
  expect(await filesWith(target, TITLE)).toContain('tables/live_events.jsonl.gz')
  for (const text of secrets()) expect([text, await filesWith(target, text)]).toEqual([text, []])
})
