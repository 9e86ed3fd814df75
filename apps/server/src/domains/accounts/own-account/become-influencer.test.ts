import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Influencer, messages, type OwnUser } from '@parley/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'

let t: TestServer
let face: Uint8Array<ArrayBuffer>
beforeAll(async () => {
  t = await openTestServer({ connections: 50 })
  const drawn = sharp({ create: { width: 64, height: 64, channels: 3, background: '#5138E0' } })
  face = new Uint8Array(await drawn.png().toBuffer())
})
afterAll(() => t?.close())

type Fields = Record<string, string | Blob | null>

function form(change: Fields = {}): FormData {
  const made = new FormData()
  const fields: Fields = {
    ...{ price: '18.00', duration: '900', duration_display: '2', description: 'Chess openings, slowly' },
    file: new Blob([face], { type: 'image/png' }),
    ...change,
  }
  for (const [name, value] of Object.entries(fields)) if (value !== null) made.set(name, value)
  return made
}

const become = (person: TestPerson | null, change?: Fields) =>
  t.call<OwnUser & Record<string, string[]>>(person, 'POST /api/user/me/become-influencer/', form(change))

async function imageFiles(): Promise<number> {
  const entries = await readdir(join(t.server.config.dataDir, 'media'), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => []) // Before the first image there is no folder.
  return entries.filter(entry => entry.isFile()).length
}

async function rowsOf(userId: string) {
  const { rows } = await t.server.database.pool.query(
    `select (select is_influencer from users where id = $1) as is_influencer,
      (select count(*)::int from profiles where user_id = $1) as profiles,
      (select count(*)::int from pictures where owner_id = $1) as pictures`,
    [userId],
  )
  return rows[0]
}

describe('a regular user who becomes an influencer', () => {
  it('is the same account, with a profile that can be booked at once', async () => {
    const [fan, other] = [await t.fan('vera'), await t.fan('buyer')]
    const { status, body } = await become(fan)
    expect([status, body]).toEqual([200, expect.objectContaining({ id: fan.id, is_influencer: true })])
    const profile = await t.call<Influencer>(null, 'GET /api/parley/vera/')
    expect(profile.body.main_session).toEqual({
      ...{ amount: '18.00', duration: 900, duration_display: 2, description: 'Chess openings, slowly' },
    })
    expect(profile.body.profile.picture).toMatch(/^\/pictures\//)
    expect((await t.call(fan, 'GET /api/influencer/requests/')).status).toBe(200)
    expect((await t.bookAndPay(other, fan)).payment.stripe_intent_confirmed).toBe(true)
  })

  it('keeps what they booked before', async () => {
    const [fan, star] = [await t.fan('wanda'), await t.influencer('star')]
    const paid = await t.bookAndPay(fan, star)
    expect((await become(fan)).status).toBe(200)
    expect((await t.request(fan, paid.slug)).user.username).toBe('wanda')
  })
})

describe('a cheat gets nowhere', () => {
  it('by doing it again, or as an influencer', async () => {
    const [fan, star] = [await t.fan('xenia'), await t.influencer('yara')]
    await become(fan)
    for (const person of [fan, star]) expect((await become(person)).status).toBe(409)
    expect((await become(null)).status).toBe(401)
  })

  it('by a hundred at once: one counts, and of the others nothing stays', async () => {
    const fan = await t.fan('zoe')
    const filesBefore = await imageFiles()
    const answers = await Promise.all(Array.from({ length: 100 }, () => become(fan)))
    const lost = answers.filter(({ status }) => status !== 200)
    expect(lost).toHaveLength(99)
    // More images at once than can be read are refused as busy.
    for (const { status } of lost) expect([409, 503]).toContain(status)
    expect(lost.some(({ status }) => status === 409)).toBe(true)
    expect(await rowsOf(fan.id)).toEqual({ is_influencer: true, profiles: 1, pictures: 1 })
    expect((await imageFiles()) - filesBefore).toBe(9)
  })

  it.each<[string, Fields, Record<string, string[]>]>([
    ['a text as picture', { file: new Blob(['not a picture']) }, { file: [messages.fileNotAnImage] }],
    ['no picture', { file: null }, { file: [messages.fileRequired] }],
    ['too low a price', { price: '0.99' }, { price: [messages.amountInvalid] }],
    ['no words', { description: 'four' }, { description: [messages.descriptionShort] }],
    ['a day and a second', { duration: '86401' }, { duration: [messages.durationInvalid] }],
  ])('by %s: nothing is half made', async (name, change, errors) => {
    const fan = await t.fan(`bad-${name.length}-${Object.keys(change).join('')}`)
    const filesBefore = await imageFiles()
    const refused = await become(fan, change)
    expect([refused.status, refused.body]).toEqual([400, errors])
    expect(await rowsOf(fan.id)).toEqual({ is_influencer: false, profiles: 0, pictures: 0 })
    expect(await imageFiles()).toBe(filesBefore)
  })
})
