import {
  type CallKeepsake,
  KEEPSAKE_KEPT_MS,
  KEEPSAKE_PICTURE_WITHIN_MS,
  type KeepsakeList,
  type SessionRequest,
} from '@parley/contract'
import sharp from 'sharp'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { TestPerson } from '../../../testing/api-caller.ts'
import { openTestServer } from '../../../testing/test-server.ts'
import { deleteOldKeepsakes } from './keepsake-store.ts'

const t = await openTestServer({ connections: 20 })
afterAll(t.close)

let fan: TestPerson
let star: TestPerson
let call: SessionRequest
let nth = 0

/** A call in which the two see each other. */
beforeEach(async () => {
  nth += 1
  fan = await t.fan(`fan${nth}`)
  star = await t.influencer(`star${nth}`)
  call = await t.bookAndPay(fan, star)
  await t.server.database.pool.query('update session_requests set begun_at = now() where id = $1', [call.id])
})

type Answer = CallKeepsake & { detail?: string }
const path = () => `/api/parley/${call.slug}/session/keepsake/` as const
const requestKeepsake = (who: TestPerson) => t.call<Answer>(who, `POST ${path()}`)
const answer = (who: TestPerson, agree = true) => t.call<Answer>(who, `POST ${path()}answer/`, { agree })
const withdraw = (who: TestPerson) => t.call<Answer>(who, `DELETE ${path()}`)
const show = async (who: TestPerson) => (await t.call<Answer>(who, `GET ${path()}`)).body
const mine = async (who: TestPerson) => (await t.call<KeepsakeList>(who, 'GET /api/keepsakes/')).body.results

const drawn = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#884422' } })
  .withExif({ IFD0: { Copyright: 'where this was taken' } })
  .png()
  .toBuffer()
function upload(who: TestPerson, bytes: Buffer = drawn) {
  const form = new FormData()
  form.set('picture', new File([new Uint8Array(bytes)], 'picture.png', { type: 'image/png' }))
  return t.call<Answer>(who, `POST ${path()}picture/`, form)
}
const fetchPicture = (who: TestPerson, id: string) =>
  fetch(`${t.origin}/api/keepsakes/${id}/picture/`, { headers: { authorization: `Bearer ${who.access}` } })
const stored = async () =>
  (
    await t.server.database.pool.query(
      `select state, picture is not null as has_picture, (select count(*)::int from consents c where c.keepsake_id = k.id)
         as yeses from keepsakes k where room_id = $1`,
      [call.id],
    )
  ).rows[0]

async function kept(): Promise<string> {
  await requestKeepsake(fan)
  await answer(star)
  const { body } = await upload(fan)
  return body.id ?? ''
}

test('one asks, the other agrees, the fan’s page draws: both have the same picture, encoded again, and nobody else', async () => {
  expect((await requestKeepsake(fan)).body).toEqual({
    state: 'asked',
    id: null,
    asked_by_you: true,
    you_draw: true,
  })
  expect(await show(star)).toEqual({ state: 'asked', id: null, asked_by_you: false, you_draw: false })
  expect((await answer(star)).body.state).toBe('agreed')
  const { status, body } = await upload(fan)
  expect([status, body.state]).toEqual([200, 'kept'])
  const id = body.id ?? ''
  const [one, other] = [await fetchPicture(fan, id), await fetchPicture(star, id)]
  expect([one.headers.get('content-type'), one.headers.get('cache-control')]).toEqual([
    'image/jpeg',
    'private, no-store',
  ])
  const bytes = Buffer.from(await one.arrayBuffer())
  expect(bytes.equals(Buffer.from(await other.arrayBuffer()))).toBe(true)
  const { format, width, height, exif } = await sharp(bytes).metadata()
  expect([format, width, height, exif]).toEqual(['jpeg', 640, 360, undefined])
  expect((await mine(fan)).map(each => [each.id, each.other])).toEqual([[id, star.username]])
  expect((await mine(star)).map(each => each.other)).toEqual([fan.username])
  const stranger = await t.fan(`stranger${nth}`)
  expect((await fetchPicture(stranger, id)).status).toBe(404)
  expect((await fetch(`${t.origin}/pictures/${id}`)).status).toBe(404)
  expect(await mine(stranger)).toEqual([])
})

test('a person reads all their keepsakes in pages, the newest first', async () => {
  const first = await kept()
  const other = await t.influencer(`second-star${nth}`)
  const firstStar = star
  star = other
  call = await t.bookAndPay(fan, star)
  await t.server.database.pool.query('update session_requests set begun_at = now() where id = $1', [call.id])
  t.clock.advance(1)
  const second = await kept()
  const list = async (query: string) => (await t.call<KeepsakeList>(fan, `GET /api/keepsakes/${query}`)).body
  const page = await list('?page_size=1')
  expect(page).toMatchObject({ count: 2, previous: null, results: [{ id: second, other: other.username }] })
  const next = await list(page.next?.replace(/^.*[?]/, '?') ?? '')
  expect(next).toMatchObject({ count: 2, next: null, results: [{ id: first, other: firstStar.username }] })
  expect(next.previous).toBe('/api/keepsakes/?page=1&page_size=1')
  expect(await list('')).toMatchObject({ count: 2, next: null, previous: null })
  // A picture that is taken away between two pages moves no other one: the address names the last one, not a number.
  expect((await t.call(fan, `DELETE /api/keepsakes/${second}/`)).status).toBe(204)
  expect((await list(page.next?.replace(/^.*[?]/, '?') ?? '')).results).toEqual(next.results)
})

test('pages and their count leave out who is apart or suspended, in both roles of a person', async () => {
  const others = [star]
  for (const n of [2, 3, 4]) others.push(await t.influencer(`star${nth}-${n}`))
  const ids: string[] = []
  for (const other of others) {
    star = other
    call = await t.bookAndPay(fan, star)
    await t.server.database.pool.query('update session_requests set begun_at = now() where id = $1', [
      call.id,
    ])
    t.clock.advance(1)
    ids.push(await kept())
  }
  // Of the second one the person was the host.
  await t.server.database.pool.query(
    'update keepsakes set fan_id = host_id, host_id = fan_id where id = $1',
    [ids[1]],
  )
  const read = async () => {
    const found: string[] = []
    let path: string | null = '/api/keepsakes/?page_size=1'
    let counts = ''
    while (path) {
      const { body }: { body: KeepsakeList } = await t.call(fan, `GET ${path as '/'}`)
      found.push(...body.results.map(({ id }) => id))
      counts += body.count
      path = body.next
    }
    return { found, counts }
  }
  expect(await read()).toEqual({ found: ids.toReversed(), counts: '4444' })
  await t.call(others[2] as TestPerson, `POST /api/user/${fan.id}/block/`)
  expect(await read()).toEqual({ found: [ids[3], ids[1], ids[0]], counts: '333' })
  await t.call(fan, `POST /api/user/${others[1]?.id}/block/`)
  await t.server.database.pool.query('update users set suspended_at = now() where id = $1', [others[3]?.id])
  expect(await read()).toEqual({ found: [ids[0]], counts: '1' })
})

test('no picture is stored without two yeses, by no changed page', async () => {
  const stranger = await t.fan(`stranger${nth}`)
  expect((await upload(fan)).status).toBe(409)
  await requestKeepsake(fan)
  // Who asked answers instead of the other.
  expect((await answer(fan)).status).toBe(409)
  for (const who of [fan, star]) expect((await upload(who)).status).toBe(who === fan ? 409 : 403)
  for (const doing of [requestKeepsake, answer, withdraw, upload])
    expect((await doing(stranger)).status).toBe(404)
  await answer(star, false)
  expect((await upload(fan)).status).toBe(409)
  // A yes to a question of before is none to the next.
  await requestKeepsake(star)
  expect((await upload(fan)).status).toBe(409)
  expect(await stored()).toEqual({ state: 'asked', has_picture: false, yeses: 1 })
  await answer(fan)
  expect((await upload(star)).status).toBe(403)
  expect((await upload(fan, Buffer.from('<svg/>'))).status).toBe(400)
  expect((await withdraw(star)).body.state).toBe('refused')
  expect((await upload(fan)).status).toBe(409)
  expect(await stored()).toEqual({ state: 'refused', has_picture: false, yeses: 0 })
})

test('a consent that was not written is none, whatever the state says', async () => {
  await requestKeepsake(fan)
  await answer(star)
  await t.server.database.pool.query('delete from consents where person_id = $1', [star.id])
  expect((await upload(fan)).status).toBe(409)
})

test('the picture comes once, and within a minute of the second yes', async () => {
  await requestKeepsake(fan)
  await answer(star)
  t.clock.advance(KEEPSAKE_PICTURE_WITHIN_MS / 1000)
  expect((await upload(fan)).status).toBe(409)
  await requestKeepsake(fan)
  await answer(star)
  const both = await Promise.all([upload(fan), upload(fan)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await upload(fan)).status).toBe(409)
})

test('who asks while the other asks says yes; nobody asks more than three times', async () => {
  const both = await Promise.all([requestKeepsake(fan), requestKeepsake(star)])
  expect(both.map(({ body }) => body.state).sort()).toEqual(['agreed', 'asked'])
  await withdraw(fan)
  for (let times = 2; times <= 3; times++) {
    expect((await requestKeepsake(fan)).body.state).toBe('asked')
    await answer(star, false)
  }
  for (const who of [fan, star]) expect((await requestKeepsake(who)).status).toBe(409)
})

test('either takes it away for both, for good; a yes that is taken back while the picture is encoded counts', async () => {
  const id = await kept()
  const others = await t.fan(`stranger${nth}`)
  expect((await t.call(others, `DELETE /api/keepsakes/${id}/`)).status).toBe(404)
  expect((await t.call(star, `DELETE /api/keepsakes/${id}/`)).status).toBe(204)
  for (const who of [fan, star]) {
    expect((await fetchPicture(who, id)).status).toBe(404)
    expect(await mine(who)).toEqual([])
  }
  expect(await stored()).toEqual({ state: 'removed', has_picture: false, yeses: 0 })
  expect((await requestKeepsake(fan)).body.state).toBe('removed')
  expect((await upload(fan)).status).toBe(409)
})

test('whichever of a picture and a withdrawal is first, there is no picture afterwards', async () => {
  await requestKeepsake(fan)
  await answer(star)
  await Promise.all([upload(fan), withdraw(star)])
  expect(await stored()).toMatchObject({ has_picture: false, yeses: 0 })
})

test('two who are parted do not see it, and it is there for 90 days', async () => {
  const id = await kept()
  await t.call(star, `POST /api/user/${fan.id}/block/`)
  for (const who of [fan, star]) {
    expect((await fetchPicture(who, id)).status).toBe(404)
    expect(await mine(who)).toEqual([])
  }
  await t.call(star, `DELETE /api/user/${fan.id}/block/`)
  expect((await fetchPicture(fan, id)).status).toBe(200)
  t.clock.advance(KEEPSAKE_KEPT_MS / 1000)
  expect(await mine(fan)).toEqual([])
  await deleteOldKeepsakes(t.server.database.db, t.clock.now())
  expect(await stored()).toBeUndefined()
})

test('what never became a picture is deleted as late as a picture, by when it was last asked for', async () => {
  await requestKeepsake(fan)
  await answer(star, false)
  t.clock.advance(KEEPSAKE_KEPT_MS / 1000 - 60)
  await deleteOldKeepsakes(t.server.database.db, t.clock.now())
  expect(await stored()).toMatchObject({ state: 'refused' })
  t.clock.advance(120)
  await deleteOldKeepsakes(t.server.database.db, t.clock.now())
  expect(await stored()).toBeUndefined()
})

test('none is taken of a person who is blocked, suspended or not in a call that continues', async () => {
  await requestKeepsake(fan)
  await answer(star)
  await t.call(fan, `POST /api/user/${star.id}/block/`)
  expect((await upload(fan)).status).toBe(409)
  await t.call(fan, `DELETE /api/user/${star.id}/block/`)
  const suspend = (who: TestPerson, at: Date | null) =>
    t.server.database.pool.query('update users set suspended_at = $2 where id = $1', [who.id, at])
  await suspend(star, t.clock.now())
  expect((await upload(fan)).status).toBe(409)
  expect(await stored()).toMatchObject({ state: 'agreed', has_picture: false })
  await suspend(star, null)
  // Neither was why the photo did not come but the block and the suspension.
  expect((await upload(fan)).status).toBe(200)
  const [other, later] = [await t.influencer(`other${nth}`), await t.fan(`later${nth}`)]
  call = await t.bookAndPay(later, other)
  for (const who of [later, other]) expect((await requestKeepsake(who)).status).toBe(409)
})
