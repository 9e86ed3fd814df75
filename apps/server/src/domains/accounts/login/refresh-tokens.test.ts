import { ACCESS_TOKEN_TTL_SECONDS, REFRESH_TOKEN_TTL_SECONDS, type TokenPair } from '@parley/contract'
import { describe, expect, test } from 'vitest'
import { call, signUpFan } from '../../../testing/people.ts'
import { peopleOfFile } from '../../../testing/people-of-file.ts'

const server = peopleOfFile({ connections: 25 })
let people = 0

const refresh = (token: string) =>
  call<TokenPair>(server.app, { method: 'POST', url: '/api/auth/jwt/refresh/', json: { refresh: token } })
const me = async (access: string) =>
  (await call(server.app, { method: 'GET', url: '/api/user/me/', as: access })).status

async function newLogin(): Promise<TokenPair> {
  return (await signUpFan(server.app, `refresher-${++people}`)).token
}

describe('a refresh token', () => {
  test('is exchanged for a new pair of tokens that are good', async () => {
    const login = await newLogin()
    const answer = await refresh(login.refresh)
    expect(answer.status).toBe(200)
    expect(answer.body.refresh).not.toBe(login.refresh)
    expect(await me(answer.body.access)).toBe(200)
    expect((await refresh(answer.body.refresh)).status).toBe(200)
  })

  test.each([0, 11])('used again after %i seconds ends the whole login', async seconds => {
    const login = await newLogin()
    const { body } = await refresh(login.refresh)
    server.clock.advance(seconds)
    expect(await refresh(login.refresh)).toMatchObject({
      status: 401,
      body: { detail: 'Please log in again' },
    })
    expect((await refresh(body.refresh)).status).toBe(401)
    expect(await me(body.access)).toBe(401)
  })

  test('used again leaves the other logins of the person alone', async () => {
    const person = await signUpFan(server.app, `refresher-${++people}`)
    const other = await call<TokenPair>(server.app, {
      method: 'POST',
      url: '/api/auth/jwt/create/',
      json: { email: person.email, password: 'correct horse battery' },
    })
    await refresh(person.token.refresh)
    await refresh(person.token.refresh)
    expect(await me(person.token.access)).toBe(401)
    expect(await me(other.body.access)).toBe(200)
  })

  test('used twenty times at once has one successor at most, and ends the login', async () => {
    const login = await newLogin()
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(login.refresh)))
    const given = answers.filter(answer => answer.status === 200)
    expect(given).toHaveLength(1)
    expect((await refresh(given[0]?.body.refresh ?? '')).status).toBe(401)
  })

  test('lasts thirty days and no longer', async () => {
    const [kept, late] = [await newLogin(), await newLogin()]
    server.clock.advance(REFRESH_TOKEN_TTL_SECONDS - 1)
    expect((await refresh(kept.refresh)).status).toBe(200)
    server.clock.advance(1)
    expect((await refresh(late.refresh)).status).toBe(401)
  })

  test('is not taken with another signature, another id or without either', async () => {
    const [one, other] = [await newLogin(), await newLogin()]
    const [id] = one.refresh.split('.')
    const [, signature] = other.refresh.split('.')
    for (const forged of [
      `${id}.${signature}`,
      `${id}.`,
      `${id}`,
      'x',
      one.refresh.slice(0, -1),
      one.access,
    ]) {
      expect((await refresh(forged)).status).toBe(401)
    }
    expect((await refresh(one.refresh)).status).toBe(200)
  })
})

describe('an access token', () => {
  test('lasts ten minutes of the application clock', async () => {
    const login = await newLogin()
    server.clock.advance(ACCESS_TOKEN_TTL_SECONDS - 1)
    expect(await me(login.access)).toBe(200)
    server.clock.advance(1)
    expect(await me(login.access)).toBe(401)
  })

  test('with a changed claim, without a signature or of another making is nobody', async () => {
    const login = await newLogin()
    const [header = '', payload = '', signature = ''] = login.access.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const longer = encode({ ...claims, exp: claims.exp + 60 })
    const unsigned = encode({ alg: 'none', typ: 'JWT' })
    expect(await me(`${header}.${longer}.${signature}`)).toBe(401)
    expect(await me(`${unsigned}.${payload}.`)).toBe(401)
    expect(await me(`${unsigned}.${payload}.${signature}`)).toBe(401)
    expect(await me('a'.repeat(5000))).toBe(401)
    expect(await me(login.access)).toBe(200)
  })
})

describe('logging out', () => {
  const logOut = (token: string) =>
    call(server.app, { method: 'POST', url: '/api/auth/jwt/logout/', json: { refresh: token } })

  test('ends the login with both its tokens', async () => {
    const login = await newLogin()
    expect((await logOut(login.refresh)).status).toBe(200)
    expect(await me(login.access)).toBe(401)
    expect((await refresh(login.refresh)).status).toBe(401)
  })

  test('works with a token already used, and does nothing with one that is not ours', async () => {
    const login = await newLogin()
    const { body } = await refresh(login.refresh)
    expect((await logOut('nonsense')).status).toBe(200)
    expect(await me(body.access)).toBe(200)
    expect((await logOut(login.refresh)).status).toBe(200)
    expect(await me(body.access)).toBe(401)
  })
})
