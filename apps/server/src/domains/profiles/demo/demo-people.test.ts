import type { Influencer, OwnUser, TokenPair } from '@parley/contract'
import { CATEGORIES } from '@parley/contract'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { call, signUpFan } from '../../../testing/people.ts'
import { peopleOfFile } from '../../../testing/people-of-file.ts'
import { MORE_PEOPLE } from './demo-cast.ts'
import { createDemoPeople, createMoreDemoPeople, type DemoLogin } from './demo-people.ts'

const server = peopleOfFile()
let logins: DemoLogin[]

beforeAll(async () => {
  await signUpFan(server.app, 'finn-fan')
  logins = await createDemoPeople(server.accounts)
})

test('each demo person can log in and is marked as a demo person', async () => {
  expect(logins.map(login => login.role)).toEqual(['Influencer', 'Influencer', 'Fan'])
  for (const { email, password, username, role } of logins) {
    const answer = await call<TokenPair>(server.app, {
      method: 'POST',
      url: '/api/auth/jwt/create/',
      json: { email, password },
    })
    const me = await call<OwnUser>(server.app, {
      method: 'GET',
      url: '/api/user/me/',
      as: answer.body.access,
    })
    expect(me.body).toMatchObject({ username, is_demo: true, is_influencer: role === 'Influencer' })
  }
})

test('demo influencers have a page with a price, a text, a category and a picture', async () => {
  for (const { username } of logins.filter(login => login.role === 'Influencer')) {
    const page = await call<Influencer>(server.app, { method: 'GET', url: `/api/parley/${username}/` })
    expect(page.body.is_demo).toBe(true)
    expect(page.body.category).not.toBeNull()
    const picture = await server.app.inject({ method: 'GET', url: `${page.body.profile.picture}/480.avif` })
    expect(picture.statusCode).toBe(200)
  }
})

test('a second start creates no person twice and gives the same logins', async () => {
  const count = async () =>
    (await server.database.db.execute(sql`select count(*)::int as people from users`)).rows[0]
  const before = await count()
  expect(await createDemoPeople(server.accounts)).toEqual(logins)
  expect(await count()).toEqual(before)
})

test('a real person keeps a name of the demo', () => {
  expect(logins.map(login => login.username)).not.toContain('finn-fan')
})

test('ten more influencers are created once, each with a page, a drawn portrait and a category of their own', async () => {
  const more = await createMoreDemoPeople(server.accounts)
  expect(more).toHaveLength(10)
  const categories = new Set<string | null>()
  const texts = new Set<string>()
  for (const { username, role } of more) {
    expect(role).toBe('Influencer')
    const page = await call<Influencer>(server.app, { method: 'GET', url: `/api/parley/${username}/` })
    expect(page.body).toMatchObject({ is_demo: true, profile: { picture: expect.any(String) } })
    categories.add(page.body.category)
    texts.add(page.body.main_session.description)
  }
  expect([categories.size, texts.size]).toEqual([10, 10])
  expect(CATEGORIES.map(each => each.code)).toEqual(expect.arrayContaining([...categories]))
  expect(await createMoreDemoPeople(server.accounts)).toEqual(more)
})

test('all portraits are different', () => {
  const drawn = MORE_PEOPLE.map(person => JSON.stringify(person.portrait))
  expect(new Set(drawn).size).toBe(MORE_PEOPLE.length)
})
