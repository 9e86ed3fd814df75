import { STAGE_RETURN_MS } from '@parley/contract'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { stillClock } from '../../../core/clock.ts'
import { createMemoryBus } from '../../../providers/bus-memory/memory-bus.ts'
import type { PersonSocket } from '../../../realtime/person-socket.ts'
import type { EventSubject } from '../../live-events/public.ts'
import type { Bus } from '../bus.ts'
import { STAGES_EVERY_MS } from '../calls.ts'
import { createScriptedVideo } from '../testing/scripted-video.ts'
import { RoomStage, type StageDeps } from './room-stage.ts'
import type { StageGuest } from './stage-notes.ts'

/** Ends a wait that is in vain. */
const WITHIN = { timeout: 60_000 }

const clock = stillClock()
const subjectOf = (roomId: string): EventSubject => ({
  ...{ kind: 'broadcast', roomId, slug: roomId, format: 'broadcast', state: 'live', totalMs: 3_600_000 },
  ...{ influencer: { id: 'owner', username: 'owner' }, opensAt: null, countsFrom: null },
  ...{ hasBegun: true, isOwnerOut: false },
})
const socketOf = (id: string, isPutOut = () => false) =>
  ({
    ...{ id: `socket-of-${id}`, pageId: 'page', send: () => undefined, isPutOut },
    person: { id, username: id, loginId: `login-of-${id}`, firstName: id, isInfluencer: id === 'owner' },
  }) as unknown as PersonSocket

/** The stages of one process, whose bus reaches the others or does not. */
function stages() {
  const own = createMemoryBus()
  let isWell = true
  const facts = { place: 'paid', apart: new Set<string>(), ended: new Set<string>(), age: 'old_enough' }
  // What all processes read; this one alone reads its own notes while it does not reach the others.
  const shared = createMemoryBus()
  const bus: Bus = {
    ...{ ...own, isWell: () => isWell },
    setField: async (record, field) => {
      await own.setField(record, field)
      if (isWell) await shared.setField(record, field)
    },
    fields: record => (isWell ? shared : own).fields(record),
  }
  const video = createScriptedVideo(clock)
  const stage = new RoomStage({
    ...{ bus, video, clock, callClock: { usedMs: async () => 0 } },
    log: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
    subjects: {
      find: async ({ roomId }: { roomId: string }) => subjectOf(roomId),
      placeOf: async () => facts.place,
    },
    ...{ ageStateOf: async () => facts.age, apartFrom: async () => facts.apart },
    activeLogins: async (ids: readonly string[]) =>
      new Map(ids.filter(id => !facts.ended.has(id)).map(id => [id, id])),
  } as unknown as StageDeps)
  let pages = 0
  return {
    ...{ stage, video, facts },
    enter: (roomId: string, ...people: string[]) =>
      Promise.all(
        people.map(id =>
          own.enter(
            roomId,
            { connectionId: `c${++pages}`, personId: id, username: id, sinceMs: pages },
            3_600_000,
          ),
        ),
      ),
    sending: async (roomId: string) => (await video.roomMedia(roomId)).map(({ identity }) => identity),
    others(reached: boolean) {
      isWell = reached
    },
  }
}

const on = (personId: string): StageGuest => ({
  ...{ personId, username: personId, loginId: `login-of-${personId}`, pageId: 'page', step: 'on' },
  ...{ isMuted: false, untilMs: clock.now().getTime() + 60_000 },
})

describe('looking after stages', () => {
  test('one that hangs keeps no other waiting, and is looked at again when it is done', async () => {
    const { stage, video, sending } = stages()
    const cut = video.removeParticipant
    const begun: string[] = []
    let answer: () => void = () => undefined
    const hangs = new Promise<void>(resolve => {
      answer = resolve
    })
    video.removeParticipant = async (roomId, identity, why) => {
      begun.push(roomId)
      if (roomId === 'hangs') await hangs
      await cut(roomId, identity, why)
    }
    const look = () =>
      stage.pollEach([subjectOf('hangs'), subjectOf('well')], error => expect(error).toBeNull())
    video.flow('hangs', 'owner', 'intruder')
    look()
    await expect.poll(() => begun).toEqual(['hangs'])
    video.flow('well', 'owner', 'intruder')
    look()
    await expect.poll(() => sending('well')).toEqual(['owner'])
    expect(begun).toEqual(['hangs', 'well'])
    answer()
    await expect.poll(() => sending('hangs')).toEqual(['owner'])
    video.flow('hangs', 'intruder')
    await vi.waitFor(async () => {
      look()
      expect(await sending('hangs')).toEqual(['owner'])
    }, WITHIN)
  })
})

describe('who is on a stage', () => {
  async function onAir() {
    const at = stages()
    await at.enter('room', 'owner', 'guest')
    await at.stage.notes.change('room', (await at.stage.notes.read('room')).stage, on('guest'))
    at.video.flow('room', 'owner', 'guest')
    await at.stage.poll(subjectOf('room'))
    expect(await at.sending('room')).toEqual(['owner', 'guest'])
    return at
  }
  type Facts = ReturnType<typeof stages>['facts']

  test.each<[string, (facts: Facts) => unknown]>([
    ['a block', facts => facts.apart.add('owner')],
    ['a suspension, which ends their logins', facts => facts.ended.add('login-of-guest')],
    ['a refund', facts => Object.assign(facts, { place: 'unpaid' })],
    ['a birth date that is too young', facts => Object.assign(facts, { age: 'too_young' })],
  ])(
    'is off it with the first look after %s, and a look comes several times a second',
    async (_what, happens) => {
      const { stage, facts, sending } = await onAir()
      happens(facts)
      await stage.poll(subjectOf('room'))
      expect(await sending('room')).toEqual(['owner'])
      expect(STAGES_EVERY_MS).toBeLessThanOrEqual(500)
    },
  )

  test('is off it when the owner’s Remove is answered', async () => {
    const { stage, sending } = await onAir()
    await stage.act(
      { subject: subjectOf('room'), socket: socketOf('owner') },
      { type: 'stage', act: 'remove' },
    )
    expect(await sending('room')).toEqual(['owner'])
  })

  test('is muted by one press also where the provider does not take it at first, and is shown as it is until then', async () => {
    const { stage, video } = await onAir()
    const taken: boolean[] = []
    const press = (muted: boolean) =>
      stage.act(
        { subject: subjectOf('room'), socket: socketOf('owner') },
        { type: 'stage', act: 'mute', muted },
      )
    const shown = async (reader = 'owner') =>
      stage.shown((await stage.notes.read('room')).stage, subjectOf('room'), reader).guest?.is_muted
    for (const muted of [true, false]) {
      video.setMuted = () => Promise.reject(new Error('the provider does not answer'))
      await press(muted)
      expect(await shown()).toBe(!muted)
      await stage.poll(subjectOf('room'))
      expect(await shown()).toBe(!muted)
      // In doubt the pages of all others play nothing.
      expect(await shown('viewer')).toBe(true)
      // Who comes again by then comes as the owner wants them.
      expect(await stage.guestSlot('room', 'guest')).toEqual({ isMuted: muted })
      video.setMuted = async (_roomId, _identity, isMuted) => void taken.push(isMuted)
      await vi.waitFor(async () => {
        await stage.poll(subjectOf('room'))
        expect(await shown()).toBe(muted)
      }, WITHIN)
      await stage.poll(subjectOf('room'))
    }
    expect(taken).toEqual([true, false])
  })

  test('is muted by a press while an earlier one is not taken yet, and by the last of two', async () => {
    const { stage, video } = await onAir()
    const press = (muted: boolean) =>
      stage.act(
        { subject: subjectOf('room'), socket: socketOf('owner') },
        { type: 'stage', act: 'mute', muted },
      )
    video.setMuted = () => Promise.reject(new Error('the provider does not answer'))
    await press(true)
    const taken: boolean[] = []
    video.setMuted = async (_roomId, _identity, isMuted) => void taken.push(isMuted)
    await press(true)
    await stage.poll(subjectOf('room'))
    expect(taken).toEqual([true])
    video.setMuted = () => Promise.reject(new Error('the provider does not answer'))
    await press(false)
    await press(true)
    const { guest } = stage.shown((await stage.notes.read('room')).stage, subjectOf('room'), 'owner')
    expect(guest?.is_muted).toBe(true)
    video.setMuted = async (_roomId, _identity, isMuted) => void taken.push(isMuted)
    await vi.waitFor(async () => {
      await stage.poll(subjectOf('room'))
      expect(taken).toEqual([true, true])
    }, WITHIN)
    expect(await stage.guestSlot('room', 'guest')).toEqual({ isMuted: true })
  })
})

test('a mute that hangs at the provider keeps no look waiting, and is asked for once at a time', async () => {
  const { stage, video, enter, sending } = stages()
  const subject = subjectOf('room')
  await enter('room', 'owner', 'guest')
  await stage.notes.change('room', (await stage.notes.read('room')).stage, on('guest'))
  video.setMuted = () => Promise.reject(new Error('the provider does not answer'))
  await stage.act({ subject, socket: socketOf('owner') }, { type: 'stage', act: 'mute', muted: true })
  const mutes: boolean[] = []
  let answer: () => void = () => undefined
  video.setMuted = (_roomId, _identity, isMuted) => {
    mutes.push(isMuted)
    return new Promise(resolve => {
      answer = resolve
    })
  }
  // Attack: somebody who sends without permission while the provider is slow with another answer.
  for (const intruder of ['one', 'another']) {
    video.flow('room', 'owner', 'guest', intruder)
    await stage.poll(subject)
    expect(await sending('room')).toEqual(['owner', 'guest'])
  }
  expect(mutes).toEqual([true])
  const shown = async () =>
    stage.shown((await stage.notes.read('room')).stage, subject, 'owner').guest?.is_muted
  expect(await shown()).toBe(false)
  answer()
  await expect.poll(() => shown()).toBe(true)
})

describe('a guest whom two processes mute and unmute', () => {
  test('is muted where an older word comes to the provider after the last press', async () => {
    const { stage, video } = stages()
    await stage.notes.change('room', (await stage.notes.read('room')).stage, on('guest'))
    const taken: boolean[] = []
    let late: (() => void) | undefined
    video.setMuted = (_roomId, _identity, isMuted) =>
      new Promise(resolve => {
        const take = () => resolve(void taken.push(isMuted))
        if (isMuted) take()
        else late = take
      })
    const press = (muted: boolean) =>
      stage.act(
        { subject: subjectOf('room'), socket: socketOf('owner') },
        { type: 'stage', act: 'mute', muted },
      )
    await press(true)
    const slow = press(false)
    await expect.poll(() => late).toBeDefined()
    await press(true)
    late?.()
    await slow
    expect(taken).toEqual([true, true, false, true])
    expect(await stage.guestSlot('room', 'guest')).toEqual({ isMuted: true })
  })
})

describe('while the other processes are not reached', () => {
  test('the owner removes also whom another process let on, and nobody is let on', async () => {
    const { stage, video, sending, others } = stages()
    const subject = subjectOf('room')
    others(false)
    video.flow('room', 'owner', 'guest')
    // Attack: a viewer who takes everybody off the air.
    await stage.act({ subject, socket: socketOf('fan') }, { type: 'stage', act: 'remove' })
    expect(await sending('room')).toEqual(['owner', 'guest'])
    await stage.act({ subject, socket: socketOf('owner') }, { type: 'stage', act: 'remove' })
    expect(await sending('room')).toEqual(['owner'])
    await stage.notes.change('room', (await stage.notes.read('room')).stage, on('guest'))
    expect(await stage.guestSlot('room', 'guest')).toBeNull()
  })

  test('who was removed does not come back by what the others still have written', async () => {
    const { stage, video, enter, sending, others } = stages()
    await enter('room', 'owner', 'guest')
    await stage.notes.change('room', (await stage.notes.read('room')).stage, on('guest'))
    others(false)
    others(true)
    video.flow('room', 'owner', 'guest')
    expect(await stage.guestSlot('room', 'guest')).toEqual({ isMuted: false })
    await stage.catchUp(subjectOf('room'))
    expect(await stage.guestSlot('room', 'guest')).toBeNull()
    expect(await sending('room')).toEqual(['owner'])
  })

  test('a hand that is lowered is down when they are reached again, and one that is raised again is up', async () => {
    const { stage, enter, others } = stages()
    const subject = subjectOf('room')
    await enter('room', 'owner', 'down', 'again', 'left')
    for (const id of ['down', 'again', 'left']) await stage.hand({ subject, socket: socketOf(id) }, true)
    others(false)
    for (const id of ['down', 'again', 'left']) await stage.hand({ subject, socket: socketOf(id) }, false)
    await stage.hand({ subject, socket: socketOf('again') }, true)
    others(true)
    await stage.catchUp(subject)
    expect((await stage.notes.read('room')).hands.map(({ username }) => username)).toEqual(['again'])
  })
})

describe('a hand', () => {
  let nowMs = 0
  beforeEach(() => {
    nowMs = 0
    vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  })
  afterEach(() => void vi.restoreAllMocks())

  test('of somebody who left while it was written falls; one who comes back in time keeps theirs', async () => {
    const { stage, enter } = stages()
    const subject = subjectOf('room')
    await enter('room', 'here')
    for (const id of ['here', 'left', 'back']) await stage.hand({ subject, socket: socketOf(id) }, true)
    const hands = async () => (await stage.notes.read('room')).hands.map(({ username }) => username).sort()
    await stage.poll(subject)
    expect(await hands()).toEqual(['back', 'here', 'left'])
    nowMs = STAGE_RETURN_MS - 1
    await enter('room', 'back')
    await stage.poll(subject)
    nowMs = STAGE_RETURN_MS
    await stage.poll(subject)
    expect(await hands()).toEqual(['back', 'here'])
  })

  test('is not raised by a socket that closed while its place was looked up', async () => {
    const { stage, enter } = stages()
    const subject = subjectOf('room')
    await enter('room', 'here', 'gone')
    let isClosed = false
    const raised = stage.hand({ subject, socket: socketOf('gone', () => isClosed) }, true)
    isClosed = true
    await raised
    await stage.hand({ subject, socket: socketOf('here') }, true)
    expect((await stage.notes.read('room')).hands.map(({ username }) => username)).toEqual(['here'])
  })
})
