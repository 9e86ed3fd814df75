import { type CreatedUser, messages } from '@parley/contract'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { refuse } from '../../../core/refusal.ts'
import { accountForm, call, influencerForm } from '../../../testing/people.ts'
import { peopleOfFile } from '../../../testing/people-of-file.ts'

const server = peopleOfFile({ connections: 15 })
let count = 0

const newName = () => `again-${++count}`
const signUp = (json: unknown) => call<CreatedUser>(server.app, { method: 'POST', url: '/api/user/', json })
const signUpForm = (form: FormData) =>
  call<CreatedUser>(server.app, { method: 'POST', url: '/api/user/', form })

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

describe('a sign-up that comes again, because its answer was lost', () => {
  test('gets the account that the first one made, with tokens that are good', async () => {
    const form = accountForm(newName())
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

  test('of ten at once all get one account', async () => {
    const form = accountForm(newName())
    const answers = await Promise.all(Array.from({ length: 10 }, () => signUp(form)))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(new Set(answers.map(({ body }) => body.token.refresh)).size).toBe(1)
  })

  test('has a login of its own once the first one has ended or was used', async () => {
    const form = accountForm(newName())
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
    const first = await signUpForm(await influencerForm(name))
    await expectNothingStored(async () => {
      const again = await signUpForm(await influencerForm(name))
      expect([again.status, again.body.id]).toEqual([201, first.body.id])
      const dearer = await signUpForm(await influencerForm(name, { price: '26' }))
      expect(dearer.status).toBe(400)
      expect((await signUp(accountForm(name))).status).toBe(400)
    })
  })

  const taken = { username: [messages.usernameTaken], email: [messages.emailTaken] }
  test.each([
    ['another password', { password: 'another good one', confirmpassword: 'another good one' }, taken],
    ['another first name', { first_name: 'Anna' }, taken],
    ['another last name', { last_name: 'Exemple' }, taken],
    ['another username', { username: 'somebody-else-1' }, { email: [messages.emailTaken] }],
    ['another email', { email: 'somebody@example.net' }, { username: [messages.usernameTaken] }],
  ])('is refused with %s', async (_, change, fields) => {
    const name = newName()
    await signUp(accountForm(name))
    await expectNothingStored(async () => {
      const { status, body } = await signUp(accountForm(name, change))
      expect({ status, body }).toEqual({ status: 400, body: fields })
    })
  })

  test('is refused with the email of one account and the username of another', async () => {
    const [one, other] = [newName(), newName()]
    await signUp(accountForm(one))
    await signUp(accountForm(other))
    const { status, body } = await signUp(accountForm(one, { email: `${other}@example.com` }))
    expect({ status, body }).toEqual({ status: 400, body: taken })
  })

  test('is refused an hour later, when its answer is not on its way any more', async () => {
    const form = accountForm(newName())
    await signUp(form)
    server.clock.advance(3_600)
    expect((await signUp(form)).body).toEqual(taken)
  })

  test('counts as a try of the password, as a login does', async () => {
    const name = newName()
    await signUp(accountForm(name))
    const { begin } = server.accounts.passwordTries
    const tried: string[] = []
    server.accounts.passwordTries.begin = async each => {
      tried.push(each.email)
      throw refuse.tooMany(60)
    }
    const again = await signUp(accountForm(name))
    server.accounts.passwordTries.begin = begin
    expect([again.status, tried]).toEqual([429, [`${name}@example.com`]])
  })
})
