import {
  type CreatedUser,
  DAY_MS,
  type EventQuestion,
  type LiveEvent,
  type Page,
  type SecondFactorRequired,
  type SessionRequest,
} from '@parley/contract'
import sharp from 'sharp'
import { beginEvent, completeEvent } from '../../domains/live-events/public.ts'
import { beginCall, completeCall } from '../../domains/requests/public.ts'
import { grantRole } from '../../domains/staff/public.ts'
import { staffMember } from '../../domains/staff/testing/staff-member.ts'
import { disputeOf } from '../../http/testing/cast.ts'
import { TEST_PASSWORD } from '../../testing/api-caller.ts'
import { testAuthenticator } from '../../testing/authenticator.ts'
import { earningCaller } from '../../testing/earning.ts'
import { eventCaller } from '../../testing/event-caller.ts'
import { addApp } from '../../testing/second-factor.ts'
import type { TestPerson, TestServer } from '../../testing/test-server.ts'
import { WORDS } from './person-words.ts'

const ALWAYS = [{ from: '00:00', to: '24:00' }]
const WEEKLY = Object.fromEntries(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map(day => [day, ALWAYS]))

/** Who will leave, and with whom they do everything that leaves a trace of them in the database. */
export interface Cast {
  t: TestServer
  leaver: TestPerson
  fan: TestPerson
  star: TestPerson
}

/** The answer of a call that is not refused. */
export function ok<T extends { status: number; body: unknown }>(answer: T): T {
  if (answer.status >= 300) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer
}
async function mailTo(t: TestServer, address: string, pattern: RegExp): Promise<string> {
  await t.server.doDueWork()
  const path = `GET /sandbox/mail/?as=json&page_size=100&to=${address}` as const
  const { results } = (await t.call<Page<{ text: string }>>(null, path)).body
  const found = results.map(mail => pattern.exec(mail.text)?.[1]).find(Boolean)
  if (!found) throw new Error(`no mail to ${address} has ${pattern}`)
  return found
}

/** A date so many days from now. */
const dayOf = (t: TestServer, days: number) =>
  new Date(t.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10)

async function image(): Promise<Blob> {
  const drawn = sharp({ create: { width: 64, height: 64, channels: 3, background: '#228833' } })
  return new Blob([new Uint8Array(await drawn.png().toBuffer())])
}

/** Signs up, changes the name and the address, and says everything about itself. */
export async function arrive({ t, star }: Omit<Cast, 'leaver'>): Promise<TestPerson> {
  const form = new FormData()
  const fields = {
    ...{ username: WORDS.formerName, first_name: WORDS.firstName, last_name: WORDS.lastName },
    ...{ email: `${WORDS.formerName}@example.org`, password: TEST_PASSWORD, confirmpassword: TEST_PASSWORD },
    ...{ price: '25.00', duration: '900', duration_display: '2', description: WORDS.offer },
  }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', await image(), 'face.png')
  const made = ok(await t.call<CreatedUser>(null, 'POST /api/user/', form)).body
  const leaver = { id: made.id, username: made.username, ...made.token }
  const { bio, city, address } = WORDS
  const account = { user__username: WORDS.username, bio, city, address, country: 'GB' }
  ok(await t.call(leaver, 'PATCH /api/user/me/', account))
  const email = `${WORDS.username}@example.org`
  ok(await t.call(leaver, 'PATCH /api/user/me/', { email, currentPassword: TEST_PASSWORD }))
  const token = await mailTo(t, email, /confirm-email#token=([\w-]+)/)
  ok(await t.call(leaver, 'POST /api/user/email/confirm/', { token }))
  leaver.username = WORDS.username
  const exceptions = [{ date: dayOf(t, 20), windows: [] }]
  for (const who of [leaver, star]) {
    const hours = { mode: 'offered', zone: 'Europe/London', weekly: WEEKLY, exceptions, version: 0 }
    ok(await t.call(who, 'PUT /api/influencer/me/availability/', hours))
  }
  ok(await t.call(leaver, 'POST /api/user/me/calendar-feed/'))
  ok(await t.call(leaver, 'POST /api/user/me/birth-date/', { date: '1990-02-28' }))
  await earningCaller(t).verify(leaver)
  return leaver
}

/** Is suspended, appeals, and comes back; staff name them in the reasons. */
export async function beSuspended({ t, leaver }: Cast): Promise<void> {
  const desk = await staffMember(t, 'mod', 'moderator')
  const { rows } = await t.server.database.pool.query<{ version: number }>(
    'select version from suspensions where user_id = $1',
    [leaver.id],
  )
  const act = { reason: `${WORDS.lastName} shouted at a fan`, version: rows[0]?.version ?? 0 }
  ok(await t.call(desk.person, `POST /api/staff/people/${leaver.id}/suspend/`, act))
  const token = await mailTo(t, `${WORDS.username}@example.org`, /appeal#token=(\S+)/)
  const text = `It was not me, it was ${WORDS.appeal}`
  ok(await t.call(null, 'POST /api/appeals/', { token, text }))
  const seen = await t.call<{ version: number }>(desk.person, `GET /api/staff/people/${leaver.id}/`)
  const back = { reason: `It was not ${WORDS.lastName}, but a brother`, version: seen.body.version }
  ok(await t.call(desk.person, `POST /api/staff/people/${leaver.id}/restore/`, back))
  // The rule of time looks for what is open of a suspended person for a minute.
  await t.advance(120)
  await t.advance(1)
}

/** Buys: with a note, as a gift, with a problem, by a prepaid link; says what it thinks of a call and of the other. */
export async function buy(cast: Cast): Promise<void> {
  const { t, leaver, fan, star } = cast
  const request = await t.bookAndPay(leaver, star, { note: WORDS.note, callback: `/${WORDS.username}` })
  const gift = await t.call<{ url: string }>(leaver, `POST /api/parley/${request.slug}/session/gift/`, {
    message: WORDS.gift,
  })
  const token = new URL(ok(gift).body.url).searchParams.get('token')
  ok(await t.call(fan, 'POST /api/parley/gift/accept/', { token }))
  ok(await t.call(star, `POST /api/influencer/requests/${request.id}/reject/`))
  const served = await t.bookAndPay(leaver, star)
  await beginCall(t.server.domains.requests, served.id)
  await takeKeepsake(t, served, { asks: leaver, agrees: star, draws: leaver })
  const opinion = { opinion: 'not_good', trouble: 'sound' }
  ok(await t.call(leaver, `POST /api/parley/${served.slug}/session/opinion/`, opinion))
  await completeCall(t.server.domains.requests, served.id)
  const problem = { kind: 'quality', text: WORDS.problem }
  ok(await t.call(leaver, `POST /api/parley/${served.slug}/problem/`, problem))
  const link = { amount: '10.00', duration: 600, description: WORDS.prepaid }
  const prepaid = ok(await t.call<SessionRequest>(leaver, 'POST /api/parley/prepaid-link/', link))
  await t.confirm((await t.pay(leaver, prepaid.body)).body)
  await t.server.doDueWork()
  ok(await t.call(leaver, `POST /api/influencer/parley_requests/${prepaid.body.id}/cancel/`))
  await report(t, leaver, { about: { kind: 'user', id: star.id }, text: WORDS.report })
  ok(await t.call(leaver, `POST /api/user/${star.id}/block/`))
}
async function report(t: TestServer, by: TestPerson, said: object): Promise<void> {
  ok(await t.call(by, 'POST /api/reports/', { reason: 'harassment', uuid: crypto.randomUUID(), ...said }))
}

/** One asks for a photo of both, the other agrees, and the buyer's page draws it. */
async function takeKeepsake(
  t: TestServer,
  { slug }: SessionRequest,
  { asks, agrees, draws }: Record<'asks' | 'agrees' | 'draws', TestPerson>,
): Promise<void> {
  const keepsake = `/api/parley/${slug}/session/keepsake/` as const
  ok(await t.call(asks, `POST ${keepsake}`))
  ok(await t.call(agrees, `POST ${keepsake}answer/`, { agree: true }))
  const form = new FormData()
  form.set('picture', await image(), 'picture.png')
  ok(await t.call(draws, `POST ${keepsake}picture/`, form))
}

/** Helps at two events of another, and has a place at one: asks, and votes for what somebody else asked. */
export async function attend({ t, leaver, fan, star }: Cast): Promise<{ votedFor: string }> {
  const events = eventCaller(t)
  const startsAt = new Date(t.clock.now().getTime() + 10 * DAY_MS).toISOString()
  const queue = { title: 'A line', format: 'queue', starts_at: startsAt, capacity: 1 }
  const crews = [
    { event: await events.create(star, { ...queue, duration: 30 }), helpers: 'ushers' },
    { event: await events.create(star, { title: 'A talk' }), helpers: 'moderators' },
  ]
  for (const { event, helpers } of crews)
    ok(await t.call(star, `PUT /api/parley/${event.slug}/event/crew/`, { [helpers]: [leaver.username] }))
  const { event } = crews[1] ?? {}
  if (!event) throw new Error('two events were made')
  for (const each of [leaver, fan]) await events.placeOf(each, event)
  const questions = `/api/parley/${event.slug}/event/questions/` as const
  ok(await t.call(leaver, `POST ${questions}`, { text: WORDS.question, uuid: 'one' }))
  const others = { text: 'And with black?', uuid: 'two' }
  const { id } = ok(await t.call<EventQuestion>(fan, `POST ${questions}`, others)).body
  ok(await t.call(leaver, `POST ${questions}${id}/vote/`, { voted: true }))
  await beginEvent(t.server.domains.liveEvents, event.id)
  await completeEvent(t.server.domains.liveEvents, event.id)
  await t.server.doDueWork()
  return { votedFor: id }
}

/** Sells: an event, a call that is refused, a slot that is moved. */
export async function sell(cast: Cast): Promise<void> {
  const { t, leaver, fan } = cast
  const form = new FormData()
  const fields = { title: WORDS.title, description: WORDS.eventText, amount: '5.00', duration: '60' }
  for (const [name, value] of Object.entries(fields)) form.set(`virtual_event[${name}]`, value)
  form.set('virtual_event[duration_display]', '1')
  form.set('virtual_event[profile]', await image(), 'event.png')
  ok(await t.call(leaver, `PATCH /api/influencer/${WORDS.username}/`, form))
  const { pool } = t.server.database
  const { rows } = await pool.query('select slug from live_events where influencer_id = $1', [leaver.id])
  const event = ok(await t.call<LiveEvent>(null, `GET /api/parley/${rows[0]?.slug}/event/`)).body
  await eventCaller(t).placeOf(fan, event)
  await report(t, fan, { about: { kind: 'event', id: event.slug }, text: 'What a strange event' })
  ok(await t.call(leaver, `POST /api/parley/${event.slug}/cancel-event/`))
  const refused = await t.bookAndPay(fan, leaver)
  const reason = { reason: WORDS.rejection }
  ok(await t.call(leaver, `POST /api/influencer/requests/${refused.id}/reject/`, reason))
  const day = dayOf(t, 1)
  const slot = await t.bookAndPay(fan, leaver, { slot: `${day}T12:00:00.000Z` })
  const others = { slots: [`${day}T15:00:00.000Z`], message: WORDS.proposal }
  ok(await t.call(leaver, `POST /api/parley/${slot.slug}/session/proposal/`, others))
  const answer = { choice: 'refund' }
  ok(await t.call(fan, `POST /api/parley/${slot.slug}/session/proposal/answer/`, answer))
  await writeStatement(cast)
  // Nobody paid this one when they leave.
  ok(await t.book(fan, leaver, { slot: `${day}T18:00:00.000Z` }))
}

/** Writes to a bank about a disputed sale, which the bank then decides. */
async function writeStatement({ t, leaver, fan }: Cast): Promise<void> {
  const sold = await t.bookAndPay(fan, leaver)
  await beginCall(t.server.domains.requests, sold.id)
  await takeKeepsake(t, sold, { asks: fan, agrees: leaver, draws: fan })
  const id = await disputeOf(t, sold)
  const path = `POST /api/influencer/me/disputes/${id}/statement/` as const
  ok(await t.call(leaver, path, { text: WORDS.statement }))
  await t.server.doDueWork()
  t.sandbox.faults.closeDispute(id, 'lost')
  await t.server.doDueWork()
}

/** Saves a card, as the browser does it: the provider alone is asked. */
async function saveCard(t: TestServer, person: TestPerson): Promise<void> {
  const of = `/api/user/${person.id}` as const
  const wallet = ok(await t.call<Wallet>(person, `POST ${of}/card-wallet/`)).body
  const setupIntentId = wallet.client_secret.split('_secret_')[0] ?? ''
  const body = new URLSearchParams({
    ...{ key: wallet.publishable_key, client_secret: wallet.client_secret, return_url: t.origin },
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': '4242424242424242',
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2034',
    'payment_method_data[card][cvc]': '123',
  })
  const confirm = `${t.origin}/sandbox/stripe/v1/setup_intents/${setupIntentId}/confirm`
  await fetch(confirm, { method: 'POST', body })
  ok(await t.call(person, `POST ${of}/card-saved/`, { setupIntentId }))
}
interface Wallet {
  client_secret: string
  publishable_key: string
}

/** Adds what opens an account, and what is waiting for its person. */
export async function addKeys({ t, leaver }: Cast): Promise<() => Promise<unknown>> {
  ok(await t.call(leaver, 'POST /api/auth/step-up/', { password: TEST_PASSWORD }))
  const passkeys = '/api/user/me/factors/passkeys/'
  const options = ok(await t.call<{ challenge: string }>(leaver, `POST ${passkeys}options/`))
  const response = testAuthenticator(t.origin).make(options.body.challenge)
  const app = await addApp(t, leaver)
  ok(await t.call(leaver, 'POST /api/auth/step-up/', { code: app.code() }))
  ok(await t.call(leaver, `POST ${passkeys}`, { name: WORDS.passkey, response }))
  ok(await t.call(null, 'POST /api/user/password-reset/', { email: `${WORDS.username}@example.org` }))
  ok(await t.call(leaver, `POST ${passkeys}options/`))
  ok(await t.call(leaver, 'POST /api/ws-ticket/', { path: '/inbox/' }))
  await saveCard(t, leaver)
  const login = { email: `${WORDS.username}@example.org`, password: TEST_PASSWORD }
  const again = await t.call<{ second_factor?: SecondFactorRequired }>(
    null,
    'POST /api/auth/jwt/create/',
    login,
  )
  const ticket = again.body.second_factor?.ticket
  ok(await t.call(null, 'POST /api/auth/second-factor/lost/', { ticket }))
  await grantRole(t.server.database.db, { username: WORDS.username, role: 'finance', now: t.clock.now() })
  return async () =>
    ok(await t.call(leaver, 'DELETE /api/user/me/', { password: TEST_PASSWORD, forgo: true }))
}
