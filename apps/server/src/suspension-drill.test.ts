import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SessionRequest } from '@parley/contract'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { runningConnection } from './db/embedded-postgres.ts'
import { apiCaller, type TestPerson } from './testing/api-caller.ts'
import { auditOf } from './testing/drill/books.ts'
import { suspendAtDesk } from './testing/drill/suspend-at-desk.ts'
import { freePort } from './testing/free-port.ts'
import { providerSays, queryRows } from './testing/provider-says.ts'
import { type ServerProcess, serverProcess } from './testing/server-process.ts'

const LIMIT_MS = 300_000
/** Ends a wait that is in vain: work that a dead server had begun is taken up after ten seconds. */
const WITHIN = { timeout: 200_000, interval: 250 }
/**
 * `SUSPENDED_REQUESTS=500` settles so many. No fewer than 250: the server dies before the middle one, which somebody
 * holds, and after the first round.
 */
const REQUESTS = Number(process.env.SUSPENDED_REQUESTS ?? 260)
/** So many are paid before all others, and so many after them. */
const PAID_AT_EACH_END = 3
/** More than one round of settling. */
const ENDED_AT_DEATH = 120

const dataDir = await mkdtemp(join(tmpdir(), 'parley-suspension-'))
const server: ServerProcess = serverProcess({ port: await freePort(), dataDir })
const api = apiCaller(server.origin)
let fan: TestPerson
let star: TestPerson

beforeAll(async () => {
  await server.start()
  fan = await api.fan('fred')
  star = await api.influencer('ivy')
}, LIMIT_MS)
afterAll(async () => {
  if (server.isRunning()) await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}, LIMIT_MS)

const query = async <T extends object>(sql: string, values: unknown[] = []) =>
  queryRows<T>(await runningConnection(dataDir), sql, values)

async function buy(): Promise<SessionRequest> {
  const { status, body: request } = await api.book(fan, star)
  expect(status).toBe(201)
  await api.confirm((await api.pay(fan, request)).body)
  await vi.waitFor(
    async () => expect((await api.request(fan, request.slug)).payment.status).toBe('paid'),
    WITHIN,
  )
  return request
}

async function buyAnEnd(): Promise<SessionRequest[]> {
  const bought: SessionRequest[] = []
  for (let n = 0; n < PAID_AT_EACH_END; n++) bought.push(await buy())
  return bought
}

/** Unpaid requests that came right after this one: more than one person may make. */
const writeUnpaidAfter = (request: SessionRequest | undefined, count: number) =>
  query(
    `insert into session_requests (id, slug, uuid, fingerprint, request_type, state, payment_status, buyer_id, influencer_id,
       description, price_pence, fee_basis_points, duration_seconds, duration_display, created_at, due_at)
     select gen_random_uuid(), 'many-' || n, gen_random_uuid()::text, '', 'private', 'offered', 'unpaid', $1, $2,
       '', 2500, 1000, 900, 2, last.at + interval '1 ms', now() + interval '1 year'
     from (select created_at as at from session_requests where id = $4) last, generate_series(1, $3::int) n`,
    [fan.id, star.id, count, request?.id],
  )

/** Somebody else keeps one in the middle and those that were paid last: nobody can be at the end of them. */
async function holdSome(): Promise<Client> {
  const holder = new Client(await runningConnection(dataDir))
  holder.on('error', () => undefined)
  await holder.connect()
  await holder.query('begin')
  const { rowCount } = await holder.query(
    `select id from session_requests where id in (select id from
       (select id, row_number() over (order by created_at, id) as n from session_requests) r
     where n = $1::int / 2 or n > $1::int - $2::int) for update`,
    [REQUESTS, PAID_AT_EACH_END],
  )
  expect(rowCount).toBe(PAID_AT_EACH_END + 1)
  return holder
}

const statesOf = async (requests: readonly SessionRequest[]) => {
  const ids = requests.map(({ id }) => id)
  const found = await query<{ state: string }>('select state from session_requests where id = any($1)', [ids])
  return found.map(({ state }) => state)
}

it(
  'a server killed among hundreds of open requests of a suspended person: each is settled once, and what was paid goes back once',
  async () => {
    const first = await buyAnEnd()
    const last = await buyAnEnd()
    await writeUnpaidAfter(first.at(-1), REQUESTS - 2 * PAID_AT_EACH_END)
    const holder = await holdSome()
    const countEnded = async () =>
      (await query(`select 1 from request_audit where action = 'suspend'`)).length
    const database = await runningConnection(dataDir)
    expect((await suspendAtDesk(api, database, { by: 'mona', whom: star })).status).toBe(204)
    await vi.waitFor(async () => expect(await countEnded()).toBeGreaterThanOrEqual(ENDED_AT_DEATH), WITHIN)
    await server.kill()
    expect(await statesOf(first)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(await statesOf(last)).toEqual(['offered', 'offered', 'offered'])
    await holder.end()

    await server.start()
    await vi.waitFor(async () => expect(await countEnded()).toBe(REQUESTS), WITHIN)
    const states = 'select state, count(*)::int as n from session_requests group by state'
    expect(await query(states)).toEqual([{ state: 'rejected', n: REQUESTS }])
    const each = `select distinct request_id from request_audit where action = 'suspend'`
    expect(await query(each)).toHaveLength(REQUESTS)
    const paid = [...first, ...last]
    for (const request of paid) {
      await vi.waitFor(
        async () => expect((await api.request(fan, request.slug)).payment.status).toBe('refunded'),
        WITHIN,
      )
      const says = await providerSays(
        { origin: server.origin, database: await runningConnection(dataDir) },
        request,
      )
      expect(says).toEqual({ charges: 1, refunds: 2500 })
    }
    expect(await query('select 1 from refunds')).toHaveLength(paid.length)
    expect(await auditOf(await runningConnection(dataDir))).toEqual([])
  },
  2 * LIMIT_MS,
)
