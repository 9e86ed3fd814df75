import type { MonitoredParticipant } from '@parley/media'
import { beforeEach, expect, it } from 'vitest'
import type { VideoEvent } from '../../domains/calls/video-provider.ts'
import { MonitoredRoom } from './monitored-room.ts'
import { TicketBook } from './ticket-book.ts'

let nowMs: number
let events: VideoEvent[]
let commands: string[]
let room: MonitoredRoom
/** What LiveKit answers of whom it is asked to let see. */
let presence: 'present' | 'absent'

beforeEach(() => {
  nowMs = 100_000
  events = []
  commands = []
  presence = 'present'
  room = new MonitoredRoom({
    roomId: 'r',
    tickets: new TicketBook(() => nowMs),
    isCounted: async () => true,
    isAlive: () => true,
    now: () => nowMs,
    emit: event => events.push(event),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    api: {
      admit: async () => 'present',
      permit: async (_room, identity, { canSubscribe }) => {
        commands.push(`permit ${identity} ${canSubscribe ? 'to see' : 'not to see'}`)
        return presence
      },
      remove: async (_room, identity, reason) => {
        commands.push(`remove ${identity} ${reason}`)
        return presence
      },
    },
  })
})

let version = 0
function is(identity: string, canSubscribe: boolean, sid = `PA_${identity}`): void {
  const attributes = { ticket: 'another.7', role: 'party', admitted: sid }
  const seen: MonitoredParticipant = {
    ...{ identity, sid, version: ++version, attributes },
    ...{ canPublish: true, canSubscribe, isConnected: true, isMisnaming: false },
  }
  room.handle(seen)
}

function sends(identity: string): void {
  room.handleFlow(`PA_${identity}`, 'live', 0)
  room.handleSight(`PA_${identity}`, 'open')
}

async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 100) {
    nowMs += 100
    if (nowMs % 1_000 === 0) room.tick()
    // LiveKit's answers are taken.
    await new Promise(setImmediate)
  }
}

function bothSee(): void {
  for (const identity of ['buyer', 'star']) {
    is(identity, true)
    sends(identity)
  }
}

/** Their permission is taken for a moment of silence, and not given back. */
async function goBlind(identity: string): Promise<number> {
  room.handleSight(`PA_${identity}`, 'silent')
  is(identity, false)
  await pass(100)
  room.handleSight(`PA_${identity}`, 'open')
  return nowMs
}

const flowing = () => room.media().flatMap(({ identity, mediaFlowing }) => (mediaFlowing ? [identity] : []))
const stalls = () => events.filter(({ type }) => type === 'media-stalled')

it.each([
  ['buyer', 'star'],
  ['star', 'buyer'],
])(
  'a %s who is not let see again is not absent, nor does the %s wait for them, until both see',
  async (who, other) => {
    bothSee()
    const blindMs = await goBlind(who)
    expect(flowing()).toEqual(['buyer', 'star'])
    await pass(2_000)
    // Both stopped at the same moment, so that neither was there alone.
    expect(new Map(stalls().map(({ identity, atMs }) => [identity, atMs]))).toEqual(
      new Map([who, other].map(identity => [identity, blindMs])),
    )
    await pass(20_000)
    expect(flowing()).toEqual([])
    is(who, true)
    expect(flowing()).toEqual(['buyer', 'star'])
  },
)

it('somebody who was there first does not wait while the other is not let see yet, and waits when that one sends nothing or leaves', async () => {
  is('star', true)
  sends('star')
  expect(flowing()).toEqual(['star'])
  await pass(5_000)
  is('buyer', false)
  sends('buyer')
  const cameMs = nowMs
  await pass(2_000)
  expect(flowing()).toEqual([])
  expect(stalls()).toMatchObject([{ identity: 'star', atMs: cameMs }])
  room.handleFlow('PA_buyer', 'stalled', 2_000)
  expect(flowing()).toEqual(['star'])
  sends('buyer')
  await pass(2_000)
  expect(flowing()).toEqual([])
  room.handleLeft({ identity: 'buyer', sid: 'PA_buyer' })
  expect(flowing()).toEqual(['star'])
})

it('who is let see within the moment that LiveKit takes for it interrupts nobody', async () => {
  is('star', true)
  sends('star')
  is('buyer', false)
  sends('buyer')
  await pass(700)
  is('buyer', true)
  await pass(5_000)
  expect([stalls(), flowing()]).toEqual([[], ['star', 'buyer']])
})

it('somebody who is not let in yet keeps nobody from waiting', async () => {
  is('star', true)
  sends('star')
  room.handle({
    ...{ identity: 'buyer', sid: 'PA_buyer', version: ++version, canPublish: true, canSubscribe: false },
    ...{ attributes: { ticket: 'another.8', role: 'party' }, isConnected: true, isMisnaming: false },
  })
  sends('buyer')
  await pass(10_000)
  expect(flowing()).toEqual(['star'])
})

it('somebody whom LiveKit does not know while they are heard has to come in again after some seconds', async () => {
  bothSee()
  presence = 'absent'
  await goBlind('buyer')
  await pass(2_900)
  expect(commands).not.toContain('remove buyer refused')
  await pass(3_000)
  expect(commands).toContain('remove buyer refused')
})

it('somebody whom LiveKit knows again in time stays', async () => {
  bothSee()
  presence = 'absent'
  await goBlind('buyer')
  await pass(2_000)
  presence = 'present'
  await pass(2_000)
  presence = 'absent'
  await pass(2_000)
  expect(commands.filter(each => each.startsWith('remove'))).toEqual([])
})

it('who was let see here and is held back is shown nothing more, by one word', async () => {
  is('buyer', false)
  sends('buyer')
  is('buyer', true)
  room.handleSight('PA_buyer', 'held')
  await pass(3_000)
  expect(commands).toEqual(['permit buyer to see', 'permit buyer not to see'])
})
