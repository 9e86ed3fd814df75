import type { Argon2Parameters } from 'node:crypto'
import { messages, type TokenPair } from '@parley/contract'
import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import { accountForm, call, createPeopleServer, PASSWORD, signUpFan } from '../../../testing/people.ts'
import { peopleOfFile } from '../../../testing/people-of-file.ts'
import { createPasswords, deriveTag } from '../passwords/passwords.ts'
import { createAccount } from '../public.ts'

const server = peopleOfFile()
/** What each check of a password cost, in the server's own parameters. */
const derived: Argon2Parameters[] = []
const guarded = peopleOfFile({
  demoLogins: 'refused',
  passwords: createPasswords({
    derive: parameters => {
      derived.push(parameters)
      return deriveTag(parameters)
    },
  }),
})

const logIn = (json: unknown) =>
  call<TokenPair>(server.app, { method: 'POST', url: '/api/auth/jwt/create/', json })
const refused = { status: 401, body: { detail: messages.loginFailed } }

describe('logging in', () => {
  test('with email and password gives an access token that says whose it is and when it ends', async () => {
    const user = await signUpFan(server.app, 'logger')
    const answer = await logIn({ email: user.email, password: PASSWORD })
    expect(answer.status).toBe(200)
    expect(Object.keys(answer.body).sort()).toEqual(['access', 'refresh'])
    const claims = decodeJwt(answer.body.access)
    expect(claims.user_id).toBe(user.id)
    expect(claims.exp).toBe(Math.floor(server.clock.now().getTime() / 1000) + 600)
    expect(claims.email ?? claims.password).toBeUndefined()
  })

  test('takes the email in any case, the password only as it is', async () => {
    const user = await signUpFan(server.app, 'cased')
    expect((await logIn({ email: user.email.toUpperCase(), password: PASSWORD })).status).toBe(200)
    expect(await logIn({ email: user.email, password: PASSWORD.toUpperCase() })).toMatchObject(refused)
  })

  test('answers an unknown email as it does a wrong password', async () => {
    const user = await signUpFan(server.app, 'probed')
    const wrong = await logIn({ email: user.email, password: 'wrong password' })
    const unknown = await logIn({ email: 'nobody@example.com', password: 'wrong password' })
    expect([wrong.status, wrong.body]).toEqual([unknown.status, unknown.body])
    expect(wrong).toMatchObject(refused)
  })

  // Attack: probing by the time of an answer which accounts exist.
  test('does the same work for an unknown email as for a wrong password, whatever the account is', async () => {
    const [known, suspended, deleted] = [
      await signUpFan(guarded.app, 'timed'),
      await signUpFan(guarded.app, 'timed-suspended'),
      await signUpFan(guarded.app, 'timed-deleted'),
    ]
    const { confirmpassword: _, ...account } = accountForm('timed-demo') as Record<string, string>
    await createAccount(guarded.accounts, { account: account as never, influencer: null, origin: 'demo' })
    const { pool } = guarded.database
    await pool.query('update users set suspended_at = now() where id = $1', [suspended.id])
    await pool.query('update users set deleted_at = now() where id = $1', [deleted.id])
    const workFor = async (email: string) => {
      derived.length = 0
      const json = { email, password: 'wrong password' }
      const answer = await call(guarded.app, { method: 'POST', url: '/api/auth/jwt/create/', json })
      expect(answer).toMatchObject(refused)
      return derived.map(({ nonce, ...cost }) => ({
        ...cost,
        saltBytes: Buffer.from(nonce as Buffer).length,
      }))
    }
    const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32, saltBytes: 16 }
    const work = [{ ...cost, message: 'wrong password' }]
    expect(await workFor(known.email)).toEqual(work)
    expect(await workFor('nobody@example.com')).toEqual(work)
    expect(await workFor(suspended.email)).toEqual(work)
    expect(await workFor(deleted.email)).toEqual(work)
    expect(await workFor('timed-demo@example.com')).toEqual(work)
  })

  test.each([
    ['no email', { password: PASSWORD }, { email: [messages.emailRequired] }],
    ['a bad email', { email: 'ann', password: PASSWORD }, { email: [messages.emailInvalid] }],
    ['no password', { email: 'a@example.com' }, { password: [messages.passwordRequired] }],
    [
      'a short password',
      { email: 'a@example.com', password: '1234567' },
      { password: [messages.passwordShort] },
    ],
    [
      'a password that would cost too much to hash',
      { email: 'a@example.com', password: 'x'.repeat(257) },
      { password: [messages.passwordLong] },
    ],
  ])('refuses %s with the message of the field', async (_, json, fields) => {
    expect(await logIn(json)).toMatchObject({ status: 400, body: fields })
  })

  test('refuses demo people, whose passwords are published, where they are not wanted', async () => {
    const { confirmpassword: _, ...account } = accountForm('demo-fan') as Record<string, string>
    await createAccount(server.accounts, {
      account: account as never,
      influencer: null,
      origin: 'demo',
    })
    const login = { email: 'demo-fan@example.com', password: PASSWORD }
    expect((await logIn(login)).status).toBe(200)
    const strict = await createPeopleServer({
      db: server.database.db,
      images: server.profiles.images,
      demoLogins: 'refused',
    })
    const answer = await call(strict.app, { method: 'POST', url: '/api/auth/jwt/create/', json: login })
    await strict.app.close()
    expect(answer).toMatchObject(refused)
  })

  test('through another process with the same database gives tokens that both take', async () => {
    const user = await signUpFan(server.app, 'two-processes')
    const other = await createPeopleServer({ db: server.database.db, images: server.profiles.images })
    const answer = await call(other.app, { method: 'GET', url: '/api/user/me/', as: user })
    const refreshed = await call(other.app, {
      method: 'POST',
      url: '/api/auth/jwt/refresh/',
      json: { refresh: user.token.refresh },
    })
    await other.app.close()
    expect([answer.status, refreshed.status]).toEqual([200, 200])
  })
})

test('the networks without credentials have no login address', async () => {
  const answer = await call(server.app, { method: 'POST', url: '/api/user/social-login/' })
  expect(answer).toMatchObject({
    status: 200,
    body: {
      google_login_url: null,
      facebook_login_url: null,
      instagram_login_url: null,
      twitter_login_url: null,
      linkedin_login_url: null,
      snapchat_login_url: null,
    },
  })
})
