import type { Page, StandingLogin, TokenPair } from '@parley/contract'
import { messages, STEP_UP_CODE_TTL_MS, STEP_UP_TTL_MS } from '@parley/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TEST_PASSWORD } from '../../../testing/api-caller.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'
import { PASSWORD_TRIES } from '../guessing/password-tries.ts'

let t: TestServer
beforeAll(async () => {
  t = await openTestServer({ connections: 20 })
})
afterAll(() => t?.close())

const needed = { status: 403, body: { detail: messages.stepUpNeeded, step_up: ['password', 'code'] } }
const proof = { currentPassword: TEST_PASSWORD }
const stepUp = (person: TestPerson, body: object = { password: TEST_PASSWORD }) =>
  t.call<{ until: string }>(person, 'POST /api/auth/step-up/', body)
const payout = (person: TestPerson, body?: object) =>
  t.call(person, 'POST /api/influencer/me/payout-account/', body)
const remove = (person: TestPerson) => t.call(person, 'DELETE /api/user/me/', {})
async function again(person: TestPerson): Promise<TestPerson> {
  const login = { email: `${person.username}@example.org`, password: TEST_PASSWORD }
  return { ...person, ...(await t.call<TokenPair>(null, 'POST /api/auth/jwt/create/', login)).body }
}
async function codeFor(person: TestPerson): Promise<string> {
  expect((await t.call(person, 'POST /api/auth/step-up/code/')).status).toBe(202)
  await t.server.doDueWork()
  const path = `GET /sandbox/mail/?as=json&to=${person.username}@example.org` as const
  const mails = await t.call<Page<{ text: string }>>(null, path)
  return /Code: (\w{4} \w{4})/.exec(mails.body.results[0]?.text ?? '')?.[1] ?? ''
}
async function otherLogin(person: TestPerson): Promise<string> {
  const { body } = await t.call<Page<StandingLogin>>(person, 'GET /api/user/me/logins/')
  return body.results.find(login => !login.is_current)?.id ?? ''
}

describe('an access token alone', () => {
  it('opens no payout account', async () => {
    const ivy = await t.influencer('ivy')
    expect(await payout(ivy)).toMatchObject(needed)
    expect((await payout(ivy, { currentPassword: 'wrong password' })).status).toBe(400)
    expect((await payout(ivy, proof)).status).toBe(200)
  })

  it('logs nobody out elsewhere, only itself', async () => {
    const ann = await t.fan('ann')
    const here = await again(ann)
    const other = await otherLogin(here)
    expect(await t.call(here, `DELETE /api/user/me/logins/${other}/`)).toMatchObject(needed)
    expect((await t.call(here, `DELETE /api/user/me/logins/${other}/`, proof)).status).toBe(200)
    const own = (await t.call<Page<StandingLogin>>(here, 'GET /api/user/me/logins/')).body.results[0]?.id
    expect((await t.call(here, `DELETE /api/user/me/logins/${own}/`)).status).toBe(200)
  })

  it('does not guess the password: ten tries, and other logins of the person go on', async () => {
    const strict = await openTestServer({ env: { NODE_ENV: 'production', ALLOW_SANDBOX: '1' } })
    try {
      const bob = await strict.influencer('bob')
      const guess = (body: object) => strict.call(bob, 'POST /api/influencer/me/payout-account/', body)
      const statuses: number[] = []
      for (let i = 0; i < PASSWORD_TRIES.prompt; i++) {
        statuses.push((await guess({ currentPassword: `guess number ${i}` })).status)
      }
      expect(statuses).toEqual(Array(PASSWORD_TRIES.prompt).fill(400))
      expect((await guess(proof)).status).toBe(429)
      const login = { email: 'bob@example.org', password: TEST_PASSWORD }
      const fresh = await strict.call<TokenPair>(null, 'POST /api/auth/jwt/create/', login)
      const elsewhere = { ...bob, ...fresh.body }
      const answer = await strict.call(elsewhere, 'POST /api/influencer/me/payout-account/', proof)
      expect(answer.status).toBe(200)
    } finally {
      await strict.close()
    }
  })

  it('deletes no account, and so a person without a password can leave by a mailed code', async () => {
    const flo = await t.fan('flo')
    expect(await remove(flo)).toMatchObject(needed)
    const code = await codeFor(flo)
    expect((await stepUp(flo, { code })).status).toBe(200)
    expect((await stepUp(flo, { code })).status).toBe(400)
    expect((await remove(flo)).status).toBe(200)
    expect((await t.call(flo, 'GET /api/user/me/')).status).toBe(401)
  })

  it('deletes no account after the code was used for another act', async () => {
    const gil = await t.influencer('gil')
    await stepUp(gil, { code: await codeFor(gil) })
    expect((await payout(gil)).status).toBe(200)
    expect(await remove(gil)).toMatchObject(needed)
  })

  it('does not use the code up where the account cannot be deleted yet', async () => {
    const [hal, star] = [await t.fan('hal'), await t.influencer('hals-star')]
    const { id } = await t.bookAndPay(hal, star)
    await stepUp(hal, { code: await codeFor(hal) })
    expect((await remove(hal)).status).toBe(409)
    await t.call(hal, `POST /api/influencer/parley_requests/${id}/cancel/`)
    await t.server.doDueWork()
    expect((await remove(hal)).status).toBe(200)
  })
})

describe('leaving after a step-up', () => {
  it.each([
    ['nothing in the body', undefined],
    ['an empty body', {}],
  ])('needs %s', async (name, body) => {
    const person = await t.fan(`left-by-${name.replaceAll(' ', '-')}`)
    // A login that began just now needs nothing beside itself.
    t.clock.advance(STEP_UP_TTL_MS / 1000)
    const leave = () => t.call(person, 'DELETE /api/user/me/', body)
    expect(await leave()).toMatchObject(needed)
    expect((await stepUp(person)).status).toBe(200)
    expect((await leave()).status).toBe(200)
  })

  it('or with the password by the name that other calls have for it', async () => {
    const ned = await t.fan('ned')
    const leave = (currentPassword: string) => t.call(ned, 'DELETE /api/user/me/', { currentPassword })
    expect(await leave('wrong password')).toMatchObject({
      status: 400,
      body: { currentPassword: [messages.currentPasswordWrong] },
    })
    expect((await leave(TEST_PASSWORD)).status).toBe(200)
  })

  it('an authenticator app too is begun with the password by either name', async () => {
    const begin = (person: TestPerson, body: object) =>
      t.call(person, 'POST /api/user/me/factors/totp/', body)
    const [oda, pia] = [await t.fan('oda'), await t.fan('pia')]
    expect(await begin(oda, {})).toMatchObject(needed)
    expect((await begin(oda, proof)).status).toBe(201)
    expect((await begin(pia, { password: TEST_PASSWORD })).status).toBe(201)
  })
})

describe('proving once more who one is', () => {
  it('by the password is good for one act of this login, for five minutes', async () => {
    const cleo = await t.influencer('cleo')
    const other = await again(cleo)
    expect((await stepUp(cleo, { password: 'wrong password' })).body).toEqual({
      password: [messages.passwordWrong],
    })
    expect((await stepUp(cleo, {})).status).toBe(400)
    expect((await stepUp(cleo)).status).toBe(200)
    expect(await payout(other)).toMatchObject(needed)
    const acts = await Promise.all([payout(cleo), payout(cleo), payout(cleo)])
    expect(acts.map(answer => answer.status).sort()).toEqual([200, 403, 403])
    await stepUp(cleo)
    t.clock.advance(STEP_UP_TTL_MS / 1000)
    expect(await payout(cleo)).toMatchObject(needed)
  })

  it('is used up by an email change, and by one that fails afterwards it is not', async () => {
    const gwen = await t.influencer('gwen')
    const change = (body: object) => t.call(gwen, 'PATCH /api/user/me/', body)
    await stepUp(gwen)
    expect((await change({ email: 'gwen@example' })).status).toBe(400)
    expect((await change({ email: 'gwen-new@example.org' })).status).toBe(200)
    expect(await change({ email: 'gwen-third@example.org' })).toMatchObject(needed)
    expect(await payout(gwen)).toMatchObject(needed)
  })

  it('by a mailed code needs no password', async () => {
    const dora = await t.influencer('dora')
    const code = await codeFor(dora)
    expect((await stepUp(dora, { code: 'WRONG234' })).body).toEqual({ code: [messages.codeWrong] })
    expect((await stepUp(dora, { code: code.toLowerCase().replace(' ', '-') })).status).toBe(200)
    expect((await payout(dora)).status).toBe(200)
    expect((await stepUp(dora, { code })).status).toBe(400)
  })

  it('a code is one login’s and works for ten minutes', async () => {
    const eve = await t.influencer('eve')
    const other = await again(eve)
    expect((await stepUp(other, { code: await codeFor(eve) })).status).toBe(400)
    const late = await codeFor(eve)
    t.clock.advance(STEP_UP_CODE_TTL_MS / 1000)
    expect((await stepUp(eve, { code: late })).status).toBe(400)
  })
})
