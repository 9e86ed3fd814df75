import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countHitsHere } from '../../../http/count-hits-here.ts'
import { TEST_PASSWORD } from '../../../testing/api-caller.ts'
import { openTestServer, type TestServer } from '../../../testing/test-server.ts'
import { PASSWORD_TRIES, passwordTries } from './password-tries.ts'
import { sourceOf } from './source-of.ts'

let t: TestServer
beforeAll(async () => {
  t = await openTestServer({ env: { NODE_ENV: 'production', ALLOW_SANDBOX: '1' } })
})
afterAll(() => t.close())

interface TryOf {
  from: string
  password?: string
  cookie?: string
}

async function logIn(email: string, { from, password = 'not the right one', cookie }: TryOf) {
  const answer = await t.server.app.inject({
    method: 'POST',
    url: '/api/auth/jwt/create/',
    remoteAddress: from,
    headers: cookie ? { cookie } : {},
    payload: { email, password },
  })
  return {
    status: answer.statusCode,
    cookie: String(answer.headers['set-cookie'] ?? ''),
    retryAfter: Number(answer.headers['retry-after'] ?? 0),
    body: answer.body,
  }
}
/** Tries at once, each from what `from` says of its number. */
const wrong = async (count: number, email: string, from: (i: number) => string) =>
  (await Promise.all(Array.from({ length: count }, (_, i) => logIn(email, { from: from(i) })))).map(
    answer => answer.status,
  )
const right = { password: TEST_PASSWORD }
/** An address of a network of its own for each number. */
const network = (part: number) => (i: number) => `2001:db8:${part}:${i.toString(16)}::1`

describe('wrong passwords that somebody else tries', () => {
  it('slow only them down: the owner comes in at once from another address', async () => {
    await t.fan('olga')
    const tried = await wrong(PASSWORD_TRIES.prompt, 'olga@example.org', () => '203.0.113.1')
    expect(new Set(tried)).toEqual(new Set([401]))
    expect((await logIn('olga@example.org', { from: '203.0.113.2', ...right })).status).toBe(200)
  })

  it('from the owner’s own network make the right password late, not wrong', async () => {
    await t.fan('olaf')
    await wrong(PASSWORD_TRIES.prompt + 1, 'olaf@example.org', () => '203.0.113.3')
    expect((await logIn('olaf@example.org', { from: '203.0.113.3', ...right })).status).toBe(200)
  })

  it('make each later try from there wait longer, until one was right', async () => {
    const waited: number[] = []
    const tries = passwordTries(countHitsHere(), 1, async ms => void waited.push(ms))
    const begin = () => tries.begin({ email: 'olaf@example.org', source: '203.0.113.3', device: null })
    for (let n = 0; n < PASSWORD_TRIES.prompt; n++) await begin()
    expect(waited).toEqual([])
    await begin()
    await begin()
    const succeed = await begin()
    expect(waited).toEqual([150, 300, 450])
    await succeed()
    await begin()
    expect(waited).toHaveLength(3)
  })

  it('end for their source after so many, and for no browser that its owner used before', async () => {
    await t.fan('otto')
    const { cookie } = await logIn('otto@example.org', { from: '203.0.113.4', ...right })
    expect(cookie).toMatch(/^parley_device=[^;]+; Path=\/api\/; Max-Age=34560000; HttpOnly; SameSite=Strict/)
    const mark = cookie.split(';')[0] ?? ''
    await wrong(PASSWORD_TRIES.slow, 'otto@example.org', () => '203.0.113.4')
    const shut = await logIn('otto@example.org', { from: '203.0.113.4', ...right })
    expect(shut.status).toBe(429)
    expect(shut.retryAfter).toBeGreaterThan(0)
    const known = await logIn('otto@example.org', { from: '203.0.113.4', cookie: mark, ...right })
    expect(known.status).toBe(200)
  })

  it('from ever new networks end too, and its owner at a new one still comes in', async () => {
    await t.fan('orla')
    for (let round = 0; round < PASSWORD_TRIES.promised; round++) {
      await wrong(PASSWORD_TRIES.everywhere / 2, 'orla@example.org', network(1))
    }
    const more = await wrong(PASSWORD_TRIES.everywhere / 2, 'orla@example.org', network(1))
    expect(new Set(more)).toEqual(new Set([429]))
    expect((await logIn('orla@example.org', { from: '203.0.113.5', ...right })).status).toBe(200)
  })

  it('from the addresses of one /64 are those of one source', async () => {
    await t.fan('ossi')
    const inside = (i: number) => `2001:db8:ffff:1::${(i + 1).toString(16)}`
    await wrong(PASSWORD_TRIES.slow, 'ossi@example.org', inside)
    expect((await logIn('ossi@example.org', { from: '2001:db8:ffff:1::abcd', ...right })).status).toBe(429)
  })
})

describe('the mark of a browser', () => {
  it('is one account’s: it helps with no other, and a changed one with none', async () => {
    await t.fan('pia')
    await t.fan('paul')
    const { cookie } = await logIn('pia@example.org', { from: '203.0.113.6', ...right })
    const mark = cookie.split(';')[0] ?? ''
    await wrong(PASSWORD_TRIES.slow, 'paul@example.org', () => '203.0.113.7')
    await wrong(PASSWORD_TRIES.slow, 'pia@example.org', () => '203.0.113.8')
    const withMark = (name: string, from: string, cookie: string) =>
      logIn(`${name}@example.org`, { from, cookie, ...right })
    expect((await withMark('paul', '203.0.113.7', mark)).status).toBe(429)
    const flipped = mark.replace(/.$/, last => (last === 'A' ? 'Q' : 'A'))
    expect((await withMark('pia', '203.0.113.8', flipped)).status).toBe(429)
    expect((await withMark('pia', '203.0.113.8', mark)).status).toBe(200)
  })

  it('bounds the tries of who stole it', async () => {
    await t.fan('pete')
    const { cookie } = await logIn('pete@example.org', { from: '203.0.113.9', ...right })
    const mark = cookie.split(';')[0] ?? ''
    const tries = PASSWORD_TRIES.slow + PASSWORD_TRIES.prompt + 1
    const tried = await Promise.all(
      Array.from({ length: tries }, () => logIn('pete@example.org', { from: '203.0.113.10', cookie: mark })),
    )
    expect(tried.map(answer => answer.status).filter(status => status === 429)).toHaveLength(1)
  })
})

it('an account that does not exist is slowed and refused as one that does', async () => {
  await t.fan('real')
  const many = PASSWORD_TRIES.slow + 1
  const there = await wrong(many, 'real@example.org', () => '203.0.113.11')
  const nowhere = await wrong(many, 'unreal@example.org', () => '203.0.113.12')
  expect(nowhere.sort()).toEqual(there.sort())
  const answers = [
    await logIn('real@example.org', { from: '203.0.113.13' }),
    await logIn('unreal@example.org', { from: '203.0.113.14' }),
  ]
  expect(answers.map(answer => [answer.status, answer.body, answer.cookie])).toEqual([
    [401, answers[0]?.body, ''],
    [401, answers[0]?.body, ''],
  ])
})

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['2001:0DB8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('the source of %s is %s', (address, source) => expect(sourceOf(address)).toBe(source))
