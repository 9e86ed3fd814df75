import { expect, test, vi } from 'vitest'
import type { TestPerson } from '../../../testing/api-caller.ts'
import { openTestServer } from '../../../testing/test-server.ts'
import { queueCast, WITHIN } from '../../queue/testing/queue-caller.ts'
import { staffMember } from '../../staff/testing/staff-member.ts'

const t = await openTestServer({ connections: 60 })
const cast = queueCast(t, ['fred', 'gina', 'hugo'])
const { owner, queues } = cast
const { fred, gina, hugo } = cast.fans

const FIGURES = { round_trip_ms: 61, lost_permille: 4, freezes: 1, restarts: 0 }

/** The opinion about a turn, as pages reach it: by the id of its place. */
function opinionOf(place: string) {
  const path = `/api/parley/${place}/session/opinion/` as const
  return {
    show: (who: TestPerson) => t.call(who, `GET ${path}`),
    give: async (who: TestPerson, said: object) => (await t.call(who, `POST ${path}`, said)).status,
  }
}

test('after a turn its two people say once what it was like; staff read it, and nobody else in the line has a say', async () => {
  const { event, places } = await queues.queueOf(`Opinions ${cast.nth}`, [fred, gina, hugo])
  const [host, freds] = [await queues.enter(owner, event), await queues.enter(fred, event)]
  for (const fan of [fred, gina]) await queues.ready(fan, event)
  const [first, second, third] = places.map(({ id }) => opinionOf(id))
  if (!first || !second || !third) throw new Error('three places were bought')
  // Attack: a host or a fan who rates whom they have not met.
  for (const who of [fred, owner]) expect(await first.give(who, { opinion: 'good' })).toBe(409)
  await queues.press(event, 'open')
  await queues.joinTurn(freds)
  await queues.joinTurn(host)
  await vi.waitFor(async () => expect(await queues.stateOf(fred, event)).toBe('in_turn'), WITHIN)
  await t.clock.advance(5)
  expect((await queues.press(event, 'next')).status).toBe(200)
  await vi.waitFor(async () => {
    await t.server.doDueWork()
    expect(await queues.stateOf(fred, event)).toBe('part')
  }, WITHIN)

  expect((await first.show(fred)).body).toEqual({ opinion: null, trouble: null })
  const said = { opinion: 'not_good', trouble: 'picture', figures: FIGURES }
  const presses = await Promise.all(Array.from({ length: 5 }, () => first.give(fred, said)))
  expect(presses.sort()).toEqual([201, 409, 409, 409, 409])
  expect(await first.give(owner, { opinion: 'good' })).toBe(201)
  expect((await first.show(fred)).body).toEqual({ opinion: 'not_good', trouble: 'picture' })
  // Attack: somebody else in the line, about a turn that was not theirs; and both, about one that never was.
  for (const who of [gina, hugo]) {
    expect((await first.show(who)).status).toBe(404)
    expect(await first.give(who, { opinion: 'good' })).toBe(404)
  }
  for (const who of [hugo, owner]) expect(await third.give(who, { opinion: 'good' })).toBe(409)
  expect(await opinionOf(event.id).give(fred, { opinion: 'good' })).toBe(404)

  const desk = await staffMember(t, 'opinion-reader', 'support')
  const seen = await t.call<{ opinions: object[] }>(desk.person, `GET /api/staff/requests/${places[0]?.id}/`)
  expect(seen.body.opinions).toMatchObject([
    { by: fred.username, opinion: 'not_good', trouble: 'picture', figures: FIGURES },
    { by: owner.username, opinion: 'good', trouble: null },
  ])
})
