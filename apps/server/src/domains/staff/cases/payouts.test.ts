import type { Page, StaffPayout } from '@parley/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { earningCaller, PAYOUT_SECONDS, RELEASE_SECONDS } from '../../../testing/earning.ts'
import { openTestServer, type TestServer } from '../../../testing/test-server.ts'
import { staffMember, type TestStaff } from '../testing/staff-member.ts'

let t: TestServer
let desk: TestStaff
beforeAll(async () => {
  t = await openTestServer({ connections: 8 })
  desk = await staffMember(t, 'payer-at-desk', 'finance')
})
afterAll(() => t?.close())

async function list(query: string): Promise<StaffPayout[]> {
  const answer = await t.call<Page<StaffPayout>>(desk.person, `GET /api/staff/payouts/?${query}`)
  expect(answer.status).toBe(200)
  return answer.body.results
}

test('the desk reads of each payout what goes out, when, why not yet, and by which transfer it went', async () => {
  const money = earningCaller(t)
  const fan = await t.fan('payout-fan')
  const [ready, without] = [await t.influencer('payout-ready'), await t.influencer('payout-without')]
  await money.verify(ready)
  const calls = [await money.served(fan, ready), await money.served(fan, without)]
  await t.advance(RELEASE_SECONDS)
  const releasedAt = t.clock.now().getTime()
  await desk.stepUp()
  const payable_at = new Date(releasedAt + PAYOUT_SECONDS * 1000).toISOString()
  const waiting = {
    ...{ state: 'waiting', amount: '22.50', withheld: '0.00' },
    paid_at: null,
    reference: null,
  }
  const of = (person: { id: string; username: string }, call = calls[0]) => ({
    person: { id: person.id, username: person.username },
    ...{ request_id: call?.id, request_slug: call?.slug },
  })
  const open = await list('state=open')
  expect(open).toHaveLength(2)
  for (const [person, call] of [
    [ready, calls[0]],
    [without, calls[1]],
  ] as const)
    expect(open).toContainEqual(
      expect.objectContaining({ ...waiting, ...of(person, call), payable_at, waits_for: 'scheduled' }),
    )
  expect(await list('state=closed')).toEqual([])
  await t.advance(PAYOUT_SECONDS)
  await desk.stepUp()
  expect(await list('state=open')).toMatchObject([{ ...of(without, calls[1]), waits_for: 'no_account' }])
  const [sent] = await list('state=closed')
  const stripe = await money.stripe()
  const [transfer] = (await stripe.transfers.list({ destination: await money.accountOf(ready) })).data
  expect(sent).toMatchObject({
    ...of(ready),
    ...{ state: 'paid', amount: '22.50', waits_for: null, reference: transfer?.id },
  })
  expect(sent?.paid_at).not.toBeNull()

  // Of a person as the search finds them; of nobody where it finds nobody.
  for (const q of ['payout-without', '@payout-without', 'payout-without@example.org'])
    expect(await list(`state=open&q=${encodeURIComponent(q)}`)).toMatchObject([of(without, calls[1])])
  expect(await list('state=open&q=payout-ready')).toEqual([])
  expect(await list('state=open&q=nobody-at-all')).toEqual([])
  expect((await t.call(desk.person, 'GET /api/staff/payouts/?q=x')).status).toBe(400)
  const looks = await t.server.database.pool.query(
    `select after from staff_actions where act = 'look_payouts' and staff_id = $1 order by id desc limit 3`,
    [desk.person.id],
  )
  expect(looks.rows.map(({ after }) => after)).toEqual([
    { people: [], requests: [] },
    { people: [ready.id], requests: [] },
    { people: [without.id], requests: [calls[1]?.id] },
  ])
})
