import {
  FACTOR_STEP_UP_TTL_MS,
  messages,
  type OwnFactors,
  type Page,
  RECOVERY_CODES,
  type RecoveryCodes,
  SECOND_FACTOR_TRIES_MAX,
  SECOND_FACTOR_TTL_MS,
  type SecondFactorRequired,
  TOTP_BEGIN_TTL_MS,
  type TokenPair,
  type TotpBegun,
  WRONG_CODES_A_DAY_MAX,
} from '@parley/contract'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, TEST_PASSWORD } from '../../../testing/api-caller.ts'
import { addApp, codesOf, type TestApp } from '../../../testing/second-factor.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'
import { hasSecondFactor, hasSteppedUp } from '../public.ts'

let t: TestServer
beforeAll(async () => {
  t = await openTestServer({ connections: 20 })
})
afterAll(() => t?.close())

type Challenge = { detail: string; second_factor?: SecondFactorRequired }
const emailOf = (person: TestPerson) => `${person.username}@example.org`
const logIn = (person: TestPerson, password = TEST_PASSWORD) =>
  t.call<Challenge>(null, 'POST /api/auth/jwt/create/', { email: emailOf(person), password })
const show = (body: object) => t.call<TokenPair & Challenge>(null, 'POST /api/auth/second-factor/', body)
const stepUp = (person: TestPerson, body: object) =>
  t.call<{ until: string }>(person, 'POST /api/auth/step-up/', body)
const factors = async (person: TestPerson) =>
  (await t.call<OwnFactors>(person, 'GET /api/user/me/factors/')).body
const loginIdOf = (person: TestPerson) => String(decodeJwt(person.access).lid)
async function ticketFor(person: TestPerson): Promise<string> {
  const answer = await logIn(person)
  expect(answer).toMatchObject({ status: 401, body: { detail: messages.secondFactorNeeded } })
  return answer.body.second_factor?.ticket ?? ''
}
async function withApp(name: string): Promise<{ person: TestPerson; app: TestApp }> {
  const person = await t.influencer(name)
  return { person, app: await addApp(t, person) }
}
async function mailsTo(person: TestPerson): Promise<string[]> {
  await t.server.doDueWork()
  const path = `GET /sandbox/mail/?as=json&to=${emailOf(person)}` as const
  return (await t.call<Page<{ subject: string }>>(null, path)).body.results.map(mail => mail.subject)
}
const statuses = (answers: readonly Answer<unknown>[]) => answers.map(({ status }) => status).sort()

describe('an authenticator app', () => {
  it('counts from its first code on, and its secret lies encrypted', async () => {
    const ann = await t.fan('ann')
    const begun = await t.call<TotpBegun>(ann, 'POST /api/user/me/factors/totp/', { password: TEST_PASSWORD })
    expect(begun.status).toBe(201)
    expect(new URL(begun.body.url).searchParams.get('secret')).toBe(begun.body.secret)
    expect((await logIn(ann)).status).toBe(200)
    expect(await hasSecondFactor(t.server.database.db, ann.id)).toBe(false)
    const code = codesOf(begun.body.secret, t.clock)
    const confirm = (text: string) =>
      t.call<RecoveryCodes>(ann, 'POST /api/user/me/factors/totp/confirm/', { code: text })
    expect(await confirm('000000')).toMatchObject({ status: 400, body: { code: [messages.codeWrong] } })
    const confirmed = await confirm(code())
    expect(new Set(confirmed.body.recovery_codes).size).toBe(RECOVERY_CODES)
    expect(await factors(ann)).toMatchObject({ totp: { id: expect.any(String) }, recovery_codes_left: 10 })
    expect(await hasSecondFactor(t.server.database.db, ann.id)).toBe(true)
    expect((await mailsTo(ann))[0]).toBe('An authenticator app was added')
    const stored = await t.server.database.pool.query('select * from totp_factors where user_id = $1', [
      ann.id,
    ])
    const bytes = Buffer.from(stored.rows[0].secret)
    expect(bytes.length).toBe(20 + 12 + 16)
    expect((await confirm(code(1))).status).toBe(409)
    expect((await t.call(ann, 'POST /api/user/me/factors/totp/', {})).status).toBe(403)
  })

  it('is begun by the person who knows the password, not by an access token alone, and is confirmed in time', async () => {
    const bob = await t.fan('bob')
    const begin = (body: object) => t.call<TotpBegun>(bob, 'POST /api/user/me/factors/totp/', body)
    expect(await begin({})).toMatchObject({ status: 403, body: { step_up: ['password', 'code'] } })
    expect(await begin({ password: 'wrong' })).toMatchObject({
      status: 400,
      body: { password: [messages.passwordWrong] },
    })
    const first = codesOf((await begin({ password: TEST_PASSWORD })).body.secret, t.clock)
    const second = codesOf((await begin({ password: TEST_PASSWORD })).body.secret, t.clock)
    const confirm = (code: string) => t.call(bob, 'POST /api/user/me/factors/totp/confirm/', { code })
    expect((await confirm(first())).status).toBe(400)
    t.clock.advance(TOTP_BEGIN_TTL_MS / 1000 + 1)
    expect((await confirm(second())).status).toBe(409)
    expect((await logIn(bob)).status).toBe(200)
  })
})

describe('logging in with a second factor', () => {
  it('takes a code of now, a step before or after, each once', async () => {
    const { person, app } = await withApp('cleo')
    const used = { ticket: await ticketFor(person), code: app.code(0) }
    const tokens = await show(used)
    expect(tokens.status).toBe(200)
    const me = await t.call({ ...person, ...tokens.body }, 'GET /api/user/me/')
    expect(me.status).toBe(200)
    expect((await show(used)).status).toBe(401)
    for (const old of [0, -1, 2]) {
      const again = await show({ ticket: await ticketFor(person), code: app.code(old) })
      expect(again).toMatchObject({ status: 400, body: { code: [messages.codeWrong] } })
    }
    expect((await show({ ticket: await ticketFor(person), code: app.code(1) })).status).toBe(200)
  })

  it('with one code fifty times at once, over fifty tickets, logs in once', async () => {
    const { person, app } = await withApp('dora')
    const tickets = await Promise.all(Array.from({ length: 50 }, () => ticketFor(person)))
    const code = app.code()
    const answers = await Promise.all(tickets.map(ticket => show({ ticket, code })))
    const bounded = Array(50 - 1 - WRONG_CODES_A_DAY_MAX).fill(429)
    expect(statuses(answers)).toEqual([200, ...Array(WRONG_CODES_A_DAY_MAX).fill(400), ...bounded])
  })

  it('with one ticket many times at once logs in once', async () => {
    const { person, app } = await withApp('dean')
    const ticket = await ticketFor(person)
    const answers = await Promise.all([0, 1, 0, 1].map(step => show({ ticket, code: app.code(step) })))
    expect(statuses(answers).filter(status => status === 200)).toHaveLength(1)
  })

  it('has five tries, also all at once, and five minutes', async () => {
    const { person, app } = await withApp('eli')
    const ticket = await ticketFor(person)
    const wrong = Array.from({ length: SECOND_FACTOR_TRIES_MAX }, () => show({ ticket, code: '000000' }))
    expect(statuses(await Promise.all(wrong))).toEqual(Array(SECOND_FACTOR_TRIES_MAX).fill(400))
    expect(await show({ ticket, code: app.code() })).toMatchObject({
      status: 401,
      body: { detail: messages.secondFactorLate },
    })
    const late = await ticketFor(person)
    t.clock.advance(SECOND_FACTOR_TTL_MS / 1000)
    expect((await show({ ticket: late, code: app.code() })).status).toBe(401)
  })

  it('is not guessed over many tickets and logins: the account has its own bound, and recovery codes still work', async () => {
    const { person, app } = await withApp('fay')
    const guesses: number[] = []
    for (let tried = 0; tried < WRONG_CODES_A_DAY_MAX; ) {
      const ticket = await ticketFor(person)
      for (let i = 0; i < SECOND_FACTOR_TRIES_MAX; i++, tried++)
        guesses.push((await show({ ticket, code: '000000' })).status)
    }
    expect(guesses).toEqual(Array(WRONG_CODES_A_DAY_MAX).fill(400))
    const ticket = await ticketFor(person)
    expect((await show({ ticket, code: app.code() })).status).toBe(429)
    expect((await stepUp(person, { code: app.code() })).status).toBe(429)
    expect((await mailsTo(person)).filter(subject => subject === 'Many wrong codes')).toHaveLength(1)
    expect((await show({ ticket, recovery: app.recoveryCodes[0] })).status).toBe(200)
    t.clock.advance(24 * 3600)
    expect((await show({ ticket: await ticketFor(person), code: app.code() })).status).toBe(200)
  })

  it('takes each recovery code once, however it is written, and nobody else’s', async () => {
    const [{ person, app }, other] = [await withApp('gus'), await withApp('gwen')]
    const [code = ''] = app.recoveryCodes
    const stolen = await show({ ticket: await ticketFor(other.person), recovery: code })
    expect(stolen).toMatchObject({ status: 400, body: { recovery: [messages.recoveryCodeWrong] } })
    const written = code.toLowerCase().replaceAll('-', ' ')
    const tickets = [await ticketFor(person), await ticketFor(person), await ticketFor(person)]
    const answers = await Promise.all(tickets.map(ticket => show({ ticket, recovery: written })))
    expect(statuses(answers)).toEqual([200, 400, 400])
    expect((await factors(person)).recovery_codes_left).toBe(9)
    expect(await mailsTo(person)).toContain('A recovery code was used')
  })

  it('is not avoided by a new password, and a ticket ends with the old one', async () => {
    const { person, app } = await withApp('hal')
    const ticket = await ticketFor(person)
    await t.call(null, 'POST /api/user/password-reset/', { email: emailOf(person) })
    await t.server.doDueWork()
    const path = `GET /sandbox/mail/?as=json&to=${emailOf(person)}` as const
    const mail = (await t.call<Page<{ text: string }>>(null, path)).body.results[0]?.text ?? ''
    const token = /password-reset\?token=([\w-]+)/.exec(mail)?.[1]
    const newPassword = 'three quiet otters'
    const set = { token, newPassword, repeatPassword: newPassword }
    expect((await t.call(null, 'POST /api/user/password-reset/confirm/', set)).status).toBe(202)
    expect((await show({ ticket, code: app.code() })).status).toBe(401)
    const answer = await logIn(person, newPassword)
    expect(answer).toMatchObject({ status: 401, body: { second_factor: { methods: ['code', 'recovery'] } } })
  })
})

describe('stepping up with a second factor', () => {
  const payout = (person: TestPerson, body?: object) =>
    t.call(person, 'POST /api/influencer/me/payout-account/', body)
  const password = {
    currentPassword: TEST_PASSWORD,
    newPassword: 'three quiet otters',
    repeatPassword: 'three quiet otters',
  }

  it('stands before money, email, password, deletion and factors; a password alone is not enough', async () => {
    const { person, app } = await withApp('ivy')
    const { totp } = await factors(person)
    const acts = () =>
      Promise.all([
        payout(person, { currentPassword: TEST_PASSWORD }),
        t.call(person, 'PATCH /api/user/me/', { email: 'ivy2@example.org', currentPassword: TEST_PASSWORD }),
        t.call(person, 'POST /api/user/me/password/', password),
        t.call(person, 'DELETE /api/user/me/', { password: TEST_PASSWORD }),
        t.call(person, `DELETE /api/user/me/factors/${totp?.id}/`),
        t.call(person, 'POST /api/user/me/factors/recovery-codes/'),
      ])
    const needed = { detail: messages.stepUpNeeded, step_up: ['code', 'recovery'] }
    for (const answer of await acts()) expect(answer).toMatchObject({ status: 403, body: needed })
    expect(await stepUp(person, { password: TEST_PASSWORD })).toMatchObject({ status: 403, body: needed })
    expect((await stepUp(person, { code: '000000' })).status).toBe(400)
    for (const answer of await acts()) expect(answer.status).toBe(403)
    expect((await stepUp(person, { code: app.code() })).status).toBe(200)
    expect((await payout(person)).status).toBe(200)
    expect((await t.call(person, 'POST /api/user/me/password/', password)).status).toBe(200)
    expect((await t.call(person, `DELETE /api/user/me/factors/${totp?.id}/`)).status).toBe(200)
    expect(await factors(person)).toEqual({ totp: null, passkeys: [], recovery_codes_left: 0, ends_at: null })
    expect(await mailsTo(person)).toContain('Your authenticator app was removed')
    expect((await logIn(person, password.newPassword)).status).toBe(200)
  })

  it('is of one login, not of the person, for a quarter of an hour, and not by the login itself', async () => {
    const { person, app } = await withApp('jon')
    const elsewhere = {
      ...person,
      ...(await show({ ticket: await ticketFor(person), code: app.code() })).body,
    }
    expect((await payout(elsewhere)).status).toBe(403)
    const answer = await stepUp(person, { code: app.code(1) })
    expect(Date.parse(answer.body.until)).toBe(t.clock.now().getTime() + FACTOR_STEP_UP_TTL_MS)
    expect((await payout(elsewhere)).status).toBe(403)
    expect((await payout(person)).status).toBe(200)
    const { db } = t.server.database
    const steppedUp = (who: TestPerson) => hasSteppedUp(db, { loginId: loginIdOf(who), now: t.clock.now() })
    expect([await steppedUp(person), await steppedUp(elsewhere)]).toEqual([true, false])
    const loginId = loginIdOf(person)
    t.clock.advance(FACTOR_STEP_UP_TTL_MS / 1000)
    expect(await hasSteppedUp(db, { loginId, now: t.clock.now() })).toBe(false)
  })

  it('by one code at once from two logins lets one of them through', async () => {
    const { person, app } = await withApp('kim')
    const elsewhere = {
      ...person,
      ...(await show({ ticket: await ticketFor(person), code: app.code(0) })).body,
    }
    const both = [person, elsewhere].map(who => stepUp(who, { code: app.code(1) }))
    expect(statuses(await Promise.all(both))).toEqual([200, 400])
  })
})

describe('what is kept of second factors', () => {
  it('is in the export without secrets, and goes with the account', async () => {
    const { person, app } = await withApp('lee')
    const held = await t.call<{ second_factors: OwnFactors }>(person, 'GET /api/user/me/export/')
    expect(held.body.second_factors).toEqual(await factors(person))
    await stepUp(person, { code: app.code() })
    expect((await t.call(person, 'DELETE /api/user/me/', { password: TEST_PASSWORD })).status).toBe(200)
    for (const table of ['totp_factors', 'recovery_codes', 'factor_tickets']) {
      const { rowCount } = await t.server.database.pool.query(`select 1 from ${table} where user_id = $1`, [
        person.id,
      ])
      expect(rowCount).toBe(0)
    }
  })
})
