import type {
  MoneyRail,
  OwnPayment,
  Page,
  ProblemAnswer,
  ProblemKind,
  SessionRequest,
} from '@parley/contract'
import { DAY_SECONDS, HOUR_SECONDS } from '@parley/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { earningCaller } from '../../../testing/earning.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'
import { staffMember, type TestStaff } from '../../staff/testing/staff-member.ts'
import { beginCall, completeCall } from '../public.ts'

/** Lives of each kind; fewer or more by `LIVES`. */
const RUNS = Number(process.env.LIVES ?? 10)
/** Only what hangs ends by it. */
const TIME_LIMIT_MS = 240_000 + RUNS * 20_000
const POLICIES = ['flexible', 'moderate', 'strict'] as const
const PRICES = ['1.00', '24.99', '10000.00'] as const
const STEPS = [
  'cancel',
  'reject',
  'buyer came',
  'influencer came',
  'begin',
  'serve',
  'dispute',
  'win',
  'lose',
  'give back a part',
  'give back the rest',
] as const
/** What a party says of an ended call: of the first two the server's own records decide, of the others the desk. */
const PROBLEMS = ['other_absent', 'cut_short', 'quality', 'conduct'] as const
const DECISIONS = ['nothing', 'a part', 'the rest'] as const
type Step = (typeof STEPS)[number] | ProblemKind | (typeof DECISIONS)[number]
/** So long after the end of a call a problem can be reported, and as long the sale waits in any case. */
const REPORTED_WITHIN_MS = 48 * HOUR_SECONDS * 1000
/** More than this a member of staff does not give back alone. */
const ALONE_PENCE = 50_000

let t: TestServer
let earning: ReturnType<typeof earningCaller>
let fan: TestPerson
let desk: TestStaff
let second: TestStaff
const stars = new Map<string, TestPerson>()
/** The dated calls in which the influencer waited for the buyer, by id. */
const waited = new Set<string>()
beforeAll(async () => {
  t = await openTestServer()
  earning = earningCaller(t)
  fan = await t.fan('fan')
  desk = await staffMember(t, 'desk', 'finance')
  second = await staffMember(t, 'second', 'finance')
  for (const policy of POLICIES) {
    const star = await t.influencer(policy)
    const form = new FormData()
    form.set('main_session[money_back]', policy)
    await t.call(star, `PATCH /api/influencer/${policy}/`, form)
    if (policy !== 'strict') await earning.verify(star)
    stars.set(policy, star)
  }
})
afterAll(() => t.close())

const afterSeconds = fc.constantFrom(0, 1, HOUR_SECONDS, 6 * HOUR_SECONDS, DAY_SECONDS, 3 * DAY_SECONDS)
const any = fc.record({ step: fc.constantFrom<Step[]>(...STEPS), after: afterSeconds })
const sale = {
  policy: fc.constantFrom(...POLICIES),
  price: fc.constantFrom(...PRICES),
  inHours: fc.option(fc.constantFrom(1, 3, 20, 30, 80)),
  rest: fc.constantFrom(0, DAY_SECONDS, 12 * DAY_SECONDS),
}
const life = fc.record({ ...sale, steps: fc.array(any, { minLength: 1, maxLength: 5 }) })
type Life = typeof life extends fc.Arbitrary<infer T> ? T : never

const reported = fc.record({
  step: fc.constantFrom<Step[]>(...PROBLEMS, 'quality', 'conduct'),
  after: fc.constantFrom(0, HOUR_SECONDS, 48 * HOUR_SECONDS - 1, 48 * HOUR_SECONDS),
})
const decided = fc.record({
  step: fc.constantFrom<Step[]>(...DECISIONS, 'the rest'),
  after: fc.constantFrom(0, DAY_SECONDS, 3 * DAY_SECONDS),
})
const ended = fc.record({
  step: fc.constantFrom<Step[]>('serve', 'serve', 'serve', 'influencer came', 'buyer came'),
  after: fc.constantFrom(0, HOUR_SECONDS),
})
const perhaps = fc.oneof(
  { weight: 3, arbitrary: fc.constant([]) },
  { weight: 1, arbitrary: fc.array(any, { minLength: 1, maxLength: 2 }) },
)
/**
 * A life in which somebody says that something was wrong, and the desk decides, with anything before, between and
 * after.
 */
const complaint = fc.record({
  ...sale,
  steps: fc
    .tuple(perhaps, ended.map(Array.of), reported.map(Array.of), perhaps, decided.map(Array.of), perhaps)
    .map(parts => parts.flat()),
})
/** Lives that each run must have: the sale waits past its time, two decide, the record decides, the bank is first. */
const ofEachKind: [Life][] = [
  [
    ['serve', 0],
    ['quality', 48 * HOUR_SECONDS - 1],
    ['the rest', 5 * DAY_SECONDS],
  ] as const,
  [
    ['influencer came', 0],
    ['serve', 0],
    ['cut_short', HOUR_SECONDS],
  ] as const,
  [
    ['serve', 0],
    ['other_absent', HOUR_SECONDS],
    ['a part', 0],
  ] as const,
  [
    ['serve', 0],
    ['conduct', 0],
    ['dispute', 0],
    ['the rest', 0],
    ['win', DAY_SECONDS],
    ['the rest', 0],
  ] as const,
  [
    ['serve', 0],
    ['conduct', 48 * HOUR_SECONDS],
    ['nothing', 0],
  ] as const,
  [
    ['serve', 0],
    ['quality', 0],
    ['nothing', 3 * DAY_SECONDS],
    ['conduct', HOUR_SECONDS],
    ['a part', DAY_SECONDS],
    ['cut_short', 0],
  ] as const,
].map(steps => [
  {
    ...{ policy: 'flexible', price: '10000.00', inHours: 1, rest: 12 * DAY_SECONDS },
    steps: steps.map(([step, after]) => ({ step, after })),
  },
])

async function sold({ policy, price, inHours }: Life): Promise<SessionRequest> {
  const star = stars.get(policy)
  if (!star) throw new Error('no such influencer')
  const form = new FormData()
  form.set('main_session[amount]', price)
  await t.call(star, `PATCH /api/influencer/${policy}/`, form)
  const start = t.clock.now().getTime() + (inHours ?? 0) * HOUR_SECONDS * 1000
  const timeRange = {
    start: new Date(start).toISOString(),
    end: new Date(start + HOUR_SECONDS * 1000).toISOString(),
  }
  const request = await t.bookAndPay(fan, star, inHours === null ? {} : { timeRange })
  expect(request.payment.status, JSON.stringify(request)).toBe('paid')
  return request
}

/** One party alone in the call, as the clock stores it. */
async function alone({ id }: SessionRequest, side: 'buyer' | 'influencer', fromMs: number): Promise<void> {
  const { pool } = t.server.database
  await pool.query('insert into call_rooms (id) values ($1) on conflict do nothing', [id])
  await pool.query(
    'insert into media_alone (id, room_id, side, started_at, proven_until) values ($1, $2, $3, $4, $5)',
    [crypto.randomUUID(), id, side, new Date(fromMs), new Date(fromMs + 11 * 60_000)],
  )
}

async function take(request: SessionRequest, step: Step, disputes: string[]): Promise<void> {
  const { requests } = t.server.domains
  const startMs = Date.parse(request.timeRange?.start ?? t.clock.now().toISOString())
  if (step === 'cancel') {
    const { money_back: back, payment: before } = await t.request(fan, request.slug)
    const answer = await t.call<SessionRequest>(
      fan,
      `POST /api/influencer/parley_requests/${request.id}/cancel/`,
      back?.now ? { expect: back.now.amount } : {},
    )
    // What the page showed is what came back, or nothing happened.
    expect(answer.status).toBe(back?.now ? 200 : 409)
    const cameBack =
      pounds(answer.body.payment?.refunded_amount ?? '0') - pounds(before.refunded_amount ?? '0')
    if (back?.now) expect(cameBack).toBe(pounds(back.now.amount))
  }
  const star = stars.get(request.influencer?.user.username ?? '')
  if (step === 'reject' && star) await t.call(star, `POST /api/influencer/requests/${request.id}/reject/`, {})
  // Nobody has media in a call that is over, so nothing is stored of it.
  const canCome = ['offered', 'accepted'].includes((await factsOf(request)).state)
  if (step === 'buyer came' && canCome) await alone(request, 'buyer', startMs)
  if (step === 'influencer came' && canCome) {
    await alone(request, 'influencer', startMs)
    if (request.timeRange) waited.add(request.id)
  }
  // The rules may refuse a random step; the invariants are checked afterwards.
  if (step === 'begin') await beginCall(requests, request.id).catch(() => undefined)
  if (step === 'serve') await completeCall(requests, request.id).catch(() => undefined)
  if (step === 'dispute' && disputes.length === 0)
    disputes.push(t.sandbox.faults.openDispute(await earning.intentOf(request)))
  const last = disputes.at(-1)
  if ((step === 'win' || step === 'lose') && last && !disputes.includes('closed')) {
    t.sandbox.faults.closeDispute(last, step === 'win' ? 'won' : 'lost')
    disputes.push('closed')
  }
  if (step === 'give back a part') await giveBack(request, '0.37')
  if (step === 'give back the rest') await giveBack(request, inPounds((await factsOf(request)).left))
  if (isIn(PROBLEMS, step)) await reportProblem(request, step)
  if (isIn(DECISIONS, step)) await decide(request, step)
  await t.server.doDueWork()
}

/**
 * The influencer gives a part of the sale back, twice at once by one key: once, or it is refused and nothing happens.
 */
async function giveBack(request: SessionRequest, amount: string): Promise<void> {
  const star = stars.get(request.influencer?.user.username ?? '')
  if (!star || amount === '0.00') return
  const path = `POST /api/influencer/requests/${request.id}/give-back/` as const
  const backOf = async () => pounds((await t.request(fan, request.slug)).payment.refunded_amount ?? '0')
  const before = await backOf()
  const act = { amount, uuid: crypto.randomUUID() }
  const answers = await Promise.all([1, 2].map(() => t.call(star, path, act)))
  const given = answers.filter(({ status }) => status === 200).length
  expect([0, 2]).toContain(given)
  expect((await backOf()) - before).toBe(given === 0 ? 0 : pounds(amount))
}

const isIn = <T extends string>(those: readonly T[], step: string): step is T =>
  (those as readonly string[]).includes(step)

interface Facts {
  state: string
  outcome: string | null
  ended: Date | null
  released: Date | null
  status: string
  refunded: number
  /** What of a sale is neither back nor charged back. */
  left: number
  /** Whether the sale waits for the desk. */
  open: boolean
  /** The problem that was reported last. */
  problem: string | null
  version: number | null
}
async function factsOf({ id }: SessionRequest): Promise<Facts> {
  const { rows } = await t.server.database.pool.query<Facts>(
    `select r.state, outcome, ended_at as ended, released_at as released, payment_status as status,
       refunded_pence as refunded, price_pence - refunded_pence - charged_back_pence as left,
       problem_open as open, p.id as problem, p.version
     from session_requests r left join problems p on p.request_id = r.id
     where r.id = $1 order by p.created_at desc nulls last, p.id desc limit 1`,
    [id],
  )
  return rows[0] as Facts
}
/** No time at all where it has not ended. */
const sinceEndMs = ({ ended }: Facts) => (ended ? t.clock.now().getTime() - ended.getTime() : 0)
const isWithBank = ({ status }: Facts) => status === 'disputed' || status === 'charged_back'

/** The reports of a person about a call, and when staff last decided about one of the other person. */
async function reportsBy({ id }: SessionRequest, { id: who }: TestPerson) {
  type Reports = { reports: number; answered: boolean; freed: Date | null }
  const { rows } = await t.server.database.pool.query<Reports>(
    `select count(*) filter (where reporter_id = $2)::int as reports,
       coalesce(bool_or(reporter_id = $2 and state = 'settled' and settled_by is null), false) as answered,
       max(settled_at) filter (where reporter_id <> $2 and settled_by is not null) as freed
     from problems where request_id = $1`,
    [id, who],
  )
  return rows[0] as Reports
}

/**
 * Both parties say that something was wrong, at once: each two times at most, one open at a time, within 48 hours of
 * the end or of what staff decided about the other's, unless the bank decides. In these lives no second was used, so by
 * the record all that is left goes back, unless the influencer waited.
 */
async function reportProblem(request: SessionRequest, kind: ProblemKind): Promise<void> {
  const star = stars.get(request.influencer?.user.username ?? '')
  if (!star) return
  const before = await factsOf(request)
  const tookPlace = before.state === 'completed' || before.outcome === 'influencer_absent'
  const isByRecord = kind === 'other_absent' || kind === 'cut_short'
  const speakers = await Promise.all(
    [fan, star].map(async who => {
      const { reports: often, answered, freed } = await reportsBy(request, who)
      const sinceFreedMs = freed ? t.clock.now().getTime() - freed.getTime() : Number.POSITIVE_INFINITY
      const isInTime = Math.min(sinceEndMs(before), sinceFreedMs) < REPORTED_WITHIN_MS
      const may = tookPlace && isInTime && often < 2 && !before.open && !isWithBank(before)
      return { who, may, isProven: isByRecord && !answered }
    }),
  )
  const path = `POST /api/parley/${request.slug}/problem/` as const
  const answers = await Promise.all(speakers.map(({ who }) => t.call<ProblemAnswer>(who, path, { kind })))
  const opened = answers.filter(({ body }) => body.state === 'open').length
  expect(opened).toBe(speakers.some(({ may, isProven }) => may && !isProven) ? 1 : 0)
  for (const [place, { may, isProven }] of speakers.entries()) {
    // Beside an open problem nobody else may report one, unless the record decided a report before it.
    expect(!may ? [409] : opened === 0 ? [201] : [201, 409]).toContain(answers[place]?.status)
    if (answers[place]?.status === 201) expect(answers[place].body.state).toBe(isProven ? 'settled' : 'open')
  }
  const accepted = answers.filter(({ status }) => status === 201)
  const after = await factsOf(request)
  if (accepted.length === 0) return expect(after).toEqual(before)
  const decisions = accepted.flatMap(({ body: { decision } }) => (decision ? pounds(decision.refunded) : []))
  const back = decisions.length > 0 && !waited.has(request.id) ? before.left : 0
  expect(decisions.reduce((sum, pence) => sum + pence, 0)).toBe(back)
  expect([after.refunded - before.refunded, after.open]).toEqual([back, opened === 1])
}

const comeToDesk = () => Promise.all([desk.stepUp(), second.stepUp()])

/** The desk decides, twice at once: once; much money takes a second member, and none goes while the bank decides. */
async function decide(request: SessionRequest, what: (typeof DECISIONS)[number]): Promise<void> {
  await comeToDesk()
  const before = await factsOf(request)
  if (before.problem === null) return
  const pence = { nothing: 0, 'a part': 37, 'the rest': before.left }[what]
  const act = { back: inPounds(pence), reason: 'What the record says', version: before.version }
  const path = `POST /api/staff/problems/${before.problem}/decide/` as const
  const answers = await Promise.all([desk, desk].map(({ person }) => t.call(person, path, act)))
  expect(answers.map(({ status }) => status).sort()).toEqual(expectedOf(before, pence))
  const isMuch = answers.every(({ status }) => status === 202)
  if (isMuch) {
    expect(await factsOf(request)).toEqual(before)
    expect((await t.call(second.person, path, act)).status).toBe(200)
  }
  const after = await factsOf(request)
  if (!isMuch && answers.every(({ status }) => status !== 200)) return expect(after).toEqual(before)
  expect([after.refunded - before.refunded, after.open]).toEqual([pence, false])
}

function expectedOf(before: Facts, pence: number): number[] {
  if (!before.open || (pence > 0 && isWithBank(before))) return [409, 409]
  if (pence > before.left) return [400, 400]
  return pence > ALONE_PENCE ? [202, 202] : [200, 409]
}

const inPounds = (sum: number) => (sum / 100).toFixed(2)
const pounds = (amount: string) => Math.round(Number(amount) * 100)

async function liveThrough(each: Life): Promise<void> {
  // A login that nobody uses for thirty days is over, and a life takes less.
  await comeToDesk()
  const request = await sold(each)
  const disputes: string[] = []
  for (const { step, after } of each.steps) {
    const before = await factsOf(request)
    await t.advance(after)
    // The sale waits for the desk, however long that takes; one that was released before stays so.
    if (before.open) expect((await factsOf(request)).released).toEqual(before.released)
    await take(request, step, disputes)
  }
  await t.advance(each.rest)
  const audit = await t.audit()
  expect(audit.checks.filter(check => check.breaches > 0)).toEqual([])
  expect(Object.values(audit.balances).reduce((sum, pence) => sum + pence, 0)).toBe(0)
  const { body } = await t.call<Page<OwnPayment>>(fan, 'GET /api/user/me/payments/?page_size=20')
  // Lives in which no time passes begin in the same millisecond.
  const payment = body.results.find(({ request_slug: slug }) => slug === request.slug)
  expect(payment).toBeDefined()
  const where = Object.values(payment?.where ?? {}).map(pounds)
  expect(where.reduce((sum, pence) => sum + pence, 0)).toBe(pounds(each.price))
  expect(where.every(pence => pence >= 0)).toBe(true)
  const facts = await factsOf(request)
  if (facts.open) expect(payment?.where.earned).toBe('0.00')
  // Two days after its end nothing is held of a sale, unless the desk or the bank still decides.
  else if (facts.status !== 'disputed' && sinceEndMs(facts) > REPORTED_WITHIN_MS)
    expect(payment?.where.held).toBe('0.00')
  const { body: rail } = await t.call<MoneyRail>(fan, `GET /api/parley/${request.slug}/money/`)
  expect(rail.lines.every(({ amount }) => pounds(amount) > 0)).toBe(true)
}

const options = { numRuns: RUNS, endOnFailure: true }

test(
  'whatever happens to a sale, what was paid is back, earned or held, and the books agree',
  async () => {
    await fc.assert(fc.asyncProperty(life, liveThrough), options)
  },
  TIME_LIMIT_MS,
)

test(
  'a sale of which somebody says that something was wrong waits for the desk, and is settled once',
  async () => {
    await fc.assert(fc.asyncProperty(complaint, liveThrough), { ...options, examples: ofEachKind })
  },
  TIME_LIMIT_MS,
)
