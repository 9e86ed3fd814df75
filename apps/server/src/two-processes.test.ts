import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SessionRequest } from '@parley/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { apiCaller, type TestPerson } from './testing/api-caller.ts'
import { createTestDatabase } from './testing/database.ts'
import { freePort } from './testing/free-port.ts'
import { serverProcess } from './testing/server-process.ts'

const LIMIT_MS = 180_000
const CLAIMERS = 100

const database = await createTestDatabase({ size: 1 })
const dataDir = await mkdtemp(join(tmpdir(), 'parley-pair-'))
const start = async (name: string) =>
  serverProcess({
    port: await freePort(),
    dataDir: join(dataDir, name),
    env: { DATABASE_URL: database.connectionString },
  })
const servers = [await start('one'), await start('other')] as const

beforeAll(async () => {
  await Promise.all(servers.map(server => server.start()))
}, LIMIT_MS)
afterAll(async () => {
  await Promise.all(servers.map(server => server.stop()))
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
}, LIMIT_MS)

it(
  'a prepaid link is claimed once by a hundred people at once, over two server processes on one database',
  async () => {
    const [one, other] = servers.map(server => apiCaller(server.origin)) as [
      ReturnType<typeof apiCaller>,
      ReturnType<typeof apiCaller>,
    ]
    const buyer = await one.fan('buyer')
    const wanted = {
      amount: '15.00',
      duration: 600,
      duration_display: 2,
      description: 'Ten minutes with somebody',
    }
    const { body: link } = await one.call<SessionRequest>(buyer, 'POST /api/parley/prepaid-link/', {
      ...wanted,
      request_type: 'prepaid',
    })
    const { body: intent } = await one.pay(buyer, link)
    await one.confirm(intent)
    const back = { paymentIntentId: intent.payment_intent }
    await one.call(buyer, 'POST /api/parley/parley_request/payment-intent/', back)

    const claimers: TestPerson[] = []
    for (let i = 0; i < CLAIMERS; i++) claimers.push(await (i % 2 ? one : other).fan(`claimer${i}`))
    const answers = await Promise.all(
      claimers.map((claimer, i) =>
        (i % 2 ? other : one).call<SessionRequest>(claimer, `POST /api/parley/prepaid/${link.id}/accept/`),
      ),
    )
    const statuses = answers.map(answer => answer.status)
    expect(statuses.filter(status => status === 200)).toHaveLength(1)
    expect(statuses.filter(status => status === 409)).toHaveLength(CLAIMERS - 1)
    const winner = claimers[statuses.indexOf(200)]
    expect((await other.request(buyer, link.slug)).influencer?.user.username).toBe(winner?.username)
    const { code, output } = await servers[0].audit()
    expect(code, output).toBe(0)
  },
  LIMIT_MS,
)
