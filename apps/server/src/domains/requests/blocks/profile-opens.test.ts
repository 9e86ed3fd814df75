import type { Page, SessionRequest, StaffStandingPerson } from '@parley/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'
import { staffMember, type TestStaff } from '../../staff/testing/staff-member.ts'

let t: TestServer
let desk: TestStaff
let made = 0
beforeAll(async () => {
  t = await openTestServer({ connections: 8 })
  desk = await staffMember(t, 'mod', 'moderator')
})
afterAll(() => t?.close())

async function pastCall() {
  made++
  const [fan, star] = [await t.fan(`fan${made}`), await t.influencer(`star${made}`)]
  const { id, slug } = await t.bookAndPay(fan, star)
  expect((await t.call(star, `POST /api/influencer/requests/${id}/reject/`, {})).status).toBe(200)
  return { fan, star, slug }
}
type PastCall = Awaited<ReturnType<typeof pastCall>>

async function suspend(whom: TestPerson) {
  await desk.stepUp()
  const path = `/api/staff/people/${whom.id}/` as const
  const { version } = (await t.call<StaffStandingPerson>(desk.person, `GET ${path}`)).body
  return t.call(desk.person, `POST ${path}suspend/`, { reason: 'They threatened a fan in a call', version })
}

test.each<[string, (call: PastCall) => Promise<{ status: number }> | undefined, boolean]>([
  ['sells as before', () => undefined, true],
  [
    'shows their profile to nobody else',
    ({ star }) => t.call(star, 'PATCH /api/user/me/', { public_profile: false }),
    true,
  ],
  ['has blocked the buyer', ({ fan, star }) => t.call(star, `POST /api/user/${fan.id}/block/`), false],
  ['is blocked by the buyer', ({ fan, star }) => t.call(fan, `POST /api/user/${star.id}/block/`), false],
  ['is suspended', ({ star }) => suspend(star), false],
  [
    'has left Parley',
    ({ star }) => t.call(star, 'DELETE /api/user/me/', { password: 'correct horse battery' }),
    false,
  ],
])(
  'a past request says whether the profile opens to its buyer: its influencer %s',
  async (_what, act, opens) => {
    const { fan, slug, star } = await pastCall()
    expect((await act({ fan, slug, star }))?.status ?? 200).toBeLessThan(300)
    await t.server.doDueWork()
    const request = await t.request(fan, slug)
    expect(request.profile_opens).toBe(opens)
    const name = request.influencer?.user.username ?? ''
    expect((await t.call(fan, `GET /api/parley/${name}/`)).status).toBe(opens ? 200 : 404)
    const list = await t.call<Page<SessionRequest>>(fan, 'GET /api/user/me/requests/')
    expect(list.body.results.map(each => each.slug)).toEqual([slug])
    expect(list.body.results[0]).not.toHaveProperty('profile_opens')
  },
)

test('a request says nothing of the kind to its influencer', async () => {
  const { star, slug } = await pastCall()
  expect(await t.request(star, slug)).not.toHaveProperty('profile_opens')
})

test('a link that nobody has accepted says nothing of the kind to its buyer', async () => {
  const fan = await t.fan('giver')
  const offer = { amount: '5.00', duration: 60, duration_display: 2, description: 'A call for somebody' }
  const made = await t.call<SessionRequest>(fan, 'POST /api/parley/prepaid-link/', {
    ...offer,
    request_type: 'prepaid',
  })
  expect(made.status).toBe(201)
  expect(await t.request(fan, made.body.slug)).not.toHaveProperty('profile_opens')
})
