import {
  messages,
  type NewPasskeyAnswer,
  type OwnFactors,
  PASSKEY_CHALLENGE_TTL_MS,
  type Page,
  type SecondFactorRequired,
  type TokenPair,
} from '@parley/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TEST_PASSWORD } from '../../../testing/api-caller.ts'
import { type Deviation, testAuthenticator } from '../../../testing/authenticator.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'

const FACTORS = '/api/user/me/factors/'
let t: TestServer
beforeAll(async () => {
  t = await openTestServer({ connections: 20 })
})
afterAll(() => t?.close())

type Authenticator = ReturnType<typeof testAuthenticator>
type Refused = { detail: string; second_factor?: SecondFactorRequired; step_up?: string[] }
const factors = async (person: TestPerson) => (await t.call<OwnFactors>(person, `GET ${FACTORS}`)).body
const challenge = async () =>
  (await t.call<{ challenge: string }>(null, 'POST /api/auth/passkey/options/')).body.challenge
const logIn = (response: object) => t.call<TokenPair & Refused>(null, 'POST /api/auth/passkey/', { response })
const stepUp = (person: TestPerson, body: object) => t.call<Refused>(person, 'POST /api/auth/step-up/', body)
const options = (person: TestPerson) =>
  t.call<{ challenge: string } & Refused>(person, `POST ${FACTORS}passkeys/options/`)
const keep = (person: TestPerson, response: object, name = 'Phone') =>
  t.call<NewPasskeyAnswer>(person, `POST ${FACTORS}passkeys/`, { name, response })

async function withPasskey(name: string, deviation?: Deviation) {
  const person = await t.influencer(name)
  const authenticator = testAuthenticator(t.origin)
  await stepUp(person, { password: TEST_PASSWORD })
  const challenged = await options(person)
  const kept = await keep(person, authenticator.make(challenged.body.challenge, deviation))
  expect(kept.status).toBe(201)
  return { person, authenticator, kept: kept.body }
}
const tryBy = async (authenticator: Authenticator, person: TestPerson, deviation?: Deviation) =>
  logIn(authenticator.show(await challenge(), person.id, deviation))

describe('a passkey', () => {
  it('is added after a proof, with recovery codes, and named', async () => {
    const ann = await t.fan('ann')
    expect(await options(ann)).toMatchObject({ status: 403, body: { step_up: ['password', 'code'] } })
    const { person, kept } = await withPasskey('anna')
    expect(kept).toMatchObject({ name: 'Phone', last_used: null })
    expect(kept.recovery_codes).toHaveLength(10)
    expect((await factors(person)).passkeys).toMatchObject([{ id: kept.id, name: 'Phone' }])
    await t.server.doDueWork()
    const path = 'GET /sandbox/mail/?as=json&to=anna@example.org'
    const mails = await t.call<Page<{ subject: string }>>(null, path)
    expect(mails.body.results.map(mail => mail.subject)).toContain('A passkey was added')
  })

  it('is not added from another site, unverified, twice, late, or in another login than the proven one', async () => {
    const bob = await t.fan('bob')
    const { body } = await t.call<TokenPair>(null, 'POST /api/auth/jwt/create/', {
      ...{ email: 'bob@example.org', password: TEST_PASSWORD },
    })
    const thief = { ...bob, ...body }
    const refused = { status: 400, body: { response: [messages.passkeyNotMade] } }
    async function fresh() {
      await stepUp(bob, { password: TEST_PASSWORD })
      return (await options(bob)).body.challenge
    }
    const made = (challenged: string, how?: Deviation) => testAuthenticator(t.origin).make(challenged, how)
    expect(await keep(bob, made(await fresh(), { origin: 'https://parley.example' }))).toMatchObject(refused)
    expect(await keep(bob, made(await fresh(), { site: 'parley.example' }))).toMatchObject(refused)
    expect(await keep(bob, made(await fresh(), { isVerified: false }))).toMatchObject(refused)
    expect(await keep(thief, made(await fresh()))).toMatchObject(refused)
    expect(await keep(bob, made(await challenge()))).toMatchObject(refused)
    const late = await fresh()
    t.clock.advance(PASSKEY_CHALLENGE_TTL_MS / 1000)
    expect(await keep(bob, made(late))).toMatchObject(refused)
    const answer = made(await fresh())
    const both = await Promise.all([keep(bob, answer), keep(bob, answer)])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 400])
    expect((await factors(bob)).passkeys).toHaveLength(1)
  })
})

describe('logging in by a passkey', () => {
  it('needs no password, and each challenge works once', async () => {
    const { person, authenticator } = await withPasskey('cleo')
    const answer = authenticator.show(await challenge(), person.id)
    const answers = await Promise.all(Array.from({ length: 10 }, () => logIn(answer)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(401)])
    const tokens = answers.find(({ status }) => status === 200)?.body
    expect((await t.call({ ...person, ...tokens }, 'GET /api/user/me/')).status).toBe(200)
    expect((await factors(person)).passkeys[0]?.last_used).toBe(t.clock.now().toISOString())
  })

  it('is refused from another site, unverified, late, for another person, by an unknown key', async () => {
    const { person, authenticator } = await withPasskey('dora')
    const other = await withPasskey('dean')
    const refused = { status: 401, body: { detail: messages.passkeyWrong } }
    expect(await tryBy(authenticator, person, { origin: 'https://parley.example' })).toMatchObject(refused)
    expect(await tryBy(authenticator, person, { site: 'parley.example' })).toMatchObject(refused)
    expect(await tryBy(authenticator, person, { isVerified: false })).toMatchObject(refused)
    expect(await tryBy(authenticator, other.person)).toMatchObject(refused)
    expect(await tryBy(testAuthenticator(t.origin), person)).toMatchObject(refused)
    const forged = { ...other.authenticator.show(await challenge(), person.id), id: authenticator.id }
    expect(await logIn(forged)).toMatchObject(refused)
    const late = await challenge()
    t.clock.advance(PASSKEY_CHALLENGE_TTL_MS / 1000)
    expect(await logIn(authenticator.show(late, person.id))).toMatchObject(refused)
    expect((await tryBy(authenticator, person)).status).toBe(200)
  })

  it('works again and again by an authenticator that does not count', async () => {
    const { person, authenticator } = await withPasskey('zero', { counter: 0 })
    for (let login = 0; login < 2; login++)
      expect((await tryBy(authenticator, person, { counter: 0 })).status).toBe(200)
  })

  it('is refused where the authenticator’s count did not rise: it was copied', async () => {
    const { person, authenticator } = await withPasskey('eve')
    expect((await tryBy(authenticator, person, { counter: 7 })).status).toBe(200)
    for (const counter of [7, 6, 0]) {
      expect((await tryBy(authenticator, person, { counter })).status).toBe(401)
    }
    expect((await tryBy(authenticator, person, { counter: 8 })).status).toBe(200)
  })

  it('ends when the passkey is removed, and the password then opens the account again', async () => {
    const { person, authenticator, kept } = await withPasskey('fay')
    const path = `DELETE ${FACTORS}${kept.id}/` as const
    expect((await t.call(person, path)).status).toBe(403)
    const stranger = await withPasskey('fred')
    const shown = { passkey: stranger.authenticator.show(await challenge(), stranger.person.id) }
    await stepUp(stranger.person, shown)
    expect((await t.call(stranger.person, path)).status).toBe(404)
    await stepUp(person, { passkey: authenticator.show(await challenge(), person.id) })
    expect((await t.call(person, path)).status).toBe(200)
    expect((await tryBy(authenticator, person)).status).toBe(401)
    expect(await factors(person)).toEqual({ totp: null, passkeys: [], recovery_codes_left: 0, ends_at: null })
    const login = { email: 'fay@example.org', password: TEST_PASSWORD }
    expect((await t.call(null, 'POST /api/auth/jwt/create/', login)).status).toBe(200)
  })
})

describe('a passkey that was made before anybody answered from the mailbox', () => {
  const resetPassword = async (email: string, newPassword: string) => {
    await t.call(null, 'POST /api/user/password-reset/', { email })
    await t.server.doDueWork()
    const path = `GET /sandbox/mail/?as=json&page_size=100&to=${email}` as const
    const { results } = (await t.call<Page<{ subject: string; text: string }>>(null, path)).body
    const token = results.map(mail => /\/password-reset\?token=([\w-]+)/.exec(mail.text)?.[1]).find(Boolean)
    const body = { token, newPassword, repeatPassword: newPassword }
    expect((await t.call(null, 'POST /api/user/password-reset/confirm/', body)).status).toBe(202)
    return results
  }

  it('does not open the account of the owner who sets a password by mail; one that was made later does', async () => {
    const email = 'ida@example.org'
    const [{ person, authenticator }, password] = [await withPasskey('ida'), 'the password of the owner']
    await resetPassword(email, password)
    expect((await tryBy(authenticator, person)).status).toBe(401)
    const login = await t.call<TokenPair>(null, 'POST /api/auth/jwt/create/', { email, password })
    expect(login.status).toBe(200)
    const owner = { ...person, ...login.body }
    expect(await factors(owner)).toMatchObject({ passkeys: [], recovery_codes_left: 0 })
    const own = testAuthenticator(t.origin)
    await stepUp(owner, { password })
    expect((await keep(owner, own.make((await options(owner)).body.challenge))).status).toBe(201)
    const mails = await resetPassword(email, 'another password of the owner')
    expect(mails.map(mail => mail.subject)).toContain('A passkey was removed')
    expect((await tryBy(own, person)).status).toBe(200)
  })

  it('does not open it either when the owner first pressed the link of the mail that asks to confirm the address', async () => {
    const email = 'iris@example.org'
    const { person, authenticator } = await withPasskey('iris')
    t.clock.advance(60)
    const now = t.clock.now()
    await t.server.database.pool.query('update users set email_verified_at = $2 where id = $1', [
      person.id,
      now,
    ])
    t.clock.advance(60)
    await resetPassword(email, 'the password of the owner')
    expect((await tryBy(authenticator, person)).status).toBe(401)
  })

  it('of a thief does not outlive that the owner takes their address back', async () => {
    const { person, authenticator } = await withPasskey('ines')
    await stepUp(person, { passkey: authenticator.show(await challenge(), person.id) })
    const change = { email: 'thief@new.example.org' }
    expect((await t.call(person, 'PATCH /api/user/me/', change)).status).toBe(200)
    await t.server.doDueWork()
    const path = 'GET /sandbox/mail/?as=json&page_size=100&to=ines@example.org' as const
    const { results } = (await t.call<Page<{ text: string }>>(null, path)).body
    const token = results.map(mail => /\/undo-email#token=([\w-]+)/.exec(mail.text)?.[1]).find(Boolean)
    expect((await t.call(null, 'POST /api/user/email/undo/', { token })).status).toBe(200)
    expect((await tryBy(authenticator, person)).status).toBe(401)
  })
})

describe('a passkey as second factor', () => {
  it('is asked for after the password, and the passkey of somebody else is not enough', async () => {
    const [{ person, authenticator, kept }, other] = [await withPasskey('gus'), await withPasskey('gwen')]
    const login = { email: 'gus@example.org', password: TEST_PASSWORD }
    const challenged = await t.call<Refused>(null, 'POST /api/auth/jwt/create/', login)
    expect(challenged).toMatchObject({
      status: 401,
      body: { second_factor: { methods: ['passkey', 'recovery'] } },
    })
    const ticket = challenged.body.second_factor?.ticket
    const show = (body: object) => t.call(null, 'POST /api/auth/second-factor/', { ticket, ...body })
    const wrong = { passkey: other.authenticator.show(await challenge(), other.person.id) }
    expect((await show(wrong)).status).toBe(400)
    expect((await show({ passkey: authenticator.show(await challenge(), person.id) })).status).toBe(200)
    const again = (await t.call<Refused>(null, 'POST /api/auth/jwt/create/', login)).body.second_factor
    const recovery = { ticket: again?.ticket, recovery: kept.recovery_codes?.[0] }
    expect((await t.call(null, 'POST /api/auth/second-factor/', recovery)).status).toBe(200)
  })

  it('steps its own login up, for its own person', async () => {
    const [{ person, authenticator }, other] = [await withPasskey('hal'), await withPasskey('hana')]
    const payout = () => t.call<Refused>(person, 'POST /api/influencer/me/payout-account/')
    expect((await payout()).body.step_up).toEqual(['passkey', 'recovery'])
    const wrong = { passkey: other.authenticator.show(await challenge(), other.person.id) }
    expect((await stepUp(person, wrong)).status).toBe(400)
    const used = { passkey: authenticator.show(await challenge(), person.id) }
    expect((await stepUp(person, used)).status).toBe(200)
    expect((await stepUp(person, used)).status).toBe(400)
    expect((await payout()).status).toBe(200)
  })
})
