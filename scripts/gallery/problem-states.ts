import type { Page as PageOf, SessionRequest, StaffAppeal, StaffProblem } from '@parley/contract'
import { writeShortCall } from '../../e2e/support/desk.ts'
import { type EventPeople, eventPeople } from '../../e2e/support/event-people.ts'
import { hire, mailedLink, type Staff, sell } from './desk-states.ts'
import { type Gallery, type State, takerOf, until, visit } from './gallery.ts'
import { moveClock } from './moved-clock.ts'

const FIVE_DAYS_SECONDS = 5 * 86_400
const NAMES = ['not told', 'answered by the record', 'open', 'decided'] as const
type Named = Record<(typeof NAMES)[number], SessionRequest>

/** Four calls of the same two people that ended on the same day. */
async function endedCalls({ dataDir }: Gallery, people: EventPeople) {
  const [fan, star] = [await people.fan('paula-past'), await people.influencer('sven-sells')]
  const calls: [string, SessionRequest][] = []
  for (const name of NAMES) {
    const { request } = await sell(people, { fan, star })
    await writeShortCall(dataDir, request.id, 'influencer')
    calls.push([name, request])
  }
  await moveClock(people, FIVE_DAYS_SECONDS)
  for (const [, { slug }] of calls)
    await until(
      () => people.request(fan, slug),
      ({ state }) => state === 'completed',
    )
  return { fan, star, calls: Object.fromEntries(calls) as Named }
}

async function settle(people: EventPeople, { person }: Staff, { id }: SessionRequest): Promise<void> {
  const { body } = await people.call<PageOf<StaffProblem>>(person, 'GET /api/staff/problems/')
  const problem = body.results.find(({ request_id }) => request_id === id)
  const act = { back: '4.00', reason: 'Both pages measured no sound for two minutes' }
  await people.call(person, `POST /api/staff/problems/${problem?.id ?? ''}/decide/`, {
    ...{ ...act, version: problem?.version },
  })
}

async function decideAppeals(people: EventPeople, first: Staff, second: Staff): Promise<void> {
  for (const [name, decision] of [
    ['ulf-upheld', 'upheld'],
    ['lia-lifted', 'lifted'],
  ] as const) {
    const shut = await people.influencer(name)
    const act = { reason: 'You threatened a fan in a call on Monday', version: 0 }
    await people.call(first.person, `POST /api/staff/people/${shut.id}/suspend/`, act)
    const token = (await mailedLink(people, shut)).split('token=')[1]
    const text = 'It was my brother, who had taken my phone while I slept.'
    await people.call(null, 'POST /api/appeals/', { token, text })
    const list = await people.call<PageOf<StaffAppeal>>(second.person, 'GET /api/staff/appeals/')
    const appeal = list.body.results.find(({ person }) => person.id === shut.id)
    await people.call(second.person, `POST /api/staff/appeals/${appeal?.id ?? ''}/decide/`, {
      ...{ decision, version: appeal?.version },
      reason: decision === 'lifted' ? 'Your brother has told us so' : 'The chat of the call shows your words',
    })
  }
}

const reported: State = {
  name: 'desk: problems on receipts, bookings and sessions; decided problems and appeals',
  async take(gallery) {
    const people = eventPeople(gallery.demo.origin)
    const { fan, star, calls } = await endedCalls(gallery, people)
    const say = ({ slug }: SessionRequest, kind: string, text: string) =>
      people.call(fan, `POST /api/parley/${slug}/problem/`, { kind, text })
    await say(calls['answered by the record'], 'cut_short', 'The picture stood still')
    await say(calls.open, 'quality', 'I heard nothing')
    await say(calls.decided, 'quality', 'I heard nothing for two minutes')
    const first = await hire(gallery, people, { name: 'amos-admin', role: 'admin' })
    const second = await hire(gallery, people, { name: 'alma-admin', role: 'admin' })
    // The clock was moved: who has called nothing since has a token that is over.
    await people.call(star, 'GET /api/user/me/')
    for (const { person, app } of [first, second])
      await people.call(person, 'POST /api/auth/step-up/', { code: app.code() })
    await settle(people, second, calls.decided)
    await decideAppeals(people, first, second)
    await visit(gallery, { person: fan, path: '/bookings' }, async page => {
      await page.getByText(/^Decided on/).waitFor()
      await takerOf(gallery, page, 'fan')('past bookings, problems')
    })
    await visit(gallery, { person: star, path: `/profile/${star.username}#sessions` }, async page => {
      await page.getByText(/^Decided on/).waitFor()
      await takerOf(gallery, page, 'influencer')('sessions, problems')
    })
    for (const name of NAMES)
      for (const [role, person] of [['fan', fan] as const, ['influencer', star] as const]) {
        if (role === 'influencer' && name !== 'open') continue
        await visit(gallery, { person, path: `/receipt/${calls[name].slug}` }, async page => {
          await page.getByText('Time used').first().waitFor()
          await takerOf(gallery, page, role)(`receipt, a problem: ${name}`)
        })
      }
    await visit(gallery, { person: second.person, path: '/staff' }, async page => {
      const problems = page.getByRole('region', { name: 'Problems with calls' })
      await problems.getByRole('link').first().waitFor()
      await problems.getByRole('button', { name: 'Decided', exact: true }).click()
      await problems.getByText('Our record of the call decided it.').first().waitFor()
      const appeals = page.getByRole('region', { name: 'Appeals' })
      await appeals.getByRole('button', { name: 'Decided', exact: true }).click()
      await appeals.getByText('The appeal was accepted.').first().waitFor()
      await takerOf(gallery, page, 'staff')('the desk, decided problems and appeals')
    })
    await say(calls.decided, 'conduct', 'They hung up on me, too')
    await visit(
      gallery,
      { person: second.person, path: `/staff/requests/${calls.decided.id}` },
      async page => {
        await page.getByRole('heading', { name: 'Said before' }).waitFor()
        await takerOf(gallery, page, 'staff')('the desk, a second problem of one call')
      },
    )
  },
}

export const problemStates: readonly State[] = [reported]
