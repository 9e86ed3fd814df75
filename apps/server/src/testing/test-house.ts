import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CreatedUser, Influencer, PayAnswer, SessionRequest } from '@parley/contract'
import type { StripeSandbox } from '@parley/stripe-sandbox'
import sharp from 'sharp'
import { type AuditResult, runAudit } from '../audit/run-audit.ts'
import { compose, type House } from '../composition.ts'
import { readConfig } from '../config.ts'
import { type MovableClock, stillClock } from '../core/clock.ts'
import { createTestDatabase } from './database.ts'
import { freePort } from './free-port.ts'

const PASSWORD = 'correct horse battery'

/** A person of the tests with a login. */
export interface TestPerson {
  id: string
  username: string
  access: string
}

export interface Answer<T> {
  status: number
  body: T
  headers: Headers
}

/** The whole server on a database of its own, listening, with a clock that stands still and background work by hand. */
export interface TestHouse {
  house: House
  clock: MovableClock
  sandbox: StripeSandbox
  origin: string
  fan(name: string): Promise<TestPerson>
  influencer(name: string, offer?: { price?: string; duration?: number }): Promise<TestPerson>
  call<T>(person: TestPerson | null, what: `${string} /${string}`, body?: unknown): Promise<Answer<T>>
  book(
    fan: TestPerson,
    influencer: TestPerson,
    more?: Record<string, unknown>,
  ): Promise<Answer<SessionRequest>>
  pay(fan: TestPerson, request: SessionRequest): Promise<Answer<PayAnswer>>
  /** Confirms an intent as the browser does, with a test card. */
  confirm(paid: PayAnswer, card?: string): Promise<Answer<Record<string, unknown>>>
  /** Books and pays. */
  bookAndPay(fan: TestPerson, influencer: TestPerson, more?: Record<string, unknown>): Promise<SessionRequest>
  request(person: TestPerson, slug: string): Promise<SessionRequest>
  advance(seconds: number): Promise<void>
  audit(): Promise<AuditResult>
  close(): Promise<void>
}

export async function openTestHouse(options: { connections?: number } = {}): Promise<TestHouse> {
  const database = await createTestDatabase({ size: 2 })
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-house-'))
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const config = readConfig({
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DATABASE_URL: database.connectionString,
    LOG_LEVEL: 'silent',
    PUBLIC_ORIGIN: origin,
  })
  const clock = stillClock()
  const house = await compose(config, {
    onLost: error => {
      throw error
    },
    background: 'manual',
    clock,
    pages: 'left out',
    ...(options.connections ? { connections: options.connections } : {}),
  })
  await house.listen()
  const { sandbox } = house
  if (!sandbox) throw new Error('the house of the tests has the sandbox')

  const call = callerAt(origin)

  async function signUp(form: FormData): Promise<TestPerson> {
    const made = await call<CreatedUser>(null, 'POST /api/user/', form)
    if (made.status !== 201) throw new Error(`sign-up failed: ${JSON.stringify(made.body)}`)
    return { id: made.body.id, username: made.body.username, access: made.body.token.access }
  }

  async function book(fan: TestPerson, influencer: TestPerson, more: Record<string, unknown> = {}) {
    const offer = await call<Influencer>(null, `GET /api/parley/${influencer.username}/`)
    const { amount, duration, duration_display, description } = offer.body.main_session
    const booking = { amount, duration, duration_display, description, uuid: crypto.randomUUID(), ...more }
    return call<SessionRequest>(fan, `POST /api/parley/${influencer.username}/parley_request/`, booking)
  }

  const pay = (fan: TestPerson, request: SessionRequest) =>
    call<PayAnswer>(fan, `POST /api/influencer/parley_requests/${request.id}/pay/`, {})

  async function confirm(paid: PayAnswer, card = '4242424242424242') {
    const intentId = paid.payment_intent ?? ''
    const form = new URLSearchParams({
      key: paid.publishable_key,
      client_secret: paid.client_secret ?? '',
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': card,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2034',
      'payment_method_data[card][cvc]': '123',
      return_url: `${origin}/profile/somebody`,
    })
    const response = await fetch(`${origin}/sandbox/stripe/v1/payment_intents/${intentId}/confirm`, {
      method: 'POST',
      body: form,
    })
    return {
      status: response.status,
      body: (await response.json()) as Record<string, unknown>,
      headers: response.headers,
    }
  }

  const request = async (person: TestPerson, slug: string) =>
    (await call<SessionRequest>(person, `GET /api/parley/${slug}/session/`)).body

  return {
    house,
    clock,
    sandbox,
    origin,
    call,
    book,
    pay,
    confirm,
    request,
    fan: name => signUp(accountForm(name)),
    async influencer(name, offer = {}) {
      const form = accountForm(name)
      form.set('price', offer.price ?? '25.00')
      form.set('duration', String(offer.duration ?? 900))
      form.set('duration_display', '2')
      form.set('description', 'Fifteen minutes about anything you like')
      form.set('file', new Blob([new Uint8Array(await picture())], { type: 'image/png' }), 'face.png')
      return signUp(form)
    },
    async bookAndPay(fan, influencer, more) {
      const booked = await book(fan, influencer, more)
      await confirm((await pay(fan, booked.body)).body)
      await house.settle()
      return request(fan, booked.body.slug)
    },
    async advance(seconds) {
      clock.advance(seconds)
      await house.settle()
    },
    audit: () => runAudit(house.database.pool),
    async close() {
      await house.stop()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

type Call = TestHouse['call']

/** Calls the API as somebody. */
function callerAt(origin: string): Call {
  async function call<T>(
    person: TestPerson | null,
    what: `${string} /${string}`,
    body?: unknown,
  ): Promise<Answer<T>> {
    const first = await send<T>(person, what, body)
    // A moved clock outlives access tokens: people log in again, as the browser would.
    if (first.status !== 401 || !person) return first
    const login = { email: `${person.username}@example.org`, password: PASSWORD }
    const again = await send<{ access: string }>(null, 'POST /api/auth/jwt/create/', login)
    person.access = again.body.access
    return send<T>(person, what, body)
  }

  async function send<T>(
    person: TestPerson | null,
    what: `${string} /${string}`,
    body?: unknown,
  ): Promise<Answer<T>> {
    const [method = '', path = ''] = what.split(' ')
    const isForm = body instanceof FormData
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: {
        ...(person ? { authorization: `Bearer ${person.access}` } : {}),
        ...(body !== undefined && !isForm ? { 'content-type': 'application/json' } : {}),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: (text ? JSON.parse(text) : null) as T, headers: response.headers }
  }

  return call
}

function accountForm(name: string): FormData {
  const form = new FormData()
  const fields = { username: name, first_name: 'Test', last_name: 'Person', email: `${name}@example.org` }
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  form.set('password', PASSWORD)
  form.set('confirmpassword', PASSWORD)
  return form
}

function picture(): Promise<Buffer> {
  return sharp({ create: { width: 64, height: 64, channels: 3, background: '#5138E0' } })
    .png()
    .toBuffer()
}
