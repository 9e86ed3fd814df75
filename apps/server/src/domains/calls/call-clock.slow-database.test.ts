import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { changeRequestRow } from './testing/call-requests.ts'
import { bothIn, type ClockFixture, createClockFixture, pass } from './testing/clock-fixture.ts'

const SOON = { timeout: 60_000, interval: 10 }
const PAID_SECONDS = 15

let fixture: ClockFixture
beforeAll(async () => {
  fixture = await createClockFixture()
})
afterAll(() => fixture.close())
beforeEach(() => fixture.callOf(PAID_SECONDS))

/** The database answers nothing that touches these tables until the answer is called. */
async function databaseHangs(...tables: string[]): Promise<() => Promise<void>> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: held, resolve: hold } = Promise.withResolvers<void>()
  const holding = fixture.core.db.transaction(async tx => {
    for (const table of tables) await tx.execute(sql.raw(`lock table ${table} in access exclusive mode`))
    hold()
    await released
  })
  await held
  return async () => {
    release()
    await holding
  }
}

describe('at zero, while the database does not answer', () => {
  test.each([
    ['the end cannot be stored', async () => undefined],
    ['the call is being looked at', (recheck: () => Promise<void>) => void recheck()],
  ])(
    'everyone is out at once although %s; the end is stored to the millisecond later',
    async (_why, before) => {
      const callClock = fixture.startProcess()
      await bothIn(fixture, callClock)
      await pass(fixture, callClock, PAID_SECONDS - 1)
      const release = await databaseHangs('call_rooms', 'session_requests')
      try {
        before(() => callClock.recheck(fixture.room))
        fixture.clock.advance(1)
        callClock.endDue()
        await vi.waitFor(() => expect(fixture.video.closedRooms).toContain(fixture.room), SOON)
        expect(await fixture.video.roomMedia(fixture.room)).toEqual([])
      } finally {
        await release()
      }
      await vi.waitFor(
        () => expect(fixture.messages.at(-1)).toMatchObject({ kind: 'ended', code: 4410 }),
        SOON,
      )
      expect(await fixture.attendance()).toMatchObject({ usedMs: PAID_SECONDS * 1_000, lastEndedBy: 'time' })
      expect(fixture.video.closedRooms).toEqual([fixture.room])
    },
  )

  test('everyone is out at once also when a look finds the end before the timer does', async () => {
    const callClock = fixture.startProcess('one', 800)
    await bothIn(fixture, callClock)
    await pass(fixture, callClock, PAID_SECONDS - 1)
    const release = await databaseHangs('call_rooms', 'session_requests')
    try {
      fixture.clock.advance(1)
      // It does not wait for the database, because other rooms need their heartbeat.
      await callClock.pollAll()
      await vi.waitFor(async () => expect(await fixture.video.roomMedia(fixture.room)).toEqual([]), SOON)
    } finally {
      await release()
    }
    await vi.waitFor(() => expect(fixture.messages.at(-1)).toMatchObject({ kind: 'ended' }), SOON)
    expect(await fixture.attendance()).toMatchObject({ usedMs: PAID_SECONDS * 1_000, lastEndedBy: 'time' })
    expect(fixture.video.closedRooms).toEqual([fixture.room])
  })
})

test('at the agreed end, while the database does not answer, everyone is out at once; it is stored to the millisecond later', async () => {
  const nowMs = fixture.clock.now().getTime()
  await changeRequestRow(fixture.core, fixture.room, {
    startsAt: new Date(nowMs - 100_000),
    endsAt: new Date(nowMs + 10_000),
  })
  const callClock = fixture.startProcess()
  await bothIn(fixture, callClock)
  await pass(fixture, callClock, 9)
  const release = await databaseHangs('call_rooms', 'session_requests')
  try {
    fixture.clock.advance(1)
    callClock.endDue()
    await vi.waitFor(() => expect(fixture.video.closedRooms).toContain(fixture.room), SOON)
    expect(await fixture.video.roomMedia(fixture.room)).toEqual([])
  } finally {
    await release()
  }
  await vi.waitFor(() => expect(fixture.messages.at(-1)).toMatchObject({ kind: 'ended', code: 4410 }), SOON)
  expect(fixture.messages.at(-1)).toMatchObject({ stats: { used_duration: 10, is_live: false } })
  expect(await fixture.attendance()).toMatchObject({ usedMs: 10_000, lastEndedBy: 'platform' })
  expect(fixture.video.closedRooms).toEqual([fixture.room])
})
