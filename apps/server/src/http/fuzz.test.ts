import type { Page, SessionRequest, TokenPair } from '@parley/contract'
import { TERMS_VERSION } from '@parley/contract/call-money'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { staffMember } from '../domains/staff/testing/staff-member.ts'
import { TEST_PASSWORD } from '../testing/api-caller.ts'
import { eventCaller } from '../testing/event-caller.ts'
import { encodeForm } from '../testing/people.ts'
import type { TestPerson } from '../testing/test-server.ts'
import { bookedRequest, type Cast, disputeOf, openCast } from './testing/cast.ts'
import { misfitOf, nameOf, type Operation, operationsOf } from './testing/open-api.ts'
import { arbitraryOf, type Care, type Hints, junk, junkString } from './testing/schema-arbitrary.ts'

/** Inputs of a call that takes a body or a query; fewer or more by `FUZZ_RUNS`. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 120)
/** A call that takes an address alone, or nothing but the caller's identity, has fewer inputs that differ. */
const RUNS_OF_ADDRESS = Math.min(RUNS, 80)
const RUNS_OF_NOTHING = Math.min(RUNS, 20)
/** Another seed gives other inputs; a failure names its own. */
const SEED = Number(process.env.FUZZ_SEED ?? 20_260_301)
const ROLES = ['visitor', 'fan', 'otherFan', 'influencer'] as const
type Role = (typeof ROLES)[number]

/**
 * Calls that end a request, a login, a person, a meeting of two or the hour come last, so that the others meet people
 * who are there.
 */
const LAST = [
  '/give-back/',
  '/cancel',
  '/reject/',
  '/block/',
  '/restore/',
  '/suspend/',
  '/api/auth/jwt/logout/',
  '/api/user/me/password/',
  'DELETE /api/user/me/',
  '/sandbox/clock/',
]
const isLast = (operation: Operation) => LAST.some(part => nameOf(operation).includes(part))

let cast: Cast
/** Calls the desk where an influencer calls everything else: for all others it is not there. */
let admin: TestPerson
let operations: Operation[]
let hints: Hints

beforeAll(async () => {
  cast = await openCast()
  admin = (await staffMember(cast.testServer, 'ada', 'admin')).person
  const { testServer, fan, otherFan, influencer, otherInfluencer } = cast
  const document = await testServer.call<Parameters<typeof operationsOf>[0]>(null, 'GET /api/openapi.json')
  const all = operationsOf(document.body)
  operations = [
    ...all.filter(call => !isLast(call)),
    ...LAST.flatMap(part => all.filter(call => nameOf(call).includes(part))),
  ]
  const requests = [
    await bookedRequest(testServer, { fan, influencer, payment: 'paid' }),
    await bookedRequest(testServer, { fan, influencer, payment: 'unpaid' }),
    await bookedRequest(testServer, { fan: otherFan, influencer: otherInfluencer, payment: 'paid' }),
  ]
  const intents = await testServer.server.database.pool.query<{ intent_id: string }>(
    'select intent_id from payments where intent_id is not null',
  )
  const sold = await bookedRequest(testServer, { fan, influencer, payment: 'paid' })
  const disputeId = await disputeOf(testServer, sold)
  const people = [fan, otherFan, influencer, otherInfluencer]
  const event = await eventCaller(testServer).create(influencer, { title: 'Chess' })
  const question = await testServer.call<{ id: string }>(
    influencer,
    `POST /api/parley/${event.slug}/event/questions/`,
    { text: 'Which opening first?', uuid: 'first' },
  )
  const starts_at = new Date(testServer.clock.now().getTime() + 20 * 60_000).toISOString()
  const line = { title: 'Two minutes each', format: 'queue', starts_at, capacity: 20 }
  const queue = await eventCaller(testServer).create(influencer, line)
  const place = await eventCaller(testServer).placeOf(fan, queue)
  const link = await testServer.call<SessionRequest>(otherFan, 'POST /api/parley/prepaid-link/', {
    ...{ amount: '10.00', duration: 600, description: 'Ten minutes for somebody' },
  })
  await testServer.confirm((await testServer.pay(otherFan, link.body)).body)
  await testServer.server.doDueWork()
  const login = { email: 'fan@example.org', password: TEST_PASSWORD }
  const tokens = await testServer.call<TokenPair>(null, 'POST /api/auth/jwt/create/', login)
  const mails = await testServer.call<Page<{ id: string }>>(null, 'GET /sandbox/mail/?as=json')
  const ids = [...people, ...requests, link.body, question.body, ...mails.body.results.slice(0, 2)].map(
    ({ id }) => id,
  )
  const names = people.map(person => person.username)
  hints = {
    ...{
      id: [...ids, disputeId],
      username: [...names, 'newcomer', 'newcomer-2'],
      slug: [...requests.map(r => r.slug), event.slug, queue.slug],
    },
    ...{ email: [...names.map(name => `${name}@example.org`), 'newcomer@example.org'], network: ['google'] },
    ...{ password: [TEST_PASSWORD], confirmpassword: [TEST_PASSWORD], currentPassword: [TEST_PASSWORD] },
    ...{
      newPassword: [TEST_PASSWORD],
      repeatPassword: [TEST_PASSWORD],
      first_name: ['Ann'],
      last_name: ['Lee'],
    },
    ...{
      amount: ['25.00', 25, '25'],
      price: ['25.00', 9.5],
      duration: [900, '900'],
      duration_display: [2, '2'],
    },
    description: ['Fifteen minutes about anything you like'],
    timeRange: [null],
    slot: [null],
    version: [1, 2],
    place: [place.id],
    money_back: ['flexible'],
    terms_version: [TERMS_VERSION],
    zone: ['Europe/London'],
    from: ['2027-03-28', '09:00'],
    to: ['2027-04-01', '17:00'],
    refresh: [tokens.body.refresh],
    paymentIntentId: intents.rows.map(row => row.intent_id),
    card: ['pm_card_visa', 'pm_1', null],
    path: requests.map(request => `/chat/${request.slug}/`),
    ...{
      page: ['1', '2'],
      // A place in a list, as `next` has it: of most lists, and of disputes.
      after: [`0_${fan.id}`, '0_du_1'],
      page_size: ['1', '100'],
      uuid: ['one', 'two'],
      request_type: ['private', 'prepaid'],
    },
  }
}, 300_000)
afterAll(() => cast.testServer.close())

function runsOf({ bodies, parameters }: Operation): number {
  if (bodies.length > 0 || parameters.some(({ in: place }) => place === 'query')) return RUNS
  return parameters.length > 0 ? RUNS_OF_ADDRESS : RUNS_OF_NOTHING
}

interface Input {
  role: Role
  parameters: Record<string, unknown>
  body: { type: string; value: unknown } | null
}

function inputFor(operation: Operation): fc.Arbitrary<Input> {
  return fc.oneof(inputWith(operation, 'careful'), inputWith(operation, 'wild'))
}

function inputWith(operation: Operation, care: Care): fc.Arbitrary<Input> {
  const tries = { hints, care }
  const parameters = operation.parameters.map(
    ({ name, schema }) => [name, arbitraryOf(schema, tries, name)] as const,
  )
  const isRequired = operation.parameters.filter(({ in: place }) => place === 'path').map(({ name }) => name)
  const bodies = operation.bodies.map(({ type, schema }) =>
    fc.record({ type: fc.constant(type), value: arbitraryOf(schema, tries) }),
  )
  const strayBody = fc.record({
    type: fc.constantFrom(
      'application/json',
      'text/plain',
      'application/x-www-form-urlencoded',
      'image/png',
      '',
    ),
    value: fc.oneof(junk, junkString),
  })
  return fc.record({
    role: fc.constantFrom(...ROLES),
    parameters: fc.record(Object.fromEntries(parameters), { requiredKeys: isRequired }),
    body: fc.oneof(
      ...bodies.map(arbitrary => ({ weight: 10, arbitrary })),
      { weight: bodies.length > 0 ? 1 : 6, arbitrary: fc.constant(null) },
      ...(care === 'wild' ? [{ weight: 1, arbitrary: strayBody }] : []),
    ),
  })
}

const asText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
/** A lone half of a surrogate pair cannot be written into an address. */
const encoded = (value: unknown) => encodeURIComponent(asText(value).toWellFormed())

function addressOf(operation: Operation, parameters: Record<string, unknown>): string {
  const path = operation.path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => encoded(parameters[name]) || '%20',
  )
  const query = operation.parameters
    .filter(({ in: place, name }) => place === 'query' && parameters[name] !== undefined)
    .map(({ name }) => `${name}=${encoded(parameters[name])}`)
  return query.length > 0 ? `${path}?${query.join('&')}` : path
}

async function payloadOf(body: Input['body']): Promise<{ payload: string | Buffer; type: string } | null> {
  if (!body) return null
  const { type, value } = body
  if (type !== 'multipart/form-data') return { payload: asText(value), type }
  const form = new FormData()
  const fields = value !== null && typeof value === 'object' ? Object.entries(value) : [['junk', value]]
  for (const [name, field] of fields) {
    if (name === 'file') form.append('file', new Blob([asText(field)]), 'me.jpg')
    else form.append(String(name).toWellFormed(), asText(field).toWellFormed())
  }
  return encodeForm(form)
}

async function send(operation: Operation, input: Input) {
  const isDesk = operation.path.startsWith('/api/staff/')
  const staff = isDesk && input.role === 'influencer' ? admin : null
  const person: TestPerson | null = staff ?? (input.role === 'visitor' ? null : cast[input.role])
  const body = await payloadOf(input.body)
  const answer = await cast.testServer.server.app.inject({
    method: operation.method,
    url: addressOf(operation, input.parameters),
    headers: {
      ...(person ? { authorization: `Bearer ${person.access}` } : {}),
      ...(body?.type ? { 'content-type': body.type } : {}),
    },
    ...(body ? { payload: body.payload } : {}),
  })
  const contentType = String(answer.headers['content-type'] ?? '')
  const { location } = answer.headers
  return { status: answer.statusCode, contentType, text: answer.body, location }
}

test(`up to ${RUNS} inputs a call never bring a 5xx, and every answer is what the document says`, async () => {
  const findings: string[] = []
  const succeeded = new Set<string>()
  for (const operation of operations) {
    const property = fc.asyncProperty(inputFor(operation), async input => {
      const answer = await send(operation, input)
      if (answer.status < 300) succeeded.add(nameOf(operation))
      if (answer.status >= 500) throw new Error(`${answer.status} ${answer.text}`)
      const misfit = misfitOf(operation, answer)
      if (misfit) throw new Error(misfit)
    })
    const result = await fc.check(property, { numRuns: runsOf(operation), seed: SEED, endOnFailure: true })
    if (!result.failed) continue
    const why = result.errorInstance instanceof Error ? result.errorInstance.message : ''
    findings.push(`${nameOf(operation)}: ${why} (seed ${SEED}) ${JSON.stringify(result.counterexample)}`)
  }
  expect(findings).toEqual([])
  // Inputs that are all refused at the door prove little.
  expect(succeeded.size).toBeGreaterThan(operations.length / 2)
}, 600_000)

test('addresses that cannot be read or are too long are refused as the contract says', async () => {
  const { app } = cast.testServer.server
  const unreadable = await app.inject({ method: 'GET', url: '/api/user/get_user/%E0%A4%A/' })
  expect([unreadable.statusCode, unreadable.json()]).toEqual([400, { detail: expect.any(String) }])
  const long = await app.inject({ method: 'GET', url: `/api/user/get_user/${'a'.repeat(300)}/` })
  expect([long.statusCode, long.json()]).toEqual([404, { detail: expect.any(String) }])
  const nul = await app.inject({ method: 'GET', url: '/api/user/get_user/%00/' })
  expect([nul.statusCode, nul.json()]).toEqual([400, { detail: expect.any(String) }])
})
