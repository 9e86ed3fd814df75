import { readdir } from 'node:fs/promises'
import { type Influencer, messages } from '@parley/contract'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { type Answer, call, signUpInfluencer, smallImage } from '../../testing/people.ts'
import { peopleOfFile } from '../../testing/people-of-file.ts'
import { findInfluencer } from '../discovery/public.ts'
import { IMAGE_REPLACED, offerForUpdate, profileVersion } from './public.ts'
import { removeReplacedImage } from './remove-replaced-image.ts'

const server = peopleOfFile({ connections: 25 })
let count = 0

const newStar = () => signUpInfluencer(server.app, `star-${++count}`)
type Star = Awaited<ReturnType<typeof newStar>>

const show = async (star: Star) =>
  (await call<Influencer>(server.app, { method: 'GET', url: `/api/parley/${star.username}/` })).body

function edit(star: Star, change: FormData | object): Promise<Answer<Influencer>> {
  const url = `/api/influencer/${star.username}/`
  const body = change instanceof FormData ? { form: change } : { json: change }
  return call(server.app, { method: 'PATCH', url, as: star, ...body })
}

function form(fields: Record<string, string | Uint8Array>): FormData {
  const made = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') made.append(name, value)
    else made.append(name, new Blob([new Uint8Array(value)]), 'picture')
  }
  return made
}

describe('editing a profile', () => {
  test('changes the fields of a form with brackets and answers the influencer', async () => {
    const star = await newStar()
    const { status, body } = await edit(
      star,
      form({
        user__username: star.username,
        'main_session[amount]': '30.5',
        'main_session[duration]': '1800',
        'main_live_event[amount]': '5',
      }),
    )
    expect(status).toBe(200)
    expect(body.main_session).toEqual({
      amount: '30.50',
      duration: 1800,
      duration_display: 2,
      description: 'Ask me about chess',
    })
    expect(body.main_live_event).toEqual({ amount: '5.00' })
    expect(body.version).toBe(2)
    expect(await show(star)).toEqual(body)
  })

  test('accepts JSON too', async () => {
    const star = await newStar()
    const { body } = await edit(star, { main_session: { amount: 12.34, description: '  Ask me anything  ' } })
    expect(body.main_session).toMatchObject({ amount: '12.34', description: 'Ask me anything' })
  })

  test('makes a new version only when something differs', async () => {
    const star = await newStar()
    const same = { main_session: { amount: '25.00', duration: 900, duration_display: 2 } }
    expect((await edit(star, same)).body.version).toBe(1)
    expect((await edit(star, {})).body.version).toBe(1)
    expect((await edit(star, { main_session: { duration_display: 1 } })).body.version).toBe(2)
  })

  test('twenty at once make twenty versions and lose no field', async () => {
    const star = await newStar()
    const changes = Array.from({ length: 20 }, (_, i) =>
      i % 2 ? { main_session: { amount: 100 + i } } : { main_live_event: { amount: 200 + i } },
    )
    const answers = await Promise.all(changes.map(change => edit(star, change)))
    expect(answers.map(answer => answer.status)).toEqual(Array(20).fill(200))
    const after = await show(star)
    expect(after.version).toBe(21)
    expect(Number(after.main_session.amount)).toBeGreaterThan(100)
    expect(Number(after.main_live_event.amount)).toBeGreaterThanOrEqual(200)
  })

  test.each([
    [{ 'main_session[amount]': '1.00', 'main_session[duration]': '1' }],
    [{ 'main_session[amount]': '10000', 'main_session[duration]': '86400' }],
    [{ 'main_session[description]': 'x'.repeat(500), 'main_session[duration_display]': '3' }],
    [{ unknown: 'x', '__proto__[is_demo]': 'true' }],
    [
      {
        'virtual_event[title]': 'A later matter',
        'virtual_event[description]': 'An hour of questions',
        'virtual_event[amount]': '5',
      },
    ],
  ])('takes the limits of each field: %#', async fields => {
    expect((await edit(await newStar(), form(fields))).status).toBe(200)
  })

  test.each([
    [{ 'main_session[amount]': '0.99' }, { 'main_session.amount': [messages.amountInvalid] }],
    [{ 'main_session[amount]': '' }, { 'main_session.amount': [messages.priceRequired] }],
    [{ 'main_session[duration]': '86401' }, { 'main_session.duration': [messages.durationInvalid] }],
    [
      { 'main_session[duration_display]': '0' },
      { 'main_session.duration_display': [messages.durationUnitInvalid] },
    ],
    [{ 'main_session[description]': 'four' }, { 'main_session.description': [messages.descriptionShort] }],
    [
      { 'main_session[description]': 'x'.repeat(501) },
      { 'main_session.description': [messages.descriptionLong] },
    ],
    [{ 'main_live_event[amount]': '10000.01' }, { 'main_live_event.amount': [messages.amountInvalid] }],
    [{ main_session: 'text' }, { main_session: [expect.any(String)] }],
    [{ 'profile[picture]': 'text' }, { 'profile.picture': [messages.fileNotAnImage] }],
    [{ 'virtual_event[profile]': 'text' }, { 'virtual_event.profile': [messages.fileNotAnImage] }],
    [{ 'virtual_event[profile][picture]': 'text' }, { 'virtual_event.profile': [messages.fileNotAnImage] }],
  ])('refuses %j with the message of the field and changes nothing', async (fields, errors) => {
    const star = await newStar()
    const { status, body } = await edit(star, form({ 'main_live_event[amount]': '7', ...fields }))
    expect({ status, body }).toEqual({ status: 400, body: errors })
    expect((await show(star)).version).toBe(1)
  })
})

describe('the picture of a profile', () => {
  const filesOf = async () => {
    const entries = await readdir(server.mediaDirectory, { recursive: true, withFileTypes: true })
    return entries.filter(entry => entry.isFile()).length
  }
  const getImage = (path: string, headers: Record<string, string> = {}) =>
    server.app.inject({ method: 'GET', url: path, headers })

  test('exists in every width and format, may be cached for ever and loaded by any site', async () => {
    const address = (await show(await newStar())).profile.picture
    for (const width of [160, 480, 1080]) {
      for (const format of ['avif', 'webp', 'jpeg']) {
        const answer = await getImage(`${address}/${width}.${format}`)
        expect(answer.statusCode).toBe(200)
        expect(answer.headers).toMatchObject({
          'content-type': `image/${format}`,
          'content-length': String(answer.rawPayload.length),
          'cache-control': 'public, max-age=31536000, immutable',
          'cross-origin-resource-policy': 'cross-origin',
          'x-content-type-options': 'nosniff',
        })
        const kind = (await sharp(answer.rawPayload).metadata()).format
        expect(kind).toBe(format === 'avif' ? 'heif' : format)
      }
    }
    expect((await getImage(String(address))).headers['content-type']).toBe('image/jpeg')
  })

  test('is not sent again to a browser that has it', async () => {
    const address = `${(await show(await newStar())).profile.picture}/160.webp`
    const etag = String((await getImage(address)).headers.etag)
    const again = await getImage(address, { 'if-none-match': etag })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  test('does not exist in other widths, formats or paths', async () => {
    const address = (await show(await newStar())).profile.picture
    const wrong = [
      `${address}/161.webp`,
      `${address}/160.gif`,
      `${address}/160.webp.exe`,
      `${address}/..%2f160.webp`,
      '/pictures/00000000-0000-7000-8000-000000000000/160.webp',
      '/pictures/..%2f..%2f/160.webp',
      '/pictures/x/160.webp',
    ]
    for (const path of wrong) {
      const answer = await getImage(path)
      expect([path, answer.statusCode]).toEqual([path, 404])
      expect(answer.headers['cache-control']).toBe('no-store')
    }
  })

  test('is replaced by a file that is named profile alone, as in the specification', async () => {
    const star = await newStar()
    const before = await show(star)
    const { status, body } = await edit(star, form({ profile: await smallImage() }))
    expect([status, body.version]).toEqual([200, 2])
    expect(body.profile.picture).not.toBe(before.profile.picture)
    expect((await getImage(`${body.profile.picture}/160.jpeg`)).statusCode).toBe(200)
    const refused = await edit(star, form({ profile: Buffer.from('no picture') }))
    expect(refused).toMatchObject({ status: 400, body: { 'profile.picture': [messages.fileNotAnImage] } })
    expect((await edit(star, form({ profile: 'text' }))).status).toBe(400)
  })

  test('is replaced by a new one at a new address, and the old files are deleted afterwards', async () => {
    const star = await newStar()
    const before = await show(star)
    const { status, body } = await edit(star, form({ 'profile[picture]': await smallImage() }))
    expect(status).toBe(200)
    expect(body.version).toBe(2)
    expect(body.profile.picture).not.toBe(before.profile.picture)
    expect((await getImage(`${body.profile.picture}/160.jpeg`)).statusCode).toBe(200)
    const work = server.outboxWork.at(-1)
    const replaced = { imageId: before.profile.picture?.split('/').at(-1) ?? '' }
    expect(work).toEqual({ topic: IMAGE_REPLACED.name, payload: replaced })
    for (let time = 0; time < 2; time++) await removeReplacedImage(server.profiles, replaced)
    expect((await getImage(`${before.profile.picture}/160.jpeg`)).statusCode).toBe(404)
    expect((await getImage(`${body.profile.picture}/160.jpeg`)).statusCode).toBe(200)
  })

  test('may come with the picture of an event in one form', async () => {
    const star = await newStar()
    const before = await show(star)
    const { status, body } = await edit(
      star,
      form({
        profile: await smallImage(),
        'virtual_event[title]': 'Two pictures',
        'virtual_event[description]': 'An event with a picture of its own',
        'virtual_event[amount]': '5',
        'virtual_event[profile]': await smallImage(),
      }),
    )
    expect([status, body]).toMatchObject([200, { virtual_events: [{ title: 'Two pictures' }] }])
    const pictures = [before.profile.picture, body.profile.picture, body.virtual_events[0]?.profile.picture]
    expect(new Set(pictures.filter(Boolean)).size).toBe(3)
  })

  test('is not removed while a profile shows it, whatever requests its removal', async () => {
    const address = (await show(await newStar())).profile.picture
    await removeReplacedImage(server.profiles, { imageId: address?.split('/').at(-1) ?? '' })
    expect((await getImage(`${address}/160.jpeg`)).statusCode).toBe(200)
  })

  test('that is refused leaves no file and changes nothing', async () => {
    const star = await newStar()
    const files = await filesOf()
    const broken = form({ 'profile[picture]': Buffer.from('no picture'), 'main_session[amount]': '99' })
    const refused = await edit(star, broken)
    expect(refused).toMatchObject({ status: 400, body: { 'profile.picture': [messages.fileNotAnImage] } })
    const invalid = form({ 'profile[picture]': await smallImage(), 'main_session[amount]': '0' })
    expect((await edit(star, invalid)).status).toBe(400)
    expect(await filesOf()).toBe(files)
    expect(await show(star)).toMatchObject({ version: 1, main_session: { amount: '25.00' } })
  })
})

describe('what other parts of the server read of a profile', () => {
  test('a server-rendered page gets the public data and their version', async () => {
    const star = await newStar()
    expect(await findInfluencer(server.liveEvents, star.username.toUpperCase())).toEqual(await show(star))
    expect(await profileVersion(server.database.db, star.username)).toEqual({ userId: star.id, version: 1 })
    expect(await findInfluencer(server.liveEvents, 'nobody')).toBeNull()
    expect(await profileVersion(server.database.db, 'nobody')).toBeNull()
  })

  test('a server-rendered page gets nothing of a private profile', async () => {
    const star = await newStar()
    const json = { public_profile: false }
    await call(server.app, { method: 'PATCH', url: '/api/user/me/', as: star, json })
    expect(await findInfluencer(server.liveEvents, star.username)).toBeNull()
    expect(await profileVersion(server.database.db, star.username)).toBeNull()
  })

  test('a booking reads the offer in pence and seconds', async () => {
    const star = await newStar()
    const offer = await server.database.db.transaction(tx => offerForUpdate(tx, star.username.toUpperCase()))
    expect(offer).toEqual({
      influencerId: star.id,
      username: star.username,
      pricePence: 2500,
      durationSeconds: 900,
      durationDisplay: 2,
      moneyBack: 'flexible',
      description: 'Ask me about chess',
      isPublic: true,
    })
    expect(await server.database.db.transaction(tx => offerForUpdate(tx, 'nobody'))).toBeNull()
  })

  test('while a booking reads the offer, an edit waits', async () => {
    const star = await newStar()
    let waiting: Promise<Answer<Influencer>> | undefined
    const held = await server.database.db.transaction(async tx => {
      await offerForUpdate(tx, star.username)
      waiting = edit(star, { main_session: { amount: '99' } })
      await untilSomebodyWaits()
      return offerForUpdate(tx, star.username)
    })
    expect(held?.pricePence).toBe(2500)
    expect((await waiting)?.body.main_session.amount).toBe('99.00')
  })

  async function untilSomebodyWaits(): Promise<void> {
    for (;;) {
      const { rows } = await server.database.db.execute<{ waiting: number }>(
        sql`select count(*)::int as waiting from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`,
      )
      if (rows[0]?.waiting) return
    }
  }
})
