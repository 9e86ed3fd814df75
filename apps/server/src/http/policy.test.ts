import { messages } from '@parley/contract'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import type { Person } from '../core/person.ts'
import { registerErrors } from './errors.ts'
import { type Policy, registerPolicy, type StaffStanding } from './policy.ts'

const personOf = (username: string, isInfluencer: boolean) =>
  ({ id: `id-of-${username}`, username, isInfluencer, loginId: `login-of-${username}` }) as Person
const PEOPLE: Record<string, Person> = {
  fay: personOf('fay', false),
  ivy: personOf('ivy', true),
}
const ONE_FACTOR = { roles: ['support'], methods: ['totp'], steppedUp: false } as const
let standing: StaffStanding
let age: 'unknown' | 'too_young' | 'old_enough'
let app: FastifyInstance

const add = (method: 'GET' | 'POST', url: string, config: object) =>
  app.route({ method, url, config, handler: async () => ({ done: true }) })

beforeEach(() => {
  standing = { roles: [], methods: [], steppedUp: false }
  age = 'old_enough'
  app = Fastify()
  registerErrors(app)
  registerPolicy(app, {
    authenticate: async token => PEOPLE[token] ?? null,
    staffStanding: async () => standing,
    ageState: async () => age,
  })
})
afterEach(() => app.close())

type Caller = 'nobody' | 'spent' | 'fay' | 'ivy'
async function call(method: 'GET' | 'POST', url: string, by: Caller) {
  const headers = by === 'nobody' ? {} : { authorization: `Bearer ${by}` }
  const { statusCode, body } = await app.inject({ method, url, headers })
  return { status: statusCode, body: JSON.parse(body) as Record<string, unknown> }
}

test('a 401 names the scheme of the token that it wants, and no other answer does', async () => {
  add('GET', '/persons/', { policy: 'person' })
  const bearing = (token: string) => ({ authorization: `Bearer ${token}` })
  const requested = [{}, bearing('spent'), bearing('fay')].map(headers =>
    app.inject({ url: '/persons/', headers }),
  )
  const answers = await Promise.all(requested)
  expect(answers.map(({ statusCode, headers }) => [statusCode, headers['www-authenticate']])).toEqual([
    [401, 'Bearer'],
    [401, 'Bearer'],
    [200, undefined],
  ])
})

describe.each<[Policy, string, string, [nobody: number, spent: number, fay: number, ivy: number]]>([
  ['anyone', '/all/', '/all/', [200, 401, 200, 200]],
  ['person', '/persons/', '/persons/', [401, 401, 200, 200]],
  ['self', '/people/:id/', '/people/id-of-fay/', [401, 401, 200, 403]],
  ['self', '/me/', '/me/', [401, 401, 200, 200]],
  ['owner', '/pages/:username/', '/pages/IVY/', [401, 401, 403, 200]],
  ['influencer', '/sales/', '/sales/', [401, 401, 403, 200]],
  ['party', '/calls/', '/calls/', [401, 401, 200, 200]],
  ['payer', '/pays/', '/pays/', [401, 401, 200, 200]],
  ['signed', '/hooks/', '/hooks/', [200, 200, 200, 200]],
])('a route for %s, %s', (policy, url, address, statuses) => {
  test('answers visitors, spent logins, a regular user and an influencer as it should', async () => {
    add('GET', url, { policy })
    const callers: Caller[] = ['nobody', 'spent', 'fay', 'ivy']
    const answers = await Promise.all(callers.map(by => call('GET', address, by)))
    expect(answers.map(({ status }) => status)).toEqual(statuses)
  })
})

it('a call that changes something needs no login where anyone may make it, also with a spent one', async () => {
  add('POST', '/all/', { policy: 'anyone' })
  expect((await call('POST', '/all/', 'spent')).status).toBe(200)
})

describe('a route of the desk', () => {
  beforeEach(() => {
    add('GET', '/desk/', { policy: 'staff', staff: ['support'] })
    add('POST', '/desk/', { policy: 'staff', staff: ['support'] })
    add('GET', '/any/', { policy: 'staff', staff: 'any' })
  })
  const both = async () => [
    (await call('GET', '/desk/', 'fay')).status,
    (await call('POST', '/desk/', 'fay')).status,
  ]

  it('is not there for anybody without its role, and a spent login is told so', async () => {
    expect((await call('GET', '/desk/', 'nobody')).status).toBe(404)
    expect((await call('GET', '/desk/', 'spent')).status).toBe(401)
    expect(await both()).toEqual([404, 404])
    standing = { ...ONE_FACTOR, roles: ['finance'], steppedUp: true }
    expect(await both()).toEqual([404, 404])
    expect((await call('GET', '/any/', 'fay')).status).toBe(200)
  })

  it('needs a second factor before anything, and to change something one that was shown lately', async () => {
    standing = { ...ONE_FACTOR, methods: [] }
    expect(await call('GET', '/desk/', 'fay')).toMatchObject({
      status: 403,
      body: { detail: messages.staffNeedsFactor },
    })
    standing = { ...ONE_FACTOR }
    expect(await both()).toEqual([200, 403])
    expect((await call('POST', '/desk/', 'fay')).body).toMatchObject({ detail: messages.stepUpNeeded })
    standing = { ...ONE_FACTOR, steppedUp: true }
    expect(await both()).toEqual([200, 200])
  })

  it('is for an admin too', async () => {
    standing = { ...ONE_FACTOR, roles: ['admin'], steppedUp: true }
    expect(await both()).toEqual([200, 200])
  })
})

describe('a route that asks for the age', () => {
  beforeEach(() => add('POST', '/book/', { policy: 'person', age: true }))

  it.each([
    ['unknown', 403, { detail: messages.birthDateNeeded, needs: 'birth_date' }],
    ['too_young', 403, { detail: messages.tooYoung, needs: 'age' }],
    ['old_enough', 200, { done: true }],
  ] as const)('answers a person whose age is %s with %i', async (state, status, body) => {
    age = state
    expect(await call('POST', '/book/', 'fay')).toEqual({ status, body })
  })
})

it.each([
  ['has no policy', {}],
  ['does not say for which staff it is', { policy: 'staff' }],
  ['does not say for which staff it is', { policy: 'person', staff: 'any' }],
])('a server with a route that %s does not start', (problem, config) => {
  expect(() => add('GET', '/x/', config)).toThrow(problem)
})
