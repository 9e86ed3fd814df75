import type { CreatedUser } from '@parley/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { call, signUpFan, signUpInfluencer } from '../../testing/people.ts'
import { peopleOfFile } from '../../testing/people-of-file.ts'

const server = peopleOfFile()
let fan: CreatedUser
let stranger: CreatedUser
let influencer: CreatedUser

beforeAll(async () => {
  fan = await signUpFan(server.app, 'fan')
  stranger = await signUpFan(server.app, 'stranger')
  influencer = await signUpInfluencer(server.app, 'star')
})

const change = (as: CreatedUser, json: unknown) =>
  call(server.app, { method: 'PATCH', url: '/api/user/me/', as, json })
const show = (username: string, as: CreatedUser | null) =>
  call(server.app, { method: 'GET', url: `/api/user/get_user/${username}/`, as })
const page = (username: string, as: CreatedUser | null) =>
  call(server.app, { method: 'GET', url: `/api/parley/${username}/`, as })

describe('a person', () => {
  test('is shown to others without email, card or settings', async () => {
    for (const viewer of [null, stranger]) {
      expect(await show('fan', viewer)).toMatchObject({ status: 200 })
      expect((await show('fan', viewer)).body).toEqual({
        id: fan.id,
        username: 'fan',
        first_name: 'Ann',
        last_name: 'Example',
        is_influencer: false,
      })
    }
  })

  test('is shown to themselves with all of it, as in their settings', async () => {
    const own = await call(server.app, { method: 'GET', url: '/api/user/me/', as: fan })
    expect(own.body).toMatchObject({ email: fan.email, card_intents: [] })
    expect((await show('FAN', fan)).body).toEqual(own.body)
  })

  test('is found whatever the case and with or without a slash', async () => {
    expect((await show('FAN', null)).status).toBe(200)
    const bare = await call(server.app, { method: 'GET', url: '/api/user/get_user/fan' })
    expect(bare.status).toBe(200)
  })

  test('shows the email only while it is exposed', async () => {
    await change(fan, { expose_email: true })
    expect((await show('fan', null)).body).toMatchObject({ email: fan.email })
    await change(fan, { expose_email: false })
    expect((await show('fan', null)).body).not.toHaveProperty('email')
  })

  test('that is nobody is not there', async () => {
    expect(await show('nobody', fan)).toMatchObject({ status: 404, body: { detail: expect.any(String) } })
  })
})

test('a private profile is there for its owner and the people it deals with alone', async () => {
  await change(influencer, { public_profile: false })
  server.sharedRequests.add([influencer.id, fan.id].sort().join())
  const seen = async (viewer: CreatedUser | null) => [
    (await show('star', viewer)).status,
    (await page('star', viewer)).status,
  ]
  expect(await seen(null)).toEqual([404, 404])
  expect(await seen(stranger)).toEqual([404, 404])
  expect(await seen(fan)).toEqual([200, 200])
  expect(await seen(influencer)).toEqual([200, 200])
  const nobody = await page('nobody', stranger)
  expect((await page('star', stranger)).body).toEqual(nobody.body)
  await change(influencer, { public_profile: true })
  expect(await seen(null)).toEqual([200, 200])
})

describe('who may call what', () => {
  const bodies = {
    settings: { city: 'Vík' },
    password: { currentPassword: 'x', newPassword: 'y', repeatPassword: 'z' },
    login: { email: 'nobody@example.com', password: 'wrong password' },
  }
  test.each([
    ['GET', '/api/user/me/', undefined, { visitor: 401, other: 200, self: 200 }],
    ['PATCH', '/api/user/me/', bodies.settings, { visitor: 401, other: 200, self: 200 }],
    ['POST', '/api/user/me/password/', bodies.password, { visitor: 401, other: 400, self: 400 }],
    ['POST', '/api/ws-ticket/', { path: '/chat/x/' }, { visitor: 401, other: 200, self: 200 }],
    ['POST', '/api/user/', {}, { visitor: 400, other: 400, self: 400 }],
    ['POST', '/api/auth/jwt/create/', bodies.login, { visitor: 401, other: 401, self: 401 }],
    ['POST', '/api/auth/jwt/refresh/', { refresh: 'x' }, { visitor: 401, other: 401, self: 401 }],
    ['POST', '/api/auth/jwt/logout/', { refresh: 'x' }, { visitor: 200, other: 200, self: 200 }],
    ['POST', '/api/user/social-login/', undefined, { visitor: 200, other: 200, self: 200 }],
    ['GET', '/api/user/get_user/star/', undefined, { visitor: 200, other: 200, self: 200 }],
    ['GET', '/api/parley/star/', undefined, { visitor: 200, other: 200, self: 200 }],
    ['PATCH', '/api/influencer/star/', {}, { visitor: 401, other: 403, self: 200 }],
    ['PATCH', '/api/influencer/STAR/', {}, { visitor: 401, other: 403, self: 200 }],
    ['PATCH', '/api/influencer/nobody/', {}, { visitor: 401, other: 403, self: 403 }],
  ] as const)('%s %s', async (method, url, json, expected) => {
    const status = async (as: CreatedUser | null) =>
      (await call(server.app, { method, url, as, ...(json ? { json } : {}) })).status
    expect({
      visitor: await status(null),
      other: await status(stranger),
      self: await status(influencer),
    }).toEqual(expected)
  })

  test('a regular user has no influencer page to show or edit', async () => {
    expect((await page('fan', fan)).status).toBe(404)
    const edit = { method: 'PATCH' as const, url: '/api/influencer/fan/', as: fan, json: {} }
    expect((await call(server.app, edit)).status).toBe(404)
  })
})
