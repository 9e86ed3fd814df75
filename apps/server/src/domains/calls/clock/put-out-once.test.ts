import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { bothIn, type ClockFixture, createClockFixture, pass } from '../testing/clock-fixture.ts'
import type { CallClock } from './call-clock.ts'

const SOON = { timeout: 60_000, interval: 5 }
const PAID_SECONDS = 15

let fixture: ClockFixture
let callClock: CallClock
beforeAll(async () => {
  fixture = await createClockFixture()
})
afterAll(() => fixture.close())
beforeEach(async () => {
  await fixture.callOf(PAID_SECONDS)
  callClock = fixture.startProcess()
  await bothIn(fixture, callClock)
  await pass(fixture, callClock, PAID_SECONDS - 1)
})

const ended = () => vi.waitFor(() => expect(fixture.messages.at(-1)).toMatchObject({ kind: 'ended' }), SOON)

/** What the provider says from now on of who is there is on its way, until the answer is called. */
function sightIsSlow(): () => void {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const look = fixture.video.roomMedia
  fixture.video.roomMedia = async roomId => {
    const seen = await look(roomId)
    await released
    return seen
  }
  return () => {
    fixture.video.roomMedia = look
    release()
  }
}

/** Storing an end fails for as long as this stands. */
async function endsCannotBeStored(): Promise<() => Promise<unknown>> {
  await fixture.core.db.execute(sql`
    create function refuse_end() returns trigger language plpgsql as $$
    begin
      if new.ended_at is not null then raise exception 'no end may be stored'; end if;
      return new;
    end $$`)
  await fixture.core.db.execute(
    sql`create trigger refuse_end before update on live_intervals for each row execute function refuse_end()`,
  )
  return () => fixture.core.db.execute(sql`drop function refuse_end() cascade`)
}

describe('a room is closed once', () => {
  const inTwoOrders = [
    ['after', ['look', 'recheck']],
    ['before', ['recheck', 'look']],
  ] as const

  test.each(inTwoOrders)(
    'when it is asked %s a look that sees the end whether the call may go on',
    async (_when, order) => {
      const answers = sightIsSlow()
      const before = callClock.pollAll()
      const running = order.map(each =>
        each === 'look' ? callClock.pollAll() : callClock.recheck(fixture.room),
      )
      fixture.clock.advance(1)
      callClock.endDue()
      answers()
      await Promise.all([before, ...running])
      await callClock.pollAll()
      expect(fixture.video.closedRooms).toEqual([fixture.room])
      expect(await fixture.attendance()).toMatchObject({ usedMs: PAID_SECONDS * 1_000, lastEndedBy: 'time' })
    },
  )

  test('when it is asked once more, after the end, whether the call may go on', async () => {
    fixture.clock.advance(1)
    callClock.endDue()
    await ended()
    await callClock.recheck(fixture.room)
    expect(fixture.video.closedRooms).toEqual([fixture.room])
  })

  test('when the end cannot be stored at first, and is told once before it is', async () => {
    const canBe = await endsCannotBeStored()
    try {
      fixture.clock.advance(1)
      callClock.endDue()
      await ended()
      await callClock.pollAll()
      await callClock.pollAll()
      expect(fixture.messages.filter(({ kind }) => kind === 'ended')).toHaveLength(1)
    } finally {
      await canBe()
    }
    await vi.waitFor(async () => {
      await callClock.pollAll()
      expect(await fixture.attendance()).toMatchObject({ usedMs: PAID_SECONDS * 1_000, lastEndedBy: 'time' })
    }, SOON)
    expect(fixture.video.closedRooms).toEqual([fixture.room])
  })
})

test('a room is closed again for the person who comes into it after its end', async () => {
  fixture.clock.advance(1)
  callClock.endDue()
  await ended()
  fixture.video.flow(fixture.room, fixture.fan)
  await callClock.recheck(fixture.room)
  expect(fixture.video.closedRooms).toEqual([fixture.room, fixture.room])
  expect(await fixture.video.roomMedia(fixture.room)).toEqual([])
})

test('a closing that failed is done again', async () => {
  const close = fixture.video.closeRoom
  fixture.video.closeRoom = async () => {
    fixture.video.closeRoom = close
    throw new Error('the provider does not answer')
  }
  fixture.clock.advance(1)
  callClock.endDue()
  await vi.waitFor(() => expect(fixture.video.closedRooms).toEqual([fixture.room]), SOON)
  expect(await fixture.video.roomMedia(fixture.room)).toEqual([])
})
