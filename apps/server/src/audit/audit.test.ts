import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { SessionRequest } from '@parley/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { completeCall } from '../domains/requests/public.ts'
import { eventCaller } from '../testing/event-caller.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { openTestServer, type TestServer } from '../testing/test-server.ts'
import { BREACHES, LET_BREACHES_IN, type World } from './breaches.testing.ts'
import { AUDIT_CHECKS } from './checks.ts'

const AUDIT = join(import.meta.dirname, '..', 'audit.ts')

let testServer: TestServer
let world: World

beforeAll(async () => {
  testServer = await openTestServer()
  const [fan, star, stranger] = [
    await testServer.fan('fan'),
    await testServer.influencer('star'),
    await testServer.fan('stranger'),
  ]
  const earned = await testServer.bookAndPay(fan, star)
  await completeCall(testServer.server.domains.requests, earned.id)
  await testServer.advance(48 * 3600)
  const paid = await testServer.bookAndPay(fan, star)
  const unpaid = (await testServer.book(fan, star)).body
  const asked = { amount: '10.00', duration: 600, description: 'Ten minutes for somebody' }
  const { body: link } = await testServer.call<SessionRequest>(fan, 'POST /api/parley/prepaid-link/', asked)
  await testServer.confirm((await testServer.pay(fan, link)).body)
  await testServer.server.doDueWork()
  await testServer.call(star, `POST /api/parley/prepaid/${link.id}/accept/`)
  const events = eventCaller(testServer)
  const event = await events.create(star, { capacity: 5 })
  const { body: place } = await events.bookPlace(fan, event)
  await testServer.confirm((await testServer.pay(fan, place)).body)
  await testServer.server.doDueWork()
  world = {
    ...{ paid: paid.id, unpaid: unpaid.id, claimed: link.id },
    ...{ place: place.id, event: event.id, stranger: stranger.id, earned: earned.id },
  }
})
afterAll(() => testServer.close())

/** The checks that fail when this was done to the database; nothing of it stays. */
async function failingAfter(breach: string): Promise<string[]> {
  const client = await testServer.server.database.pool.connect()
  try {
    await client.query('begin')
    await client.query(`${LET_BREACHES_IN}; ${breach}`)
    const failing: string[] = []
    for (const { name, sql } of AUDIT_CHECKS) {
      if ((await client.query(sql)).rowCount) failing.push(name)
    }
    return failing
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** `npm run audit` as an operator starts it, on the database of the test server. */
async function runCommand(...args: string[]): Promise<{ code: number; output: string }> {
  const { PATH } = process.env
  const env = {
    PATH,
    DATABASE_URL: testServer.server.config.databaseUrl,
    DATA_DIR: await temporaryDirectory(),
  }
  const run = spawn(process.execPath, [AUDIT, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  run.stdout.on('data', chunk => {
    output += String(chunk)
  })
  const [code] = (await once(run, 'close')) as [number]
  return { code, output }
}

describe('the audit', () => {
  test('agrees with a server that was only used', async () => {
    expect(await failingAfter('select 1')).toEqual([])
    expect(await testServer.audit()).toMatchObject({ ok: true })
  })

  test('has a breach to prove each of its checks, and no check twice', () => {
    const names = AUDIT_CHECKS.map(check => check.name)
    expect(Object.keys(BREACHES).sort()).toEqual(names.toSorted())
    expect(new Set(names).size).toBe(names.length)
  })

  test.each(AUDIT_CHECKS.map(({ name, invariant }) => [invariant, name] as const))(
    'notices when it is no longer so that %s',
    async (_invariant, name) => {
      const breach = BREACHES[name]
      if (!breach) throw new Error(`no breach for ${name}`)
      expect(await failingAfter(breach(world))).toEqual([name])
    },
  )
})

describe('npm run audit', () => {
  test('ends with 0 while the books agree, and with 1 and the rows when they do not', async () => {
    const good = await runCommand()
    expect(good.output).toContain('The books agree.')
    expect(good.code).toBe(0)
    const { pool } = testServer.server.database
    await pool.query(`update session_requests set due_at = null where id = '${world.paid}'`)
    const bad = await runCommand()
    expect(bad.output).toContain('BROKEN open_requests_have_a_next_rule')
    expect(bad.output).toContain(world.paid)
    expect(bad.output).toContain('The books do not agree.')
    expect(bad.code).toBe(1)
    const asJson = await runCommand('--json')
    expect(JSON.parse(asJson.output)).toMatchObject({ ok: false })
    expect(asJson.code).toBe(1)
  })
})
