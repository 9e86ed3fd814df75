import { asc, eq, sql } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import { type StillClock, stillClock } from '../../../core/clock.ts'
import type { Core } from '../../../core/core.ts'
import { createMemoryBus } from '../../../providers/bus-memory/memory-bus.ts'
import { createTestDatabase } from '../../../testing/database.ts'
import type { Attendance } from '../../requests/public.ts'
import { CallClock } from '../clock/call-clock.ts'
import { createCallTime } from '../clock/call-time.ts'
import { type RoomMessage, subscribeToRoom } from '../room-messages.ts'
import type { RoomSubject } from '../room-subject.ts'
import { type EndedBy, selectLastInterval } from '../store.ts'
import { callRooms, liveIntervals } from '../tables.ts'
import { paidRequest, somebody, subjectsOf } from './call-requests.ts'
import { createScriptedVideo, type ScriptedVideo } from './scripted-video.ts'

/** How long a condition may take on a busy machine. */
const SOON = { timeout: 60_000 }

/**
 * One paid call at a time between a fan and a star, any number of processes that count it, and a clock that stands
 * still.
 */
export interface ClockFixture {
  core: Core
  clock: StillClock
  video: ScriptedVideo
  /** The call's room. */
  room: string
  fan: string
  star: string
  /** The messages that were published about the call so far. */
  messages: RoomMessage[]
  /** Begins again with a call of so many seconds and a video provider in which nobody is. */
  callOf(durationSeconds: number): Promise<void>
  /** The video provider starts again: nobody is in, and earlier processes get no more events. */
  restartVideo(): void
  /** `pollsWithinMs`: how long it waits for its polls, here until they stored what they saw, however slow that is. */
  startProcess(holder?: string, pollsWithinMs?: number): CallClock
  subject(): Promise<RoomSubject>
  attendance(): Promise<Attendance & { lastEndedBy: EndedBy | null }>
  /** Used time as a request shows it. */
  shownMs(): Promise<number | undefined>
  intervals(): Promise<(typeof liveIntervals.$inferSelect)[]>
  leaseExpires(): Promise<void>
  /** This process slept for longer than any lease stands, by its own clock. */
  slept(callClock: CallClock): void
  close(): Promise<void>
}

export async function createClockFixture(): Promise<ClockFixture> {
  const database = await createTestDatabase({ size: 20 })
  const clock = stillClock()
  const bus = createMemoryBus()
  const core: Core = {
    db: database.db,
    clock,
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    outbox: { add: async () => undefined, addLater: async () => undefined, nudge: ignore },
    publicOrigin: 'http://localhost',
  }
  const [fan, star] = [await somebody(core, 'fan'), await somebody(core, 'star')]
  const subjects = subjectsOf(core)
  const fixture: ClockFixture = {
    core,
    clock,
    fan,
    star,
    room: '',
    messages: [],
    video: createScriptedVideo(clock),
    async callOf(durationSeconds) {
      fixture.restartVideo()
      fixture.messages = []
      fixture.room = (await paidRequest(core, { buyerId: fan, influencerId: star, durationSeconds })).id
      const { messages } = fixture
      await subscribeToRoom(bus, fixture.room, message => messages.push(message))
    },
    restartVideo() {
      fixture.video = createScriptedVideo(clock)
    },
    startProcess(holder = 'one', pollsWithinMs = SOON.timeout) {
      const { video } = fixture
      const callClock = new CallClock({
        ...{ ...core, clock },
        video,
        bus,
        subjects,
        makeKeepsake: () => Promise.reject(new Error('nobody keeps a picture here')),
        ageStateOf: async () => 'old_enough',
        apartFrom: async () => new Set(),
        activeLogins: async loginIds => new Map(loginIds.map(id => [id, 'somebody'])),
        holder,
        pollsWithinMs,
      })
      video.subscribe(event => callClock.handleEvent(event))
      return callClock
    },
    async subject() {
      const subject = await subjects.find({ roomId: fixture.room })
      if (!subject) throw new Error('there is no such request')
      return subject
    },
    shownMs: async () => (await createCallTime().shownMs(core.db, [fixture.room])).get(fixture.room),
    async attendance() {
      const attendance = await createCallTime().attendance(core.db, fixture.room)
      const last = await selectLastInterval(core.db, fixture.room)
      return { ...attendance, lastEndedBy: last?.endedBy ?? null }
    },
    intervals: () =>
      core.db
        .select()
        .from(liveIntervals)
        .where(eq(liveIntervals.roomId, fixture.room))
        .orderBy(asc(liveIntervals.startedAt), asc(liveIntervals.endedAt)),
    async leaseExpires() {
      await core.db
        .update(callRooms)
        .set({ heldUntil: sql`now() - interval '1 second'` })
        .where(eq(callRooms.id, fixture.room))
    },
    slept(callClock) {
      const room = callClock.room(fixture.room)
      if (room) room.leaseSureUntilMs = 0
    },
    close: database.close,
  }
  return fixture
}

/** The process has noted everyone who is in the room. */
export async function hasPolled(fixture: ClockFixture, callClock: CallClock): Promise<void> {
  await vi.waitFor(() => expect(callClock.room(fixture.room)).not.toBeNull(), { ...SOON, interval: 5 })
  await callClock.pollAll()
}

/** Media of both flows and the process has taken note. */
export async function bothIn(fixture: ClockFixture, callClock: CallClock): Promise<void> {
  fixture.video.flow(fixture.room, fixture.fan, fixture.star)
  await hasPolled(fixture, callClock)
}

/** Seconds pass while the process looks and renews its lease once a second. */
export async function pass(fixture: ClockFixture, callClock: CallClock, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    fixture.clock.advance(1)
    await callClock.pollAll()
    await callClock.heartbeat()
  }
}

function ignore(): void {}
