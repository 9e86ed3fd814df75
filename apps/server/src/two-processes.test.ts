import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SessionRequest } from '@parley/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiCaller, apiCaller, type TestPerson, untilAnswered } from './testing/api-caller.ts'
import { createTestDatabase } from './testing/database.ts'
import { eventBooker } from './testing/event-caller.ts'
import { freePort } from './testing/free-port.ts'
import { serverProcess } from './testing/server-process.ts'

const RIVALS = 100
const BUYERS = 200
const PLACES = 3
/** How often the hundred race; `CLAIM_ROUNDS=100 npm test -- two-processes` for as often as there are rivals. */
const ROUNDS = Number(process.env.CLAIM_ROUNDS ?? 3)
const START_LIMIT_MS = 180_000
const LIMIT_MS = 240_000 + ROUNDS * 15_000
const SIGN_UPS_AT_ONCE = 10

const database = await createTestDatabase({ size: 1 })
const dataDir = await mkdtemp(join(tmpdir(), 'parley-pair-'))
const ports = [await freePort(), await freePort()] as const
// All processes of an installation have one public origin: tokens say which one they are for.
const env = { DATABASE_URL: database.connectionString, PUBLIC_ORIGIN: `http://localhost:${ports[0]}` }
const prepare = (name: string, port: number) => serverProcess({ port, dataDir: join(dataDir, name), env })
const servers = [prepare('one', ports[0]), prepare('other', ports[1])] as const
const one = apiCaller(servers[0].origin)
const other = apiCaller(servers[1].origin)
/** Half of the people are on one process, half on the other. */
const serverOf = (index: number): ApiCaller => (index % 2 ? other : one)

beforeAll(async () => {
  await Promise.all(servers.map(server => server.start()))
}, START_LIMIT_MS)
afterAll(async () => {
  await Promise.all(servers.map(server => server.stop()))
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
}, START_LIMIT_MS)

async function crowd(name: string, size: number): Promise<TestPerson[]> {
  const people: TestPerson[] = []
  while (people.length < size) {
    const some = Array.from({ length: SIGN_UPS_AT_ONCE }, (_, i) => people.length + i)
    people.push(...(await Promise.all(some.map(i => serverOf(i).fan(`${name}${i}`)))))
  }
  return people
}

async function paidLink(buyer: TestPerson): Promise<SessionRequest> {
  const offer = { amount: '15.00', duration: 600, duration_display: 2, description: 'Ten minutes with you' }
  const wanted = { ...offer, request_type: 'prepaid' }
  const { body: link } = await one.call<SessionRequest>(buyer, 'POST /api/parley/prepaid-link/', wanted)
  const { body: intent } = await one.pay(buyer, link)
  await one.confirm(intent)
  const back = { paymentIntentId: intent.payment_intent }
  await one.call(buyer, 'POST /api/parley/parley_request/payment-intent/', back)
  return link
}

async function booksAgree(): Promise<void> {
  const { code, output } = await servers[0].audit()
  expect(code, output).toBe(0)
}

describe('two server processes on one database', () => {
  it(
    `a prepaid link is claimed once by ${RIVALS} people at once, ${ROUNDS} times`,
    async () => {
      const buyer = await one.fan('buyer')
      const rivals = await crowd('rival', RIVALS)
      for (let round = 0; round < ROUNDS; round++) {
        const link = await paidLink(buyer)
        const path = `POST /api/parley/prepaid/${link.id}/accept/` as const
        const statuses = await Promise.all(
          rivals.map((rival, i) => untilAnswered(() => serverOf(i + round).call(rival, path))),
        )
        expect(statuses.filter(status => status === 200)).toHaveLength(1)
        expect(statuses.filter(status => status === 409)).toHaveLength(RIVALS - 1)
        const winner = rivals[statuses.indexOf(200)]
        expect((await other.request(buyer, link.slug)).influencer?.user.username).toBe(winner?.username)
      }
      await booksAgree()
    },
    LIMIT_MS,
  )

  it(
    `the last ${PLACES} places of an event go to ${PLACES} of ${BUYERS} buyers at once`,
    async () => {
      const owner = await one.influencer('owner')
      const event = await eventBooker(one).create(owner, { title: 'Three places', capacity: PLACES })
      const buyers = await crowd('place-buyer', BUYERS)
      const statuses = await Promise.all(
        buyers.map((buyer, i) => {
          const uuid = crypto.randomUUID()
          return untilAnswered(() => eventBooker(serverOf(i)).bookPlace(buyer, event, { uuid }))
        }),
      )
      expect(statuses.filter(status => status === 201)).toHaveLength(PLACES)
      expect(statuses.filter(status => status === 409)).toHaveLength(BUYERS - PLACES)
      await booksAgree()
    },
    LIMIT_MS,
  )
})
