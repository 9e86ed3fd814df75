import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RoomSubjects } from '../deps.ts'
import type { RoomSubject } from '../room-subject.ts'
import { changeRequestRow, somebody, subjectsOf } from '../testing/call-requests.ts'
import { type ClockFixture, createClockFixture } from '../testing/clock-fixture.ts'
import { endCall, leaveCall } from './end-call.ts'

let fixture: ClockFixture
beforeAll(async () => {
  fixture = await createClockFixture()
})
afterAll(() => fixture.close())
beforeEach(() => fixture.callOf(900))

const depsWith = (subjects: Partial<RoomSubjects> = {}) => ({
  ...fixture.core,
  video: fixture.video,
  subjects: { ...subjectsOf(fixture.core), ...subjects },
})

/** Presses End Call, and says who is still in, whether the press is stored, and whose turn was ended. */
async function press(personId: string, subjects: Partial<RoomSubjects> = {}) {
  const turns: string[] = []
  const endTurn = async (roomId: string, by: string) => void turns.push(`${roomId} by ${by}`)
  const deps = depsWith({ endTurn, ...subjects })
  await endCall(deps, { roomId: fixture.room, personId, at: fixture.clock.now() })
  return { ...(await standing()), turns }
}

async function standing() {
  fixture.video.answers('works')
  const media = await fixture.video.roomMedia(fixture.room)
  const { buyerEndedAtMs } = await fixture.attendance()
  const who = { [fixture.fan]: 'fan', [fixture.star]: 'star' }
  return { inside: media.map(({ identity }) => who[identity] ?? 'else').sort(), buyerEndedAtMs }
}
const bothFlow = () => fixture.video.flow(fixture.room, fixture.fan, fixture.star)
const nowMs = () => fixture.clock.now().getTime()

describe('End Call', () => {
  test('by the buyer whom the influencer’s media faces is stored, and takes their own media away', async () => {
    bothFlow()
    expect(await press(fixture.fan)).toEqual({ inside: ['star'], buyerEndedAtMs: nowMs(), turns: [] })
  })

  test('by the buyer is not stored while the influencer’s media stalls, although their own flows', async () => {
    bothFlow()
    fixture.video.stall(fixture.room, fixture.star)
    expect(await press(fixture.fan)).toMatchObject({ inside: ['star'], buyerEndedAtMs: null })
  })

  test('by the buyer is not stored while the provider does not answer', async () => {
    bothFlow()
    fixture.video.answers('fails')
    expect(await press(fixture.fan)).toMatchObject({ inside: ['star'], buyerEndedAtMs: null })
  })

  test('by the influencer is never held against the buyer', async () => {
    bothFlow()
    expect(await press(fixture.star)).toMatchObject({ inside: ['fan'], buyerEndedAtMs: null })
  })

  test('by somebody else changes nothing, also when their own media is in the room', async () => {
    const stranger = await somebody(fixture.core, 'stranger')
    bothFlow()
    fixture.video.flow(fixture.room, stranger)
    expect(await press(stranger)).toMatchObject({ inside: ['else', 'fan', 'star'], buyerEndedAtMs: null })
  })

  test('after the call is over changes nothing', async () => {
    bothFlow()
    await changeRequestRow(fixture.core, fixture.room, { state: 'completed', outcome: 'served' })
    expect(await press(fixture.fan)).toMatchObject({ inside: ['fan', 'star'], buyerEndedAtMs: null })
  })

  test('in a queue ends the turn; at another event, or where there is nothing, it changes nothing', async () => {
    bothFlow()
    const all = { inside: ['fan', 'star'], buyerEndedAtMs: null }
    const at = (subject: Partial<RoomSubject> | null) => ({ find: async () => subject as RoomSubject | null })
    const queue = await press(fixture.fan, at({ kind: 'broadcast', format: 'queue' }))
    expect(queue).toEqual({ ...all, turns: [`${fixture.room} by ${fixture.fan}`] })
    const stage = { kind: 'broadcast', format: 'broadcast', state: 'live' } as Partial<RoomSubject>
    expect(await press(fixture.fan, at(stage))).toEqual({ ...all, turns: [] })
    expect(await press(fixture.fan, at(null))).toEqual({ ...all, turns: [] })
  })
})

describe.each([
  ['buyer', ['star'], 'stored'],
  ['influencer', ['fan'], 'not stored'],
] as const)('a call that the %s leaves by a block', (side, inside, press) => {
  test(`ends for them, and their End Call is ${press}`, async () => {
    bothFlow()
    const at = fixture.clock.now()
    await leaveCall(depsWith(), { roomId: fixture.room, side, at })
    expect(await standing()).toEqual({ inside, buyerEndedAtMs: press === 'stored' ? nowMs() : null })
  })
})
