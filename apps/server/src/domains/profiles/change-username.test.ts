import {
  DAY_SECONDS,
  FORMER_USERNAME_KEPT_DAYS,
  type Influencer,
  messages,
  type OwnUser,
  type Page,
  type SessionRequest,
  USERNAME_CHANGE_EVERY_DAYS,
} from '@parley/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSocket } from '../../realtime/testing/socket-client.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../testing/test-server.ts'
import { findFreeUsername } from '../accounts/own-account/free-username.ts'
import { removeExpired } from '../accounts/own-account/remove-expired.ts'

let t: TestServer
beforeAll(async () => {
  t = await openTestServer({ connections: 30 })
})
afterAll(() => t?.close())

let made = 0
const name = (word: string) => `${word}-${++made}`

/** The tests move the clock by days, so access tokens expire. */
async function freshLogin(person: TestPerson): Promise<TestPerson> {
  const { body } = await t.call<{ access: string; refresh: string }>(null, 'POST /api/auth/jwt/refresh/', {
    refresh: person.refresh,
  })
  return { ...person, ...body }
}

async function rename(person: TestPerson, to: string) {
  const answer = await t.call<Influencer & Record<string, string[]>>(
    person,
    `PATCH /api/influencer/${person.username}/`,
    { user__username: to },
  )
  return { ...answer, person: answer.status === 200 ? { ...person, username: to } : person }
}

const raw = (path: string, init: RequestInit = {}) => fetch(t.origin + path, { redirect: 'manual', ...init })

const signUp = (username: string) =>
  t.call<{ username?: string[] }>(null, 'POST /api/user/', {
    ...{ username, first_name: 'Some', last_name: 'Body', email: `${name('mail')}@example.org` },
    ...{ password: 'correct horse battery', confirmpassword: 'correct horse battery' },
  })

describe('a name that poses as the platform', () => {
  const taken = { status: 400, body: { user__username: [messages.usernameTaken] } }

  it('is refused at a change, in either form', async () => {
    const star = await t.influencer(name('poser'))
    expect(await rename(star, 'parley-team')).toMatchObject(taken)
    for (const user__username of ['Support.Parley', 'moderator', 'Security'])
      expect(await t.call(star, 'PATCH /api/user/me/', { user__username })).toMatchObject(taken)
  })

  it('stays with the account that has it already', async () => {
    const star = await t.influencer(name('early'))
    await t.server.database.pool.query('update users set username = $2 where id = $1', [star.id, 'parley-hq'])
    const kept = { ...star, username: 'parley-hq' }
    const edit = { user__username: 'parley-hq', main_session: { amount: '31.00' } }
    const saved = await t.call<Influencer>(kept, 'PATCH /api/influencer/parley-hq/', edit)
    expect(saved).toMatchObject({ status: 200, body: { main_session: { amount: '31.00' } } })
    expect(
      (await t.call(kept, 'PATCH /api/user/me/', { user__username: 'parley-hq', bio: 'Hello' })).status,
    ).toBe(200)
  })

  it('is not what a login by a network makes of a person’s name', async () => {
    for (const wish of ['Parley Support', 'Moderator', 'support'])
      expect(await findFreeUsername(t.server.database.db, wish, t.clock.now())).toMatch(/^person/)
  })
})

describe('a changed username', () => {
  it('is the new address, and the old one redirects there with path and query', async () => {
    const [old, now] = [name('maya'), name('maya')]
    const star = await t.influencer(old)
    const { status, body } = await rename(star, now)
    expect([status, body.user.username]).toEqual([200, now])
    const me = await t.call<OwnUser>(star, 'GET /api/user/me/')
    expect(me.body.username).toBe(now)
    for (const path of [
      '/api/parley/NAME/',
      '/api/user/get_user/NAME/',
      '/api/parley/NAME/live_events/?page=1',
      '/api/parley/NAME/live_events/?page=1&why=what?&more=1',
      '/share-pictures/profile/NAME?v=3',
    ]) {
      const moved = await raw(path.replace('NAME', old.toUpperCase()))
      expect([moved.status, moved.headers.get('location')]).toEqual([301, path.replace('NAME', now)])
      expect(moved.headers.get('cache-control')).toBe('no-store')
      expect((await raw(path.replace('NAME', now))).status).toBe(200)
    }
  })

  it('is in the sitemap and in Explore, the old one in neither', async () => {
    const [old, now] = [name('lena'), name('lena')]
    await rename(await t.influencer(old), now)
    const all = `${'0'.repeat(32)}-${'f'.repeat(32)}`
    const siteMap = await (await raw(`/sitemaps/profiles-${all}.xml`)).text()
    expect(siteMap).toContain(`/profile/${now}<`)
    expect(siteMap).not.toContain(`/profile/${old}<`)
    const found = async (q: string) =>
      (await t.call<Page<unknown>>(null, `GET /api/explore/?q=${q}`)).body.count
    expect([await found(now), await found(old)]).toEqual([1, 0])
  })

  it('stops no request, link or socket: a page opened under the old name books, pays and calls', async () => {
    const [old, now] = [name('nora'), name('nora')]
    const star = await t.influencer(old)
    const [first, second] = [await t.fan(name('fan')), await t.fan(name('fan'))]
    const paid = await t.bookAndPay(first, star)
    const socket = await openSocket(`${t.origin}/chat/${paid.slug}/`, { t: `Bearer ${star.access}` })
    const renamed = (await rename(star, now)).person
    socket.say({ handler: 'get_session', handler_kwargs: { host: 'x', protocol: 'https' } })
    await socket.received('MESSAGE_PARLEY_SESSION')
    const seen = await t.request(first, paid.slug)
    expect(seen.influencer?.user.username).toBe(now)
    const again = await openSocket(`${t.origin}/chat/${paid.slug}/`, { t: `Bearer ${first.access}` })
    const later = await t.book(second, star)
    expect([later.status, later.body.influencer?.user.username]).toEqual([201, now])
    const opening = `POST /api/influencer/parley_requests/${later.body.id}/pay/` as const
    expect((await t.call(second, opening, {})).status).toBe(200)
    const edited = await t.call<Influencer>(renamed, `PATCH /api/influencer/${old}/`, {
      main_session: { amount: '31.00' },
    })
    expect([edited.status, edited.body.main_session?.amount]).toEqual([200, '31.00'])
    for (const each of [socket, again]) each.socket.close()
  })

  it('can be changed again after 30 days, not before, and back as well', async () => {
    const [old, now] = [name('olga'), name('olga')]
    let star = (await rename(await t.influencer(old), now)).person
    for (const wanted of [name('olga'), old]) {
      const refused = await rename(star, wanted)
      expect(refused).toMatchObject({
        status: 400,
        body: { user__username: [messages.usernameChangedLately] },
      })
    }
    expect((await rename(star, now.toUpperCase())).status).toBe(200)
    t.clock.advance(USERNAME_CHANGE_EVERY_DAYS * DAY_SECONDS - 60)
    star = await freshLogin(star)
    expect((await rename(star, old)).status).toBe(400)
    t.clock.advance(60)
    const back = await rename(star, old)
    expect(back.status).toBe(200)
    expect((await raw(`/api/parley/${old}/`)).status).toBe(200)
    expect((await raw(`/api/parley/${now}/`)).headers.get('location')).toBe(`/api/parley/${old}/`)
  })

  it('keeps the old name from everybody else for 90 days, also during the clean-up, and then frees it', async () => {
    const [old, now] = [name('petra'), name('petra')]
    await rename(await t.influencer(old), now)
    const rival = await t.influencer(name('rival'))
    const refused = { status: 400, body: { username: [messages.usernameTaken] } }
    expect(await signUp(old)).toMatchObject(refused)
    expect(await signUp(old.toUpperCase())).toMatchObject(refused)
    expect((await rename(rival, old)).body.user__username).toEqual([messages.usernameTaken])
    t.clock.advance(FORMER_USERNAME_KEPT_DAYS * DAY_SECONDS - 1)
    await removeExpired(t.server.domains.accounts)
    expect(await signUp(old)).toMatchObject(refused)
    expect((await raw(`/api/parley/${old}/`)).status).toBe(301)
    t.clock.advance(1)
    expect((await raw(`/api/parley/${old}/`)).status).toBe(404)
    expect((await signUp(old)).status).toBe(201)
    await removeExpired(t.server.domains.accounts)
  })

  it('of a private profile shows strangers nothing, and redirects people who may see the profile', async () => {
    const [old, now] = [name('quinn'), name('quinn')]
    const star = await t.influencer(old)
    const [fan, stranger] = [await t.fan(name('fan')), await t.fan(name('stranger'))]
    await t.book(fan, star)
    await rename(star, now)
    await t.call(star, 'PATCH /api/user/me/', { public_profile: false })
    const oldPage = (person: TestPerson | null) =>
      raw(`/api/parley/${old}/`, person ? { headers: { authorization: `Bearer ${person.access}` } } : {})
    expect((await oldPage(null)).status).toBe(404)
    expect((await oldPage(stranger)).status).toBe(404)
    for (const person of [fan, star]) expect((await oldPage(person)).status).toBe(301)
  })
})

const renameInSettings = (person: TestPerson, to: string) =>
  t.call<OwnUser & Record<string, unknown>>(person, 'PATCH /api/user/me/', { user__username: to })

describe('in the settings', () => {
  it('a regular user changes it too, by the same rules', async () => {
    const [old, now] = [name('rosa'), name('rosa')]
    const fan = await t.fan(old)
    const { status, body } = await renameInSettings(fan, now.toUpperCase())
    expect([status, body.username]).toEqual([200, now])
    const moved = await raw(`/api/user/get_user/${old}/`)
    expect([moved.status, moved.headers.get('location')]).toEqual([301, `/api/user/get_user/${now}/`])
    expect(await renameInSettings(fan, name('rosa'))).toMatchObject({
      status: 400,
      body: { user__username: [messages.usernameChangedLately] },
    })
    const other = await t.fan(name('other'))
    for (const taken of [now, old, 'admin'])
      expect(await renameInSettings(other, taken)).toMatchObject({
        status: 400,
        body: { user__username: [messages.usernameTaken] },
      })
    expect((await renameInSettings(other, 'two words')).status).toBe(400)
    // The other fields of a refused change keep their values.
    const both = { user__username: old, expose_email: true }
    expect((await t.call(other, 'PATCH /api/user/me/', both)).status).toBe(400)
    expect((await t.call<OwnUser>(other, 'GET /api/user/me/')).body.expose_email).toBe(false)
  })

  it('an influencer’s page shows it at once', async () => {
    const [old, now] = [name('vera'), name('vera')]
    const star = await t.influencer(old)
    const version = async (of: string) =>
      (await t.call<Influencer>(null, `GET /api/parley/${of}/`)).body.version
    const before = await version(old)
    await renameInSettings(star, now)
    expect(await version(now)).toBeGreaterThan(before)
  })

  it('open sockets continue under it, on both sides and for people who join later', async () => {
    const [old, now] = [name('fan'), name('fan')]
    const [fan, star] = [await t.fan(old), await t.influencer(name('star'))]
    const { slug } = await t.bookAndPay(fan, star)
    const enter = (person: TestPerson) =>
      openSocket(`${t.origin}/chat/${slug}/`, { t: `Bearer ${person.access}` })
    const users = (expected: string[]) => (message: Record<string, unknown>) =>
      JSON.stringify((message.payload as { users: string[] }).users) === JSON.stringify(expected)
    const [one, other] = [await enter(fan), await enter(star)]
    await one.received('MESSAGE_PRESENCE_STATS', users([old, star.username]))
    await renameInSettings(fan, now)
    for (const socket of [one, other])
      await socket.received('MESSAGE_PRESENCE_STATS', users([now, star.username]))
    other.socket.close()
    await one.received('MESSAGE_PRESENCE_STATS', users([now]))
    const again = await enter(star)
    await again.received('MESSAGE_PRESENCE_STATS', users([now, star.username]))
    for (const { socket } of [one, again]) socket.close()
  })
})

describe('a cheat gets nowhere', () => {
  it.each(['me', 'requests', 'prepaid', 'Parley_Request', 'bookings', 'become-influencer'])(
    'by the name %s, which is a word of a path',
    async word => {
      const star = await t.influencer(name('word'))
      expect(await rename(star, word)).toMatchObject({
        status: 400,
        body: { user__username: [messages.usernameTaken] },
      })
    },
  )

  it('because nobody may have a fixed word of a path as a username', async () => {
    const routes = t.server.app.routeList.map(route => route.url.split('/'))
    const named = routes.filter(parts => parts.includes(':username'))
    const words = new Set<string>()
    for (const parts of named) {
      const at = parts.indexOf(':username')
      const beside = routes.filter(
        other => other.length > at && other.slice(0, at).join('/') === parts.slice(0, at).join('/'),
      )
      for (const other of beside) {
        const word = other[at] ?? ''
        if (word !== '' && !/[:*]/.test(word)) words.add(word)
      }
    }
    expect(words.size).toBeGreaterThan(2)
    const taken = await Promise.all([...words].map(word => signUp(word)))
    expect(taken.map(({ status }) => status)).toEqual([...words].map(() => 400))
  })

  it('by an invalid name', async () => {
    const star = await t.influencer(name('form'))
    for (const wanted of ['x', '.dot', 'dot.', 'two words', 'x'.repeat(51), 'admin/', 'ü-ber']) {
      expect((await rename(star, wanted)).status).toBe(400)
    }
  })

  it('by an address with characters that Postgres cannot store', async () => {
    const star = await t.influencer(name('star'))
    expect((await t.call(star, 'PATCH /api/influencer/%00/', {})).status).toBe(403)
  })

  it('by changing somebody else’s', async () => {
    const [star, rival] = [await t.influencer(name('star')), await t.influencer(name('rival'))]
    const answer = await t.call(rival, `PATCH /api/influencer/${star.username}/`, {
      user__username: name('mine'),
    })
    expect(answer.status).toBe(403)
  })

  it('by two pages that change it at once: one counts', async () => {
    const star = await t.influencer(name('tabs'))
    const answers = await Promise.all(Array.from({ length: 10 }, () => rename(star, name('tab'))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('by thirty rivals for one name: one gets it, and the others keep theirs', async () => {
    // Fifteen at a time: the server processes few images at once, and answers 503 when too many wait.
    const fifteen = () => Promise.all(Array.from({ length: 15 }, () => t.influencer(name('thirty'))))
    const rivals = [...(await fifteen()), ...(await fifteen())]
    const wanted = name('wanted')
    const answers = await Promise.all(rivals.map(rival => rename(rival, wanted)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const others = answers.filter(({ status }) => status !== 200)
    for (const { body } of others) expect(body.user__username).toEqual([messages.usernameTaken])
    for (const { person } of others) expect((await raw(`/api/parley/${person.username}/`)).status).toBe(200)
  })

  it('by signing up with a name at the moment in which its owner changes it', async () => {
    for (let round = 0; round < 5; round++) {
      const [old, now] = [name('moment'), name('moment')]
      const star = await t.influencer(old)
      const rivals = Array.from({ length: 6 }, () => signUp(old))
      const [changed, ...answers] = await Promise.all([rename(star, now), ...rivals])
      expect(changed.status).toBe(200)
      expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(400))
    }
  })

  it('by deleting the account to free its old name', async () => {
    const [old, now] = [name('gone'), name('gone')]
    const star = await t.influencer(old)
    await rename(star, now)
    const gone = await t.call(star, 'DELETE /api/user/me/', { password: 'correct horse battery' })
    expect(gone.status).toBe(200)
    expect((await raw(`/api/parley/${old}/`)).status).toBe(404)
    for (const freed of [old, now]) expect((await signUp(freed)).status).toBe(400)
    const left = await t.server.database.pool.query('select 1 from former_usernames where username = $1', [
      old,
    ])
    expect(left.rowCount).toBe(0)
  })
})

it('a booking that is repeated under the old name gets the same answer', async () => {
  const [old, now] = [name('rita'), name('rita')]
  const star = await t.influencer(old)
  const fan = await t.fan(name('fan'))
  const uuid = crypto.randomUUID()
  const first = await t.book(fan, star, { uuid })
  await rename(star, now)
  const { amount, duration, duration_display, description } = first.body
  const again = await t.call<SessionRequest>(fan, `POST /api/parley/${old}/parley_request/`, {
    ...{ amount, duration, duration_display, description, uuid },
  })
  expect([again.status, again.body.id]).toEqual([201, first.body.id])
})
