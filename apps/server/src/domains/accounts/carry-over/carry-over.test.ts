import {
  CARRIED_LOGIN_TTL_MS,
  CARRY_OVER_TTL_MS,
  CARRY_OVERS_AT_ONCE_MAX,
  type CarriedOver,
  type CarryOverAnswer,
  type TokenPair,
} from '@parley/contract'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'

let t: TestServer
beforeAll(async () => {
  t = await openTestServer()
})
afterAll(() => t?.close())

const PAGE = '/profile/ivy'
const requestLink = (person: TestPerson | null, path = PAGE) =>
  t.call<CarryOverAnswer>(person, 'POST /api/user/me/carry-over/', { path, refresh: person?.refresh })
const use = (code: string, path = PAGE) =>
  t.call<CarriedOver>(null, 'POST /api/user/carry-over/exchange/', { code, path })

/** What the page of the link reads after its #. */
async function linkOf(person: TestPerson, path = PAGE): Promise<{ code: string; path: string }> {
  const { link } = (await requestLink(person, path)).body
  const fragment = new URLSearchParams(new URL(link).hash.slice(1))
  return { code: fragment.get('code') ?? '', path: fragment.get('path') ?? '' }
}
const me = (access: string) =>
  fetch(`${t.origin}/api/user/me/`, { headers: { authorization: `Bearer ${access}` } })

describe('a login carried over', () => {
  it('is a login of its own of the same person, and the first one continues', async () => {
    const person = await t.fan('alma')
    const { code, path } = await linkOf(person)
    expect([code, path]).toEqual([expect.stringMatching(/^[\w-]{43}$/), PAGE])
    const answer = await use(code)
    expect(answer).toMatchObject({ status: 200, body: { username: 'alma' } })
    expect((await me(answer.body.access)).status).toBe(200)
    expect((await me(person.access)).status).toBe(200)
  })

  it('has its code after the #, where no server sees it, and stores a digest alone', async () => {
    const { link } = (await requestLink(await t.fan('bert'))).body
    const { pathname, search, hash } = new URL(link)
    expect([pathname, search]).toEqual(['/carry-over', ''])
    const code = new URLSearchParams(hash.slice(1)).get('code') ?? ''
    const { rows } = await t.server.database.db.execute(sql`select * from one_time_codes`)
    expect(JSON.stringify(rows)).not.toContain(code)
  })

  it('works for one of many at once', async () => {
    const { code } = await linkOf(await t.fan('cleo'))
    const answers = await Promise.all(Array.from({ length: 6 }, () => use(code)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401, 401])
  })

  it('works for its own page alone', async () => {
    const { code } = await linkOf(await t.fan('dora'))
    expect((await use(code, '/my-account')).status).toBe(401)
    expect((await use(code)).status).toBe(200)
  })

  it('never leads to another site', async () => {
    expect((await linkOf(await t.fan('egon'), '//evil.example')).path).toBe('/')
  })

  it('works for five minutes and not a moment longer', async () => {
    const [early, late] = [await linkOf(await t.fan('fritz')), await linkOf(await t.fan('gina'))]
    t.clock.advance(CARRY_OVER_TTL_MS / 1000 - 1)
    expect((await use(early.code)).status).toBe(200)
    t.clock.advance(1)
    expect((await use(late.code)).status).toBe(401)
  })

  it('ends with the login that made it', async () => {
    const person = await t.fan('hans')
    const { code } = await linkOf(person)
    expect((await t.call(null, 'POST /api/auth/jwt/logout/', { refresh: person.refresh })).status).toBe(200)
    expect((await use(code)).status).toBe(401)
  })

  it('is not made out of an access token alone, nor with the refresh token of another login', async () => {
    const [person, other] = [await t.fan('jana'), await t.fan('karl')]
    const path = 'POST /api/user/me/carry-over/'
    expect((await t.call(person, path, { path: PAGE })).status).toBe(403)
    expect((await t.call(person, path, { path: PAGE, refresh: other.refresh })).status).toBe(403)
    expect((await t.call(person, path, { path: PAGE, refresh: 'x' })).status).toBe(403)
  })

  it('lasts for twelve hours, however often it is refreshed, and is not carried on', async () => {
    const person = await t.fan('lena')
    const { code } = await linkOf(person)
    const carried: TestPerson = { ...person, ...(await use(code)).body }
    expect((await requestLink(carried)).status).toBe(403)
    const refresh = (token: string) =>
      t.call<TokenPair>(null, 'POST /api/auth/jwt/refresh/', { refresh: token })
    t.clock.advance(CARRIED_LOGIN_TTL_MS / 1000 - 1)
    const last = await refresh(carried.refresh)
    expect(last.status).toBe(200)
    t.clock.advance(1)
    expect((await refresh(last.body.refresh)).status).toBe(401)
    expect((await refresh(person.refresh)).status).toBe(200)
  })

  it('is not made for visitors, nor in stores', async () => {
    expect((await requestLink(null)).status).toBe(401)
    const person = await t.fan('ines')
    for (let made = 0; made < CARRY_OVERS_AT_ONCE_MAX; made++)
      expect((await requestLink(person)).status).toBe(201)
    expect((await requestLink(person)).status).toBe(429)
  })
})
