import type { GiftView, SessionRequest, StaffStandingPerson } from '@parley/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'
import { staffMember, type TestStaff } from '../../staff/testing/staff-member.ts'

let t: TestServer
let desk: TestStaff
beforeAll(async () => {
  t = await openTestServer({ connections: 8 })
  desk = await staffMember(t, 'mod', 'moderator')
})
afterAll(() => t?.close())

async function act(what: 'suspend' | 'restore', whom: TestPerson): Promise<void> {
  await desk.stepUp()
  const path = `/api/staff/people/${whom.id}/` as const
  const { version } = (await t.call<StaffStandingPerson>(desk.person, `GET ${path}`)).body
  const reason = 'They threatened a fan in a call'
  expect((await t.call(desk.person, `POST ${path}${what}/`, { reason, version })).status).toBe(204)
  await t.server.doDueWork()
}
const read = (who: TestPerson | null, { slug }: SessionRequest) =>
  t.call<SessionRequest>(who, `GET /api/parley/${slug}/session/`)

test('a prepaid link of a suspended person is there for nobody, with what they wrote on it, until they are back', async () => {
  const [gina, stranger] = [await t.fan('gina'), await t.fan('stranger')]
  const offer = { amount: '10.00', duration: 600, description: 'Words that got me suspended' }
  const links: SessionRequest[] = []
  for (const pays of [true, false]) {
    const { body } = await t.call<SessionRequest>(gina, 'POST /api/parley/prepaid-link/', offer)
    if (pays) await t.confirm((await t.pay(gina, body)).body)
    links.push(body)
  }
  await t.server.doDueWork()
  for (const link of links) expect((await read(null, link)).status).toBe(200)
  await act('suspend', gina)
  for (const link of links)
    for (const who of [null, stranger])
      expect(await read(who, link)).toMatchObject({ status: 404, body: { detail: 'No paid session here' } })
  await act('restore', gina)
  for (const link of links) expect((await read(null, link)).body.state).toBe('cancelled')
})

test('a prepaid link of a person who left is there for nobody, with what they wrote on it', async () => {
  const leaver = await t.fan('leaver')
  const offer = { amount: '10.00', duration: 600, description: 'Come to Mill Lane 4 with me' }
  const { body: link } = await t.call<SessionRequest>(leaver, 'POST /api/parley/prepaid-link/', offer)
  expect((await read(null, link)).body.description).toBe(offer.description)
  const left = await t.call(leaver, 'DELETE /api/user/me/', { password: 'correct horse battery' })
  expect(left.status).toBe(200)
  expect((await read(null, link)).status).toBe(404)
})

test.each(['fan', 'star'] as const)('the link of a gift names no %s who is suspended', async who => {
  const pair = { fan: await t.fan(`fan-${who}`), star: await t.influencer(`star-${who}`) }
  const request = await t.bookAndPay(pair.fan, pair.star)
  const gift = await t.call<{ url: string }>(pair.fan, `POST /api/parley/${request.slug}/session/gift/`)
  const token = new URL(gift.body.url).searchParams.get('token')
  const look = () => t.call<GiftView>(null, 'POST /api/parley/gift/look/', { token })
  expect((await look()).body.state).toBe('open')
  await act('suspend', pair[who])
  expect(await look()).toMatchObject({ status: 404, body: { detail: 'There is no such invitation' } })
})
