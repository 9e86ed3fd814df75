import type { Influencer, LiveEvent } from '@parley/contract'
import { DAY_SECONDS } from '@parley/contract'
import sharp from 'sharp'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { eventCaller } from '../../testing/event-caller.ts'
import { openTestServer } from '../../testing/test-server.ts'
import { countedElsewhere } from '../../testing/written-intervals.ts'

const t = await openTestServer({ connections: 60 })
const events = eventCaller(t)
afterAll(t.close)
afterEach(async () => {
  await t.server.doDueWork()
  expect(await t.breaches()).toEqual([])
})

const owner = await t.influencer('ivy')
const rival = await t.influencer('rita')
const fan = await t.fan('fred')
const inSeconds = (seconds: number) => new Date(t.clock.now().getTime() + seconds * 1000).toISOString()
const version = async () => (await t.call<Influencer>(null, 'GET /api/parley/ivy/')).body.version

async function newImage(): Promise<Blob> {
  const drawn = sharp({ create: { width: 80, height: 60, channels: 3, background: '#5138E0' } })
  return new Blob([new Uint8Array(await drawn.png().toBuffer())], { type: 'image/png' })
}

describe('writing an event', () => {
  test('together with the profile changes both, or nothing when one of the two is refused', async () => {
    const writer = await t.influencer('wilma')
    const edit = (patch: object) => t.call<Influencer>(writer, 'PATCH /api/influencer/wilma/', patch)
    const shown = async () => {
      const { status, body } = await t.call<Influencer>(null, 'GET /api/parley/wilma/')
      return [status, body.main_session?.amount, body.virtual_events?.map(({ title }) => title)]
    }
    const before = await shown()
    const price = { main_session: { amount: '77.00' } }
    const event = { title: 'Both at once', description: 'A talk about chess', amount: '5.00' }
    const past = { ...event, starts_at: inSeconds(-60) }
    expect((await edit({ ...price, user__username: 'wanda', virtual_event: past })).status).toBe(400)
    expect(await shown()).toEqual(before)
    expect((await edit({ ...price, user__username: rival.username, virtual_event: event })).status).toBe(400)
    expect(await shown()).toEqual(before)
    expect((await edit({ ...price, virtual_event: event })).status).toBe(200)
    expect(await shown()).toEqual([200, '77.00', [event.title]])
    const { amount: _, ...unpriced } = event
    const priced = await edit({ main_live_event: { amount: '6.00' }, virtual_event: unpriced })
    expect(priced.body.virtual_events[0]?.amount).toBe('6.00')
    const id = priced.body.virtual_events[0]?.id
    const both = { main_session: { amount: '78.00' }, virtual_event: { id, title: 'Changed too' } }
    expect((await edit(both)).status).toBe(200)
    expect(await shown()).toEqual([200, '78.00', ['Changed too', event.title]])
  })

  test('is an edit of the profile, as a form with brackets, and shows on it', async () => {
    const form = new FormData()
    const fields = { title: 'Été: Chess & Tea!', description: 'We play and talk', amount: '7.5' }
    for (const [name, value] of Object.entries(fields)) form.set(`virtual_event[${name}]`, value)
    form.set('virtual_event[profile]', await newImage(), 'event.png')
    const before = await version()
    const { status, body } = await t.call<Influencer>(owner, 'PATCH /api/influencer/ivy/', form)
    expect(status).toBe(200)
    expect(body.virtual_events[0]).toMatchObject({
      slug: 'ete-chess-tea',
      title: 'Été: Chess & Tea!',
      description: 'We play and talk',
      amount: '7.50',
      duration: 3600,
      duration_display: 2,
      state: 'scheduled',
      starts_at: null,
      capacity: null,
      places_left: null,
      profile: { picture: expect.stringMatching(/^\/pictures\//) },
      influencer: { user: { id: owner.id, username: 'ivy' } },
    })
    expect(body.version).toBeGreaterThan(before)
    const page = await t.call<LiveEvent>(null, 'GET /api/parley/ete-chess-tea/event/')
    expect(page.body).toEqual(body.virtual_events[0])
  })

  test('takes its image also by the name that a profile gives to its own', async () => {
    const form = new FormData()
    const fields = { title: 'Nested image', description: 'We play and talk', amount: '7.5' }
    for (const [name, value] of Object.entries(fields)) form.set(`virtual_event[${name}]`, value)
    form.set('virtual_event[profile][picture]', await newImage(), 'event.png')
    const { body } = await t.call<Influencer>(rival, 'PATCH /api/influencer/rita/', form)
    const made = body.virtual_events.find(({ slug }) => slug === 'nested-image')
    expect(made).toMatchObject({ profile: { picture: expect.stringMatching(/^\/pictures\//) } })
  })

  test('gives equal titles, and titles without Latin letters, addresses of their own', async () => {
    const slugs = []
    for (let i = 0; i < 5; i++) slugs.push((await events.create(owner, { title: 'Same title' })).slug)
    for (const title of ['Шахматы', '大会 大会']) slugs.push((await events.create(rival, { title })).slug)
    expect(new Set(slugs).size).toBe(7)
    expect(slugs.slice(0, 3)).toEqual(['same-title', 'same-title-2', 'same-title-3'])
    expect(slugs.at(-2)).toBe('event')
    for (const slug of slugs) expect(slug).toMatch(/^[a-z0-9-]+$/)
  })

  test('makes one event when one uuid is sent ten times at once, and refuses the uuid for another event', async () => {
    const fields = { title: 'Only once', description: 'One of these', amount: '5', uuid: crypto.randomUUID() }
    const answers = await Promise.all(Array.from({ length: 10 }, () => events.write(rival, fields)))
    expect(new Set(answers.map(answer => answer.status))).toEqual(new Set([200]))
    const made = answers.at(-1)?.body.virtual_events.filter(event => event.title === 'Only once')
    expect(made).toHaveLength(1)
    expect((await events.write(rival, { ...fields, title: 'Twice' })).status).toBe(409)
  })

  test.each([
    ['no title', { title: undefined }, 'virtual_event.title', 'Please specify a title'],
    [
      'a title of one letter',
      { title: 'a' },
      'virtual_event.title',
      'Please enter a title of 2 to 100 characters',
    ],
    ['no description', { description: undefined }, 'virtual_event.description', 'A description is required'],
    [
      'too short a description',
      { description: 'four' },
      'virtual_event.description',
      'Please enter a longer desription',
    ],
    ['no price', { amount: undefined }, 'virtual_event.amount', 'Please specify a price'],
    ['a price below a pound', { amount: '0.99' }, 'virtual_event.amount', expect.stringContaining('amount')],
    ['no second', { duration: 0 }, 'virtual_event.duration', expect.stringContaining('duration')],
    ['no place', { capacity: 0 }, 'virtual_event.capacity', expect.stringContaining('places')],
    [
      'places that are no digits',
      { capacity: '1e2' },
      'virtual_event.capacity',
      expect.stringContaining('places'),
    ],
    [
      'a start in the past',
      { starts_at: '2020-01-01T00:00:00Z' },
      'virtual_event.starts_at',
      'Please choose a start in the future',
    ],
    [
      'a start in years',
      { starts_at: '2036-01-01T00:00:00Z' },
      'virtual_event.starts_at',
      'Please choose a start within a year',
    ],
    [
      'a start that is none',
      { starts_at: 'soon' },
      'virtual_event.starts_at',
      'Please choose a date and time',
    ],
  ])('refuses %s', async (_what, change, field, message) => {
    const fields = { title: 'Openings', description: 'A talk about openings', amount: '5.00', ...change }
    const { status, body } = await events.write(owner, fields)
    expect([status, body]).toEqual([400, { [field]: [message] }])
  })

  test('uses the usual price of a place when none is sent', async () => {
    await t.call(rival, 'PATCH /api/influencer/rita/', { main_live_event: { amount: '12.00' } })
    const event = await events.create(rival, { title: 'As usual', amount: undefined })
    expect(event.amount).toBe('12.00')
  })

  test('is only for the owner, who must be an influencer', async () => {
    const event = await events.create(owner, { title: 'Mine' })
    const edit = { id: event.id, title: 'Taken' }
    expect((await events.write(rival, edit)).status).toBe(404)
    expect((await t.call(rival, 'PATCH /api/influencer/ivy/', { virtual_event: edit })).status).toBe(403)
    expect((await events.write(fan, { title: 'Fans', description: 'No influencer', amount: 5 })).status).toBe(
      404,
    )
    expect((await t.call(null, 'PATCH /api/influencer/ivy/', { virtual_event: edit })).status).toBe(401)
    expect((await events.show(event)).title).toBe('Mine')
  })

  test('changes only what differs, keeps the address, and gives every page a new version', async () => {
    const event = await events.create(owner, { title: 'First name' })
    const before = await version()
    await events.write(owner, {
      id: event.id,
      title: 'Second name',
      amount: '6',
      capacity: '12',
      starts_at: inSeconds(DAY_SECONDS),
    })
    expect(await events.show(event)).toMatchObject({
      slug: 'first-name',
      title: 'Second name',
      amount: '6.00',
      capacity: 12,
      places_left: 12,
      starts_at: inSeconds(DAY_SECONDS),
    })
    const after = await version()
    expect(after).toBeGreaterThan(before)
    await events.write(owner, { id: event.id, title: 'Second name' })
    expect(await version()).toBe(after)
    await events.write(owner, { id: event.id, capacity: '', starts_at: '' })
    expect(await events.show(event)).toMatchObject({ capacity: null, places_left: null, starts_at: null })
  })

  test('does not change what was sold, nor its agreed time', async () => {
    const startsAt = inSeconds(DAY_SECONDS)
    const event = await events.create(owner, { title: 'Sold already', starts_at: startsAt, capacity: 5 })
    const place = await events.placeOf(fan, event)
    await events.write(owner, { id: event.id, amount: '9', duration: 30, capacity: 4 })
    expect(await t.request(fan, place.slug)).toMatchObject({ amount: '5.00', duration: 60 })
    const moved = await events.write(owner, { id: event.id, starts_at: inSeconds(2 * DAY_SECONDS) })
    expect([moved.status, Object.keys(moved.body)]).toEqual([400, ['virtual_event.starts_at']])
    expect((await events.write(owner, { id: event.id, starts_at: startsAt })).status).toBe(200)
    await events.bookPlace(await t.fan('second-of-two'), { ...event, amount: '9.00' })
    expect((await events.write(owner, { id: event.id, capacity: 1 })).body).toEqual({
      'virtual_event.capacity': ['More places than that are booked already'],
    })
  })
})

describe('seeing an event', () => {
  test('of a private profile is for its owner and for people with a request with them', async () => {
    const shy = await t.influencer('shy')
    const event = await events.create(shy, { title: 'Behind doors' })
    await events.placeOf(fan, event)
    await t.call(shy, 'PATCH /api/user/me/', { public_profile: false })
    const path = `GET /api/parley/${event.slug}/event/` as const
    const statuses = []
    for (const viewer of [null, rival, fan, shy]) statuses.push((await t.call(viewer, path)).status)
    expect(statuses).toEqual([404, 404, 200, 200])
    expect((await events.bookPlace(rival, event)).status).toBe(404)
    expect((await events.cancel(rival, event)).status).toBe(404)
    expect((await events.cancel(fan, event)).status).toBe(403)
  })

  test('that is over says so, and it is on no profile', async () => {
    const event = await events.create(owner, { title: 'Soon over' })
    expect((await events.cancel(rival, event)).status).toBe(403)
    expect((await events.cancel(owner, event)).body).toMatchObject({ state: 'cancelled' })
    expect((await events.cancel(owner, event)).status).toBe(409)
    expect(await events.show(event)).toMatchObject({ state: 'cancelled' })
    const page = await t.call<Influencer>(null, 'GET /api/parley/ivy/')
    expect(page.body.virtual_events.map(each => each.slug)).not.toContain(event.slug)
    expect((await events.bookPlace(fan, event)).status).toBe(409)
    expect((await events.write(owner, { id: event.id, title: 'Again' })).status).toBe(409)
    expect((await t.call(null, 'GET /api/parley/no-such-event/event/')).status).toBe(404)
  })
})

test('seconds after End event are not paid, though the camera is still on', async () => {
  const event = await events.create(owner, { title: 'Ends at once', amount: '6.00', duration: 600 })
  const place = await events.placeOf(fan, event)
  const now = t.clock.now()
  const sql = (text: string, ...values: unknown[]) => t.server.database.pool.query(text, values)
  await sql("update live_events set state = 'live', begun_at = $2 where id = $1", event.id, now)
  await sql("update session_requests set state = 'accepted', begun_at = $2 where id = $1", place.id, now)
  const fromMs = now.getTime() - 300_000
  const counted = await countedElsewhere(t, event.id, { fromMs, provenSeconds: 298 })
  expect((await events.end(owner, event)).status).toBe(200)
  await counted.end(340)
  await t.advance(1)
  // Of 600 s for 6.00 the last 300 s are refunded.
  expect((await t.request(fan, place.slug)).payment.refunded_amount).toBe('3.00')
})
