import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Influencer, PayAnswer, SessionRequest } from '@parley/contract'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Answer, apiCaller, type TestPerson } from './testing/api-caller.ts'
import { freePort } from './testing/free-port.ts'
import { type OperatorsPostgres, startOperatorsPostgres } from './testing/operators-postgres.ts'
import { providerSays, queryRows } from './testing/provider-says.ts'
import { type ServerProcess, serverProcess } from './testing/server-process.ts'
import { findServerProgram } from './testing/server-programs.ts'

const LIMIT_MS = 300_000
const BOOKERS = 6
const CLAIMERS = 2
const TAKE_TURNS = 4
/** Acknowledged sales between one fall of the database and the next. */
const SALES_BETWEEN = 12
const SOON = { timeout: 60_000, interval: 50 }
const program = findServerProgram('postgres')

interface Sale {
  fan: TestPerson
  uuid: string
  request: SessionRequest
}
interface Claim {
  buyer: TestPerson
  link: SessionRequest
  winners: string[]
}

/** People who book, pay and claim without pause, and who repeat the request with the same uuid after a 503. */
class Load {
  readonly sales: Sale[] = []
  readonly claims: Claim[] = []
  readonly unexpected: string[] = []
  refused503 = 0
  #isOver = false
  #work: Promise<void>[] = []
  readonly #api: ReturnType<typeof apiCaller>

  constructor(origin: string) {
    this.#api = apiCaller(origin)
  }

  async begin(): Promise<void> {
    const star = await this.#api.influencer('star')
    const rivals = await Promise.all([this.#api.fan('rival-a'), this.#api.fan('rival-b')])
    const { body } = await this.#api.call<Influencer>(null, `GET /api/parley/${star.username}/`)
    const { amount, duration, duration_display, description } = body.main_session
    const offer = { amount, duration, duration_display, description }
    for (let i = 0; i < BOOKERS; i++) {
      const next = await this.#people(`booker${i}`)
      this.#repeat(() => this.#buy(next(), { path: `/api/parley/${star.username}/parley_request/`, offer }))
    }
    for (let i = 0; i < CLAIMERS; i++) {
      const next = await this.#people(`linker${i}`)
      this.#repeat(() => this.#giveLink(next(), rivals, offer))
    }
  }

  /** Some who buy in turn: what one person may begin to pay in an hour is bounded. */
  async #people(name: string): Promise<() => TestPerson> {
    const some = await Promise.all(
      Array.from({ length: TAKE_TURNS }, (_, i) => this.#api.fan(`${name}-${i}`)),
    )
    return () => {
      const [first] = some.splice(0, 1)
      if (!first) throw new Error('nobody buys')
      some.push(first)
      return first
    }
  }

  #repeat(step: () => Promise<void>): void {
    const loop = async () => {
      while (!this.#isOver) await step()
    }
    this.#work.push(loop().catch(error => void this.unexpected.push(String(error))))
  }

  async end(): Promise<void> {
    this.#isOver = true
    await Promise.all(this.#work)
  }

  async #insist<T>(person: TestPerson, what: `${string} /${string}`, body?: unknown): Promise<Answer<T>> {
    for (;;) {
      const answer = await this.#api.call<T>(person, what, body)
      if (answer.status !== 503) return answer
      this.refused503++
      if (Number(answer.headers.get('retry-after')) > 0 && 'detail' in (answer.body as object))
        await delay(50)
      else this.unexpected.push(`503 without Retry-After or detail: ${what}`)
    }
  }

  async #payFor(fan: TestPerson, request: SessionRequest): Promise<PayAnswer> {
    const path = `POST /api/influencer/parley_requests/${request.id}/pay/` as const
    const { status, body } = await this.#insist<PayAnswer>(fan, path, {})
    if (status !== 200) this.unexpected.push(`${status} ${path}`)
    const confirmed = await this.#api.confirm(body)
    if (confirmed.status !== 200) this.unexpected.push(`${confirmed.status} confirm`)
    return body
  }

  async #buy(fan: TestPerson, { path, offer }: { path: string; offer: object }): Promise<void> {
    const uuid = crypto.randomUUID()
    const booked = await this.#insist<SessionRequest>(fan, `POST ${path}` as 'POST /', { ...offer, uuid })
    if (booked.status !== 201) return void this.unexpected.push(`${booked.status} ${path}`)
    await this.#payFor(fan, booked.body)
    this.sales.push({ fan, uuid, request: booked.body })
  }

  async #giveLink(buyer: TestPerson, rivals: readonly TestPerson[], offer: object): Promise<void> {
    const wanted = { ...offer, request_type: 'prepaid', uuid: crypto.randomUUID() }
    const { body: link } = await this.#insist<SessionRequest>(buyer, 'POST /api/parley/prepaid-link/', wanted)
    const intent = await this.#payFor(buyer, link)
    const back = { paymentIntentId: intent.payment_intent }
    await this.#insist(buyer, 'POST /api/parley/parley_request/payment-intent/', back)
    const path = `POST /api/parley/prepaid/${link.id}/accept/` as const
    const statuses = await Promise.all(rivals.map(async rival => (await this.#insist(rival, path)).status))
    const winners = rivals.filter((_, i) => statuses[i] === 200).map(rival => rival.username)
    this.claims.push({ buyer, link, winners })
    for (const status of statuses)
      if (status !== 200 && status !== 409) this.unexpected.push(`${status} ${path}`)
  }
}

async function readiness(server: ServerProcess): Promise<number> {
  return (await fetch(`${server.origin}/readyz`)).status
}

/** A server process on a Postgres of its own, both end after the test. */
async function open(): Promise<{ postgres: OperatorsPostgres; server: ServerProcess; url: string }> {
  const postgres = await startOperatorsPostgres(program ?? '', 'durable')
  onTestFinished(() => postgres.remove())
  const url = await postgres.createDatabase('parley')
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-restart-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const server = serverProcess({
    port: await freePort(),
    dataDir,
    env: { DATABASE_URL: url, LOG_LEVEL: 'fatal' },
  })
  await server.start()
  onTestFinished(async () => void (await server.stop()))
  return { postgres, server, url }
}

describe.skipIf(!program)('a Postgres of the operator’s own that falls under load', () => {
  it(
    'loses nothing that was acknowledged, charges and books nothing twice, and needs no hand to go on',
    async () => {
      const { postgres, server, url } = await open()
      const load = new Load(server.origin)
      await load.begin()
      const more = async () => {
        const enough = load.sales.length + SALES_BETWEEN
        await vi.waitFor(() => expect(load.sales.length).toBeGreaterThanOrEqual(enough), SOON)
      }
      await more()
      // At once: what was under way is cut off, and the next question finds it back or just not yet.
      await postgres.crash()
      await postgres.start()
      await more()
      // And away for longer than anybody waits.
      await postgres.crash()
      await vi.waitFor(async () => expect(await readiness(server)).toBe(503), SOON)
      const page = await fetch(`${server.origin}/profile/star`, { headers: { accept: 'text/html' } })
      expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5'])
      expect(page.headers.get('content-type')).toMatch(/^text\/html/)
      await postgres.start()
      await vi.waitFor(async () => expect(await readiness(server)).toBe(200), SOON)
      await more()
      await load.end()

      expect(load.unexpected).toEqual([])
      expect(load.refused503).toBeGreaterThan(0)
      const database = { connectionString: url }
      for (const { uuid, request, fan } of load.sales) {
        const rows = await queryRows(database, 'select id from session_requests where uuid = $1', [uuid])
        expect(rows).toEqual([{ id: request.id }])
        const seen = async () => (await apiCaller(server.origin).request(fan, request.slug)).payment.status
        await vi.waitFor(async () => expect(await seen()).toBe('paid'), SOON)
        expect(await providerSays({ origin: server.origin, database }, request)).toEqual({
          charges: 1,
          refunds: 0,
        })
      }
      for (const { buyer, link, winners } of load.claims) {
        const { influencer } = await apiCaller(server.origin).request(buyer, link.slug)
        // Who won while the answer was lost gets 409 when asking again; nobody else may get an answer that they won.
        expect(influencer?.user.username).toMatch(/^rival-[ab]$/)
        if (winners.length > 0) expect(winners).toEqual([influencer?.user.username])
      }
      const { code, output } = await server.audit()
      expect(code, output).toBe(0)
    },
    LIMIT_MS,
  )
})
