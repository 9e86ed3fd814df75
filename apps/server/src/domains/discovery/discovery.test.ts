import type { ExploreCard, Influencer, InfluencerCard, Page } from '@parley/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventCaller } from '../../testing/event-caller.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../testing/test-server.ts'

/** The name of a list that has all ids. */
const ALL = `${'0'.repeat(32)}-${'f'.repeat(32)}`

let testServer: TestServer
let nora: TestPerson
let jose: TestPerson
let hidden: TestPerson
beforeAll(async () => {
  testServer = await openTestServer({ connections: 4 })
  nora = await testServer.influencer('nora-chess')
  jose = await testServer.influencer('jose')
  hidden = await testServer.influencer('hidden')
  const edit = (person: TestPerson, patch: object) =>
    testServer.call(person, `PATCH /api/influencer/${person.username}/`, patch)
  await edit(nora, {
    category: 'games',
    main_session: { description: 'Bring a game you lost, we find the move.' },
  })
  await edit(jose, { category: 'music', main_session: { description: 'Crème brûlée & flamenco guitars' } })
  await edit(hidden, { category: 'games', main_session: { description: 'A game nobody shall find' } })
  const { pool } = testServer.server.database
  await pool.query("update users set first_name = 'José', last_name = 'Núñez' where username = 'jose'")
  await eventCaller(testServer).create(nora, { title: 'Openings for <beginners> & others' })
  await eventCaller(testServer).create(hidden, { title: 'Hidden openings' })
  await testServer.call(hidden, 'PATCH /api/user/me/', { public_profile: false })
})
afterAll(() => testServer.close())

async function found(query: string): Promise<string[]> {
  const { status, body } = await testServer.call<Page<ExploreCard>>(null, `GET /api/explore/${query}`)
  expect(status).toBe(200)
  return body.results.map(card => (card.kind === 'event' ? card.event.title : card.user.username))
}

describe('Explore', () => {
  test.each([
    ['?q=chess', ['nora-chess']],
    ['?q=Nor', ['nora-chess']],
    ['?q=gam%20lost', ['nora-chess']],
    ['?q=game%20guitar', []],
    ['?q=jose', ['jose']],
    ['?q=N%C3%9A%C3%91EZ', ['jose']],
    ['?q=creme', ['jose']],
    ['?q=ame', []],
    ['?category=games', ['nora-chess']],
    ['?category=music&q=game', []],
    ['?q=%27%3B%20--%20%26%20%7C', ['jose', 'nora-chess']],
    ['', ['jose', 'nora-chess']],
  ])('%s finds %j', async (query, usernames) => {
    expect(await found(query)).toEqual(usernames)
  })

  test('events are found by their words, and by their owner’s name and category', async () => {
    const title = 'Openings for <beginners> & others'
    for (const query of ['', '&q=opening', '&q=nora', '&category=games'])
      expect(await found(`?kind=events${query}`)).toEqual([title])
    expect(await found('?kind=events&category=music')).toEqual([])
  })

  test('words in a category find who is in it now, and their events', async () => {
    const patch = (category: string) =>
      testServer.call(nora, 'PATCH /api/influencer/nora-chess/', { category })
    const title = 'Openings for <beginners> & others'
    for (const category of ['fitness', 'games']) {
      expect((await patch(category)).status).toBe(200)
      for (const searched of ['fitness', 'games']) {
        const isIn = searched === category
        expect(await found(`?category=${searched}&q=chess`)).toEqual(isIn ? ['nora-chess'] : [])
        expect(await found(`?kind=events&category=${searched}&q=opening`)).toEqual(isIn ? [title] : [])
      }
    }
    // A typed word names no category.
    expect(await found('?q=games')).toEqual([])
    expect(await found('?q=%2Fgames')).toEqual([])
  })

  test('an event that is over is found by no words', async () => {
    const event = await eventCaller(testServer).create(jose, { title: 'Rumba for one evening' })
    expect(await found('?kind=events&q=rumba')).toEqual([event.title])
    await testServer.call(jose, `POST /api/parley/${event.slug}/cancel-event/`)
    expect(await found('?kind=events&q=rumba')).toEqual([])
  })

  test('a card has the name, the offer with its price, and the next event', async () => {
    const { body } = await testServer.call<Page<InfluencerCard>>(null, 'GET /api/explore/?q=nora')
    expect(body).toMatchObject({ count: 1, next: null, previous: null })
    expect(body.results[0]).toMatchObject({
      kind: 'influencer',
      user: { username: 'nora-chess', first_name: 'Test', last_name: 'Person' },
      category: 'games',
      amount: '25.00',
      duration: 900,
      next_event: { title: 'Openings for <beginners> & others', state: 'scheduled' },
    })
  })

  test('a private person is in no result, not even in their own', async () => {
    for (const query of ['?q=hidden', '?q=nobody%20shall', '?kind=events&q=hidden']) {
      expect(await found(query)).toEqual([])
      const own = await testServer.call<Page<ExploreCard>>(hidden, `GET /api/explore/${query}`)
      expect(own.body.count).toBe(0)
    }
  })

  test('a person who becomes public again is found again, and a changed text is found only by its new words', async () => {
    const late = await testServer.influencer('late-comer')
    const patch = { main_session: { description: 'Bouldering for the afraid' } }
    await testServer.call(late, 'PATCH /api/influencer/late-comer/', patch)
    expect(await found('?q=bouldering')).toEqual(['late-comer'])
    expect(await found('?q=anything')).toEqual([])
    await testServer.call(late, 'PATCH /api/user/me/', { public_profile: false })
    expect(await found('?q=bouldering')).toEqual([])
    await testServer.call(late, 'PATCH /api/user/me/', { public_profile: true })
    expect(await found('?q=bouldering')).toEqual(['late-comer'])
    await testServer.call(late, 'DELETE /api/user/me/', { password: 'correct horse battery' })
    expect(await found('?q=bouldering')).toEqual([])
  })

  test('a long list comes in pages', async () => {
    const { body } = await testServer.call<Page<ExploreCard>>(null, 'GET /api/explore/?page_size=1')
    expect(body).toMatchObject({ count: 2, next: expect.stringContaining('page=2'), previous: null })
    expect(await found('?page_size=1&page=2')).toEqual(['nora-chess'])
    expect(await found('?page=3')).toEqual([])
  })

  test.each(['?category=nonsense', '?kind=other', '?page=0', `?q=${'a'.repeat(101)}`])(
    '%s is refused',
    async query => {
      expect((await testServer.call(null, `GET /api/explore/${query}`)).status).toBe(400)
    },
  )

  test('a category is chosen from the list, and removed with an empty one', async () => {
    const patch = (category: string) => testServer.call(jose, 'PATCH /api/influencer/jose/', { category })
    expect((await patch('nonsense')).status).toBe(400)
    expect((await patch('')).body).toMatchObject({ category: null })
    expect((await patch('music')).body).toMatchObject({ category: 'music' })
  })
})

describe('what search engines read', () => {
  const read = async (path: string) => {
    const response = await fetch(testServer.origin + path)
    return { status: response.status, text: await response.text(), headers: response.headers }
  }

  test('robots.txt excludes private paths and names the sitemap', async () => {
    const { text } = await read('/robots.txt')
    for (const path of ['/api/', '/chat/', '/my-account', '/prepaid'])
      expect(text).toContain(`Disallow: ${path}\n`)
    expect(text).toContain(`Sitemap: ${testServer.origin}/sitemap.xml`)
  })

  test('the sitemaps have every public profile and event, and no private person', async () => {
    const index = await read('/sitemap.xml')
    expect(index.headers.get('content-type')).toContain('application/xml')
    const lists = [...index.text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = '']) => url)
    expect(lists.map(url => url.slice(testServer.origin.length))).toEqual([
      '/sitemaps/site.xml',
      `/sitemaps/profiles-${ALL}.xml`,
      `/sitemaps/events-${ALL}.xml`,
    ])
    const all = (await Promise.all(lists.map(url => read(url.slice(testServer.origin.length))))).map(
      list => list.text,
    )
    expect(all.join('')).toContain(`<loc>${testServer.origin}/profile/nora-chess</loc>`)
    expect(all.join('')).toContain(`<loc>${testServer.origin}/live-event/openings-for-beginners-others</loc>`)
    expect(all.join('')).toContain(`<loc>${testServer.origin}/explore</loc>`)
    expect(all.join('')).not.toContain('hidden')
  })

  test.each([
    '/sitemaps/profiles-2.xml',
    '/sitemaps/profiles.xml',
    `/sitemaps/people-${ALL}.xml`,
    `/sitemaps/profiles-${ALL}0.xml`,
    '/sitemaps/site',
  ])('%s is not there', async path => {
    expect((await read(path)).status).toBe(404)
  })
})

describe('share pictures', () => {
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(testServer.origin + path, { headers })

  test('a profile and an event have one, which other sites may show', async () => {
    for (const path of ['profile/nora-chess', 'event/openings-for-beginners-others']) {
      const answer = await get(`/share-pictures/${path}`)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe('image/jpeg')
      expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
      expect(answer.headers.get('cache-control')).toBe('public, max-age=3600')
      expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(10_000)
    }
  })

  test('a change leads to a new one; without a change the answer is 304', async () => {
    const first = await get('/share-pictures/profile/jose')
    const etag = first.headers.get('etag') ?? ''
    const before = Buffer.from(await first.arrayBuffer())
    expect((await get('/share-pictures/profile/jose', { 'if-none-match': etag })).status).toBe(304)
    await testServer.call(jose, 'PATCH /api/influencer/jose/', { main_session: { amount: '99.00' } })
    const again = await get('/share-pictures/profile/jose', { 'if-none-match': etag })
    expect(again.status).toBe(200)
    expect(Buffer.from(await again.arrayBuffer()).equals(before)).toBe(false)
  })

  test('an event with the address of a deleted one gets its own, also at the same version of its owner', async () => {
    const events = eventCaller(testServer)
    const versionOf = async (person: TestPerson) =>
      (await testServer.call<Influencer>(null, `GET /api/parley/${person.username}/`)).body.version
    const [leaver, heir] = [await testServer.influencer('leaver'), await testServer.influencer('heir')]
    const { slug } = await events.create(leaver, { title: 'Evening of songs' })
    await testServer.call(leaver, `POST /api/parley/${slug}/cancel-event/`)
    const before = await get(`/share-pictures/event/${slug}`)
    const version = await versionOf(leaver)
    expect((await testServer.call(leaver, 'DELETE /api/user/me/')).status).toBe(200)
    expect((await events.create(heir, { title: 'Evening of songs' })).slug).toBe(slug)
    for (let nth = 1; (await versionOf(heir)) < version; nth++)
      await testServer.call(heir, 'PATCH /api/influencer/heir/', {
        main_session: { amount: `${nth + 50}.00` },
      })
    expect(await versionOf(heir)).toBe(version)
    const again = await get(`/share-pictures/event/${slug}`, {
      'if-none-match': before.headers.get('etag') ?? '',
    })
    expect(again.status).toBe(200)
    expect(Buffer.from(await again.arrayBuffer()).equals(Buffer.from(await before.arrayBuffer()))).toBe(false)
  })

  test.each(['profile/hidden', 'profile/nobody', 'event/hidden-openings', 'event/nothing'])(
    '%s has none, and no cache is told so for long',
    async path => {
      const answer = await get(`/share-pictures/${path}`)
      expect(answer.status).toBe(404)
      expect(answer.headers.get('cache-control')).toBe('no-store')
    },
  )
})
