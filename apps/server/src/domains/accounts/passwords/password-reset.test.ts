import type { Page } from '@parley/contract'
import { messages, PASSWORD_RESET_TTL_MS, PASSWORD_RESETS_AT_ONCE_MAX } from '@parley/contract'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TEST_PASSWORD } from '../../../testing/api-caller.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'

let t: TestServer
beforeAll(async () => {
  t = await openTestServer()
})
afterAll(() => t?.close())

const NEW = 'another good password'

/** The tokens in the reset mails that a person got, oldest first. */
async function tokensFor(person: TestPerson): Promise<string[]> {
  await t.server.doDueWork()
  const to = encodeURIComponent(`${person.username}@example.org`)
  const path = `GET /sandbox/mail/?as=json&page_size=100&to=${to}` as const
  const mails = await t.call<Page<{ text: string }>>(null, path)
  return mails.body.results
    .map(mail => /\/password-reset\?token=([\w-]+)/.exec(mail.text)?.[1] ?? '')
    .reverse()
}
const requestReset = (email: string) => t.call(null, 'POST /api/user/password-reset/', { email })
async function tokenFor(person: TestPerson): Promise<string> {
  expect((await requestReset(`${person.username}@example.org`)).status).toBe(202)
  const token = (await tokensFor(person)).at(-1)
  expect(token).toMatch(/^[\w-]{43}$/)
  return token ?? ''
}
const confirm = (token: string, newPassword = NEW, repeatPassword = newPassword) =>
  t.call(null, 'POST /api/user/password-reset/confirm/', { token, newPassword, repeatPassword })
const check = (token: string) => t.call(null, 'POST /api/user/password-reset/check/', { token })
const logIn = (name: string, password: string) =>
  t.call<{ access: string }>(null, 'POST /api/auth/jwt/create/', { email: `${name}@example.org`, password })
const spent = { status: 400, body: { token: [messages.resetLinkSpent] } }

describe('asking for a new password', () => {
  it('is answered alike for known and unknown addresses', async () => {
    await t.fan('alma')
    const [known, unknown] = [
      await requestReset('alma@example.org'),
      await requestReset('nobody@example.org'),
    ]
    expect([known.status, known.body]).toEqual([202, {}])
    expect([unknown.status, unknown.body]).toEqual([202, {}])
  })

  it.each([
    ['', messages.emailRequired],
    ['no address', messages.emailInvalid],
  ])('refuses the address "%s"', async (email, message) => {
    expect(await requestReset(email)).toMatchObject({ status: 400, body: { email: [message] } })
  })

  it('finds the account in any case', async () => {
    const person = await t.fan('bert')
    await requestReset('BERT@Example.ORG')
    expect(await tokensFor(person)).toHaveLength(1)
  })

  it('sends only a few mails in the time that one of them works', async () => {
    const person = await t.fan('cleo')
    for (let i = 0; i < PASSWORD_RESETS_AT_ONCE_MAX + 2; i++) await requestReset('cleo@example.org')
    expect(await tokensFor(person)).toHaveLength(PASSWORD_RESETS_AT_ONCE_MAX)
  })
})

describe('the link of the mail', () => {
  it('changes the password once and ends every login', async () => {
    const person = await t.fan('dora')
    const token = await tokenFor(person)
    expect((await confirm(token)).status).toBe(202)
    const bearer = { authorization: `Bearer ${person.access}` }
    expect((await fetch(`${t.origin}/api/user/me/`, { headers: bearer })).status).toBe(401)
    expect((await logIn('dora', TEST_PASSWORD)).status).toBe(401)
    expect((await logIn('dora', NEW)).status).toBe(200)
    expect(await confirm(token, 'a third password')).toMatchObject(spent)
  })

  it('works for one of many at once', async () => {
    const token = await tokenFor(await t.fan('egon'))
    const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => confirm(token, `${NEW} ${i}`)))
    expect(answers.map(answer => answer.status).sort()).toEqual([202, ...Array(7).fill(400)])
  })

  it('ends with the others of the same person when one is used', async () => {
    const person = await t.fan('fritz')
    const older = await tokenFor(person)
    expect((await confirm(await tokenFor(person))).status).toBe(202)
    expect(await confirm(older)).toMatchObject(spent)
  })

  it('is one of three that are used at once, without a deadlock', async () => {
    const person = await t.fan('friedrich')
    for (let nth = 0; nth < PASSWORD_RESETS_AT_ONCE_MAX; nth++) await requestReset('friedrich@example.org')
    const deadlocks = async () => {
      const { rows } = await t.server.database.pool.query<{ deadlocks: number }>(
        `select pg_stat_clear_snapshot(), deadlocks::int from pg_stat_database where datname = current_database()`,
      )
      return rows[0]?.deadlocks
    }
    const before = await deadlocks()
    const answers = await Promise.all((await tokensFor(person)).map(token => confirm(token)))
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 400, 400])
    expect(await deadlocks()).toBe(before)
  })

  it('ends with a change of the password by its owner, and counts towards the limit all the same', async () => {
    const person = await t.fan('frieda')
    const token = await tokenFor(person)
    const change = { currentPassword: TEST_PASSWORD, newPassword: NEW, repeatPassword: NEW }
    expect((await t.call(person, 'POST /api/user/me/password/', change)).status).toBe(200)
    expect(await confirm(token, 'a third password')).toMatchObject(spent)
    expect((await logIn('frieda', NEW)).status).toBe(200)
    for (let i = 0; i < PASSWORD_RESETS_AT_ONCE_MAX; i++) await requestReset('frieda@example.org')
    expect(await tokensFor(person)).toHaveLength(PASSWORD_RESETS_AT_ONCE_MAX)
  })

  it('ends the calendar address of before, as does a change of the password', async () => {
    const person = await t.fan('greta')
    const feedOf = async () =>
      (await t.call<{ url: string }>(person, 'POST /api/user/me/calendar-feed/')).body.url
    const statusAfter = async (newPassword: () => Promise<{ status: number }>) => {
      const before = await feedOf()
      expect((await fetch(before)).status).toBe(200)
      t.clock.advance(1)
      expect([200, 202]).toContain((await newPassword()).status)
      // No other address is made, which would end this one too.
      await t.server.doDueWork()
      return (await fetch(before)).status
    }
    // The first reset proves the address of the mail, the second one proves nothing new.
    for (const password of [NEW, 'a third password']) {
      expect(await statusAfter(async () => confirm(await tokenFor(person), password))).toBe(404)
      Object.assign(person, (await logIn('greta', password)).body)
    }
    const change = { currentPassword: 'a third password', newPassword: NEW, repeatPassword: NEW }
    expect(await statusAfter(() => t.call(person, 'POST /api/user/me/password/', change))).toBe(404)
  })

  it('leaves a calendar address that was made afterwards, also if the one of before ends late', async () => {
    const person = await t.fan('gundula')
    const feedOf = async () =>
      (await t.call<{ url: string }>(person, 'POST /api/user/me/calendar-feed/')).body.url
    const before = await feedOf()
    t.clock.advance(1)
    expect((await confirm(await tokenFor(person), NEW)).status).toBe(202)
    t.clock.advance(1)
    Object.assign(person, (await logIn('gundula', NEW)).body)
    const after = await feedOf()
    await t.server.doDueWork()
    expect([(await fetch(before)).status, (await fetch(after)).status]).toEqual([404, 200])
  })

  it('works for one hour and not a moment longer', async () => {
    const [early, late] = [await t.fan('gina'), await t.fan('hans')]
    const tokens = [await tokenFor(early), await tokenFor(late)]
    t.clock.advance(PASSWORD_RESET_TTL_MS / 1000 - 1)
    expect((await confirm(tokens[0] ?? '')).status).toBe(202)
    t.clock.advance(1)
    expect(await confirm(tokens[1] ?? '')).toMatchObject(spent)
  })

  it('says whether it still works, as often as it is opened, and is not used up by that', async () => {
    const [person, late] = [await t.fan('karla'), await t.fan('lothar')]
    const token = await tokenFor(person)
    for (let opened = 0; opened < 3; opened++) expect((await check(token)).body).toEqual({ works: true })
    expect((await confirm(token)).status).toBe(202)
    const old = await tokenFor(late)
    t.clock.advance(PASSWORD_RESET_TTL_MS / 1000)
    for (const spentOne of [token, old, 'made-up', ''])
      expect((await check(spentOne)).body).toEqual({ works: false })
  })

  it.each([
    ['no token', ['', NEW, NEW], { token: [messages.resetLinkSpent] }],
    ['a made-up token', ['made-up', NEW, NEW], { token: [messages.resetLinkSpent] }],
    ['7 characters', ['t', '7 chars', '7 chars'], { newPassword: [messages.passwordShort] }],
    ['another repetition', ['t', NEW, `${NEW}!`], { repeatPassword: [messages.confirmDiffers] }],
    ['nothing', ['t', '', ''], { newPassword: [messages.newPasswordRequired] }],
  ])('is refused with %s', async (_what, [token = '', password, repeated], fields) => {
    expect(await confirm(token, password, repeated)).toMatchObject({ status: 400, body: fields })
  })

  it('is stored as a digest alone', async () => {
    const token = await tokenFor(await t.fan('ines'))
    const { rows } = await t.server.database.db.execute(sql`select id from one_time_codes`)
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})
