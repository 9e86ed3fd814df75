import {
  FACTOR_LOSS_WAIT_MS,
  type FactorLossAnswer,
  messages,
  type OwnFactors,
  type Page,
  type SecondFactorRequired,
} from '@parley/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TEST_PASSWORD } from '../../../testing/api-caller.ts'
import { addApp } from '../../../testing/second-factor.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'

const WAIT_SECONDS = FACTOR_LOSS_WAIT_MS / 1000
let t: TestServer
beforeAll(async () => {
  t = await openTestServer({ connections: 10 })
})
afterAll(() => t?.close())

const logIn = (person: TestPerson) =>
  t.call<{ second_factor?: SecondFactorRequired }>(null, 'POST /api/auth/jwt/create/', {
    email: `${person.username}@example.org`,
    password: TEST_PASSWORD,
  })
const ticketFor = async (person: TestPerson) => (await logIn(person)).body.second_factor?.ticket ?? ''
const lose = (ticket: string) =>
  t.call<FactorLossAnswer>(null, 'POST /api/auth/second-factor/lost/', { ticket })
const endsAt = async (person: TestPerson) =>
  (await t.call<OwnFactors>(person, 'GET /api/user/me/factors/')).body.ends_at
async function mailsTo(person: TestPerson) {
  await t.server.doDueWork()
  const path = `GET /sandbox/mail/?as=json&to=${person.username}@example.org` as const
  return (await t.call<Page<{ subject: string; text: string }>>(null, path)).body.results
}
async function withApp(name: string) {
  const person = await t.fan(name)
  return { person, app: await addApp(t, person) }
}

it('a loss that nobody stops removes every factor after 72 hours, not before, and its owner hears of it', async () => {
  const { person } = await withApp('ann')
  const ticket = await ticketFor(person)
  const answers = await Promise.all([lose(ticket), lose(ticket), lose(ticket)])
  expect(new Set(answers.map(({ body }) => body.ends_at)).size).toBe(1)
  expect(answers[0]?.status).toBe(202)
  expect(await endsAt(person)).toBe(answers[0]?.body.ends_at)
  const warnings = (await mailsTo(person)).filter(mail => mail.subject.includes('about to be removed'))
  expect(warnings).toHaveLength(1)
  await t.advance(WAIT_SECONDS - 1)
  expect((await logIn(person)).status).toBe(401)
  await t.advance(1)
  expect((await logIn(person)).status).toBe(200)
  const subjects = (await mailsTo(person)).map(mail => mail.subject)
  expect(subjects).toContain('Your second factors were removed')
})

it('a loss is stopped by the mailed link, once, and by any login of the person', async () => {
  const { person } = await withApp('bob')
  await lose(await ticketFor(person))
  const mail = (await mailsTo(person)).find(each => each.text.includes('/keep-factors#token='))
  const token = /keep-factors#token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
  const stop = () => t.call(null, 'POST /api/auth/second-factor/lost/stop/', { token })
  expect((await stop()).status).toBe(200)
  expect(await stop()).toMatchObject({ status: 400, body: { token: [messages.lossLinkSpent] } })
  expect(await endsAt(person)).toBeNull()
  await lose(await ticketFor(person))
  expect((await t.call(person, 'DELETE /api/user/me/factor-loss/')).status).toBe(200)
  expect((await t.call(person, 'DELETE /api/user/me/factor-loss/')).status).toBe(404)
  await t.advance(WAIT_SECONDS)
  expect((await logIn(person)).status).toBe(401)
})

it('a loss ends when a factor is shown after all, and with the password that asked for it', async () => {
  const [{ person, app }, other] = [await withApp('cleo'), await withApp('dora')]
  await lose(await ticketFor(person))
  const shown = { ticket: await ticketFor(person), code: app.code() }
  expect((await t.call(null, 'POST /api/auth/second-factor/', shown)).status).toBe(200)
  expect(await endsAt(person)).toBeNull()
  await lose(await ticketFor(other.person))
  await t.call(other.person, 'POST /api/auth/step-up/', { recovery: other.app.recoveryCodes[0] })
  await lose(await ticketFor(other.person))
  const newPassword = 'three quiet otters'
  const change = { currentPassword: TEST_PASSWORD, newPassword, repeatPassword: newPassword }
  expect((await t.call(other.person, 'POST /api/user/me/password/', change)).status).toBe(200)
  expect(await endsAt(other.person)).toBeNull()
})

it('a loss needs the password: no ticket, a late ticket, none', async () => {
  const { person } = await withApp('eve')
  expect((await lose('made up')).status).toBe(401)
  const ticket = await ticketFor(person)
  t.clock.advance(300)
  expect((await lose(ticket)).status).toBe(401)
})
