import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { SessionRequest } from '@parley/contract'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { completeCall } from '../domains/requests/public.ts'
import { eventCaller } from '../testing/event-caller.ts'
import { serverFile } from '../testing/server-programs.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { openTestServer, type TestServer } from '../testing/test-server.ts'
import {
  BREACHES,
  BY_THE_RULE,
  journal,
  LET_BREACHES_IN,
  OTHER_BREACHES,
  type World,
} from './breaches.testing.ts'
import { AUDIT_CHECKS } from './checks.ts'
import { type AuditOptions, auditSnapshot, runAudit } from './run-audit.ts'

const AUDIT = serverFile(new URL('../audit.ts', import.meta.url))

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
  const terms = { amount: '10.00', duration: 600, description: 'Ten minutes for somebody' }
  const { body: link } = await testServer.call<SessionRequest>(fan, 'POST /api/parley/prepaid-link/', terms)
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

/** The checks that fail when this was done to the database, and what they were asked about; nothing of it stays. */
async function auditAfter(breach: string, scope: AuditOptions['scope'] = 'everything') {
  const client = await testServer.server.database.pool.connect()
  try {
    await client.query('begin')
    await client.query(`${LET_BREACHES_IN}; ${breach}`)
    const { result } = await auditSnapshot(client, { scope })
    const failing = result.checks.filter(({ breaches }) => breaches > 0).map(({ name }) => name)
    return { failing, lookedAt: result.lookedAt }
  } finally {
    await client.query('rollback')
    client.release()
  }
}
const WITHIN = { timeout: 60_000, interval: 200 }
const failingAfter = async (breach: string) => (await auditAfter(breach)).failing

/** `npm run audit` as an operator starts it, on the database of the test server. */
async function runCommand(...args: string[]): Promise<{ code: number; output: string }> {
  const { NODE_COMPILE_CACHE, PATH } = process.env
  const env = {
    NODE_COMPILE_CACHE,
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

  test.each(OTHER_BREACHES)('notices that %s', async (_how, name, breach) => {
    expect(await failingAfter(breach(world))).toEqual([name])
  })

  test.each(BY_THE_RULE)('agrees where %s', async (_how, change) => {
    expect(await failingAfter(change(world))).toEqual([])
  })

  test('lets an event that was ended just now wait for the end of its count', async () => {
    const ended = `update live_events set state = 'ended', ending = 'served', settles_by = now() + interval '1 minute'
                   where id = '${world.event}'`
    expect(await failingAfter(ended)).toEqual([])
  })
})

describe('an audit of what was written since the last one', () => {
  beforeAll(async () => {
    // It reads from the oldest transaction that was open then, also in the databases of tests beside this one.
    await vi.waitFor(async () => {
      expect(await testServer.audit()).toMatchObject({ ok: true })
      expect((await auditAfter('select 1', 'changed')).lookedAt).toHaveProperty('ids', 0)
    }, WITHIN)
  })

  test('is asked about nothing old while nothing was written', async () => {
    const { failing, lookedAt } = await auditAfter('select 1', 'changed')
    expect(failing).toEqual([])
    expect(lookedAt).toMatchObject({ what: 'changed' })
    expect(lookedAt).toHaveProperty('ids', 0)
  })

  test.each(AUDIT_CHECKS.map(({ name, invariant }) => [invariant, name] as const))(
    'notices when it is no longer so that %s',
    async (_invariant, name) => {
      const { failing, lookedAt } = await auditAfter(BREACHES[name]?.(world) ?? '', 'changed')
      expect(failing).toEqual([name])
      // That one changes an old line of the trail, which nothing but the database's owner can.
      expect(lookedAt.what).toBe(name === 'audit_trail_agrees' ? 'everything' : 'changed')
    },
  )

  test('is asked about the request of a payment that a journal names alone', async () => {
    const { pool } = testServer.server.database
    await pool.query(
      `insert into payments (id, request_id, payer_id, amount_pence, status, created_at, updated_at)
       select '00000000-0000-7000-8000-000000000002', id, buyer_id, price_pence, 'failed', now(), now()
       from session_requests where id = '${world.unpaid}'`,
    )
    expect(await testServer.audit()).toMatchObject({ ok: true })
    const charge = journal('charge:00000000-0000-7000-8000-000000000002', [
      ['bank', 5],
      ['psp_fees', -5],
    ])
    expect(await auditAfter(charge, 'changed')).toMatchObject({
      failing: ['charge_agrees'],
      lookedAt: { what: 'changed' },
    })
  })

  test.each([
    ['a posting of old was changed', 'update postings set amount_pence = amount_pence'],
    ['journals of old were written anew', 'update journals set kind = kind'],
    ['lines of the audit trail were removed', `delete from request_audit where action = 'book'`],
    [
      'a row that is looked at was removed',
      `delete from call_rooms where false; delete from media_alone where true`,
    ],
    ['the checks were others', `update operator_runs set checkpoint = checkpoint || '{"checks": "others"}'`],
    [
      'it is of another cluster',
      `update operator_runs set checkpoint = checkpoint || '{"boundary": "99999999999"}'`,
    ],
    ['no audit was there before', 'delete from operator_runs'],
  ])('looks at everything when %s', async (_why, change) => {
    const { lookedAt } = await auditAfter(change, 'changed')
    expect(lookedAt).toMatchObject({ what: 'everything' })
  })

  test('keeps the checkpoint of before a breach, so that the next audit finds it too', async () => {
    const { pool } = testServer.server.database
    await pool.query(`update session_requests set due_at = null where id = '${world.paid}'`)
    for (const _audit of ['first', 'second']) {
      const { ok, lookedAt } = await runAudit(pool, { scope: 'changed' })
      expect({ ok, what: lookedAt.what }).toEqual({ ok: false, what: 'changed' })
    }
    await pool.query(`update session_requests set due_at = now() where id = '${world.paid}'`)
    expect(await runAudit(pool, { scope: 'changed' })).toMatchObject({ ok: true })
  })

  test('adds up the same balances as an audit of everything, from what they were', async () => {
    const { pool } = testServer.server.database
    const before = (await runAudit(pool, { scope: 'changed' })).balances
    await testServer.bookAndPay(await testServer.fan('later'), await testServer.influencer('other'))
    const changed = await runAudit(pool, { scope: 'changed' })
    expect(changed.lookedAt.what).toBe('changed')
    expect(changed.balances).not.toEqual(before)
    expect(changed.balances).toEqual((await testServer.audit()).balances)
    expect((await runAudit(pool, { scope: 'changed' })).balances).toEqual(changed.balances)
  })

  test('does not believe itself about a row that was removed while it looked', async () => {
    const { pool } = testServer.server.database
    let removed: Promise<unknown> | undefined
    const onProgress = () => {
      removed ??= pool.query('delete from media_alone where false')
    }
    await runAudit(pool, { scope: 'everything', onProgress })
    await removed
    expect((await runAudit(pool, { scope: 'changed' })).lookedAt).toMatchObject({ what: 'everything' })
  })
})

describe('npm run audit', () => {
  test('ends with 0 while the books agree, and with 1 and the rows when they do not', async () => {
    const good = await runCommand()
    expect(good.output).toContain('The books agree.')
    expect(good.code).toBe(0)
    expect(good.output).toContain('Not looked at again: what nobody wrote since.')
    const { pool } = testServer.server.database
    await pool.query(`update session_requests set due_at = null where id = '${world.paid}'`)
    const bad = await runCommand('--all')
    expect(bad.output).toContain('Looked at everything: it was asked for.')
    expect(bad.output).toContain('BROKEN open_requests_have_a_next_rule')
    expect(bad.output).toContain(world.paid)
    expect(bad.output).toContain('The books do not agree.')
    expect(bad.code).toBe(1)
    const asJson = await runCommand('--json')
    expect(JSON.parse(asJson.output)).toMatchObject({ ok: false })
    expect(asJson.code).toBe(1)
  })
})
