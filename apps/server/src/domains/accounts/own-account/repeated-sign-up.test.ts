import { type CreatedUser, messages } from '@parley/contract'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { refuse } from '../../../core/refusal.ts'
import { accountForm, call, encodeForm, influencerForm } from '../../../testing/people.ts'
import { peopleOfFile } from '../../../testing/people-of-file.ts'

const server = peopleOfFile({ connections: 15 })
let count = 0

const newName = () => `again-${++count}`
const signUp = (json: unknown) => call<CreatedUser>(server.app, { method: 'POST', url: '/api/user/', json })
const signUpForm = (form: FormData) =>
  call<CreatedUser>(server.app, { method: 'POST', url: '/api/user/', form })

function encodedForm(fields: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  return form
}

async function expectNothingStored(work: () => Promise<void>): Promise<void> {
  const stored = async () =>
    (
      await server.database.db.execute(sql`select
        (select count(*)::int from users) as users, (select count(*)::int from profiles) as profiles,
        (select count(*)::int from pictures) as pictures, (select count(*)::int from logins) as logins`)
    ).rows
  const before = await stored()
  await work()
  expect(await stored()).toEqual(before)
}

const keyed = (name: string, change: Record<string, unknown> = {}) =>
  accountForm(name, { uuid: `key-of-${name}`, ...change })
const used = { status: 409, body: { detail: 'This uuid was used for another sign-up already' } }
const taken = { username: [messages.usernameTaken], email: [messages.emailTaken] }

describe('a sign-up that comes again with its key, because its answer was lost', () => {
  test('gets the account that the first one created, with tokens that are good', async () => {
    const form = keyed(newName())
    const first = await signUp(form)
    await expectNothingStored(async () => {
      const again = await signUp(form)
      expect(again.status).toBe(201)
      expect({ ...again.body, token: null }).toEqual({ ...first.body, token: null })
      expect(again.body.token.refresh).toBe(first.body.token.refresh)
      const me = await call(server.app, { method: 'GET', url: '/api/user/me/', as: again.body })
      expect(me).toMatchObject({ status: 200, body: { id: first.body.id } })
    })
  })

  test('may have the key in the header, in a form of either kind', async () => {
    for (const form of [await influencerForm(newName()), encodedForm(accountForm(newName()))]) {
      const { payload, type } = await encodeForm(form)
      const headers = { 'content-type': type, 'idempotency-key': `header-${newName()}` }
      const send = () => server.app.inject({ method: 'POST', url: '/api/user/', headers, payload })
      const [first, again] = [await send(), await send()]
      expect([first.statusCode, again.statusCode]).toEqual([201, 201])
      expect(again.json().id).toBe(first.json().id)
    }
  })

  test('of ten at once all get one account', async () => {
    const form = keyed(newName())
    const answers = await Promise.all(Array.from({ length: 10 }, () => signUp(form)))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(new Set(answers.map(({ body }) => body.token.refresh)).size).toBe(1)
  })

  test('of ten other forms with one key at once one gets an account', async () => {
    const key = { uuid: `one-key-${newName()}` }
    const answers = await Promise.all(Array.from({ length: 10 }, () => signUp(accountForm(newName(), key))))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)])
  })

  test('has a login of its own once the first one has ended', async () => {
    const form = keyed(newName())
    const first = await signUp(form)
    const refresh = { refresh: first.body.token.refresh }
    await call(server.app, { method: 'POST', url: '/api/auth/jwt/logout/', json: refresh })
    const again = await signUp(form)
    expect(again.status).toBe(201)
    const me = await call(server.app, { method: 'GET', url: '/api/user/me/', as: again.body })
    expect(me).toMatchObject({ status: 200, body: { id: first.body.id } })
  })

  test('an influencer’s makes neither a second profile nor another offer', async () => {
    const name = newName()
    const key = { uuid: `key-of-${name}` }
    const first = await signUpForm(await influencerForm(name, key))
    await expectNothingStored(async () => {
      const again = await signUpForm(await influencerForm(name, key))
      expect([again.status, again.body.id]).toEqual([201, first.body.id])
      expect(await signUpForm(await influencerForm(name, { ...key, price: '26' }))).toMatchObject(used)
      expect(await signUp(keyed(name))).toMatchObject(used)
    })
  })

  test.each([
    ['another password', { password: 'another good one', confirmpassword: 'another good one' }],
    ['another first name', { first_name: 'Anna' }],
    ['another last name', { last_name: 'Exemple' }],
    ['another username', { username: 'somebody-else-1' }],
    ['another email', { email: 'somebody@example.net' }],
  ])('is refused with %s', async (_, change) => {
    const name = newName()
    await signUp(keyed(name))
    await expectNothingStored(async () => expect(await signUp(keyed(name, change))).toMatchObject(used))
  })

  test('is refused without the key, or with another one: the names are taken', async () => {
    const name = newName()
    await signUp(keyed(name))
    for (const form of [accountForm(name), keyed(name, { uuid: 'another key' })])
      expect(await signUp(form)).toMatchObject({ status: 400, body: taken })
  })

  test('counts as a try of the password, as a login does', async () => {
    const name = newName()
    await signUp(keyed(name))
    const { begin } = server.accounts.passwordTries
    const tried: string[] = []
    server.accounts.passwordTries.begin = async each => {
      tried.push(each.email)
      throw refuse.tooMany(60)
    }
    const again = await signUp(keyed(name))
    server.accounts.passwordTries.begin = begin
    expect([again.status, tried]).toEqual([429, [`${name}@example.com`]])
  })

  test('opens no account with a second factor', async () => {
    const name = newName()
    const { body } = await signUp(keyed(name))
    await server.database.db.execute(
      sql`insert into passkeys (id, user_id, credential_id, public_key, counter, name, created_at)
        values (gen_random_uuid(), ${body.id}, 'a-passkey', 'x', 0, 'Phone', now())`,
    )
    expect(await signUp(keyed(name))).toMatchObject(used)
  })
})
