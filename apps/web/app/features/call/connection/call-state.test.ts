import { describe, expect, test } from 'vitest'
import { IDLE_ROOM, type RemoteParticipant, type VideoRoomSnapshot } from '../../../video/index.ts'
import { streamOf } from '../testing/fake-media.ts'
import { type CallFacts, type CallSnapshot, NO_WAY_FOR_VIDEO, newCall, nextCall } from './call-state.ts'
import type { PresenceEnd } from './presence-socket.ts'

const STREAM = streamOf([])
const start = newCall({ username: 'mia', isInfluencer: true })
const seen: CallSnapshot = { ...start, phase: 'live', callIsLive: true, otherStream: STREAM }
const connected: CallSnapshot = { ...seen, connection: 'Connected' }
const mia = (flowing: boolean): RemoteParticipant => ({ identity: 'mia-id', stream: STREAM, flowing })

interface Change {
  before?: CallSnapshot
  isReady?: boolean
  hasJoined?: boolean
  presence?: Partial<CallFacts['presence']>
  clock?: Partial<CallFacts['clock']>
  room?: Partial<VideoRoomSnapshot> | null
  sends?: CallFacts['sends']
  ownerId?: string
}

function call(change: Change): CallSnapshot {
  const room: VideoRoomSnapshot = { ...IDLE_ROOM, status: 'connected' }
  return nextCall({
    before: change.before ?? start,
    isReady: change.isReady ?? true,
    hasJoined: change.hasJoined ?? true,
    presence: {
      status: 'open',
      endedBy: null,
      hasTicket: true,
      isInfluencer: false,
      lurkers: 1,
      users: ['fan'],
      ...change.presence,
    },
    clock: {
      totalSeconds: 60,
      remainingSeconds: 60,
      text: '01:00',
      fraction: 1,
      tone: 'limegreen',
      isLive: false,
      isOver: false,
      isRunOut: false,
      announcement: '',
      ...change.clock,
    },
    sends: change.sends ?? 'media',
    ownerId: change.ownerId ?? null,
    room: change.room === null ? null : { ...room, ...change.room },
  })
}

describe('phases', () => {
  test.each<[string, Change, CallSnapshot['phase']]>([
    ['before it is ready', { isReady: false, room: null }, 'loading'],
    ['before the person joins', { hasJoined: false }, 'green-room'],
    [
      'while the other one is in the call without them',
      { hasJoined: false, room: { remote: [mia(true)] } },
      'green-room',
    ],
    ['alone', {}, 'waiting'],
    ['alone while the room is being joined', { room: null }, 'waiting'],
    ['when the media of the other one comes', { room: { remote: [mia(true)] } }, 'live'],
    ['when the server says that time runs', { clock: { isLive: true } }, 'live'],
    [
      'when the other one is in the room with nothing to show yet',
      { room: { remote: [mia(false)] } },
      'waiting',
    ],
    ['when their media stalls', { before: seen, room: { remote: [mia(false)] } }, 'live'],
    ['when the other one left', { before: seen, room: { remote: [] } }, 'waiting'],
    [
      'when the own connection breaks',
      { before: seen, room: { status: 'reconnecting', remote: [mia(true)] } },
      'reconnecting',
    ],
    [
      'when nothing arrives any more',
      { before: seen, room: { quality: 'lost', remote: [mia(true)] } },
      'reconnecting',
    ],
    ['for the moment in which a closed room may mean the end', { before: seen, room: null }, 'live'],
    ['while a closed room is joined again', { before: seen, room: { status: 'connecting' } }, 'reconnecting'],
    ['when time is used up', { clock: { isOver: true } }, 'ended'],
    ['when the server says it is over', { presence: { status: 'ended', endedBy: 'over' } }, 'ended'],
    [
      'after the end, whatever is said',
      { before: { ...seen, endOfCall: true }, clock: { isLive: true } },
      'ended',
    ],
  ])('%s', (_, change, phase) => {
    expect(call(change).phase).toBe(phase)
  })

  test('a countdown at zero without the server waits for its word, or for the end of the room', () => {
    const change = { before: seen, clock: { isRunOut: true } } as const
    expect(call(change).endOfCall).toBe(false)
    expect(call({ ...change, room: { status: 'reconnecting' } }).endOfCall).toBe(false)
    expect(call({ ...change, room: { status: 'ended' } }).endOfCall).toBe(true)
    const away = { presence: { status: 'reconnecting' } } as const
    expect(call({ ...change, ...away, room: { status: 'ended' } }).endOfCall).toBe(false)
  })

  test.each<PresenceEnd>(['forbidden', 'not-found', 'replaced', 'logged-out'])(
    'a socket closed as %s refuses',
    endedBy => {
      expect(call({ presence: { status: 'ended', endedBy } })).toMatchObject({
        phase: 'refused',
        refusal: endedBy,
      })
    },
  )

  test('leaving is no refusal', () => {
    expect(call({ presence: { status: 'ended', endedBy: 'left' } }).refusal).toBeNull()
  })
})

test('the last picture stays while the room is joined again and goes at the end', () => {
  expect(call({ before: seen, room: null }).otherStream).toBe(STREAM)
  expect(call({ before: seen, room: null, clock: { isOver: true } }).otherStream).toBeNull()
})

test('the other one is here as soon as their page is open', () => {
  expect(call({}).otherIsHere).toBe(false)
  expect(call({ presence: { lurkers: 2, users: ['fan', 'mia'] } })).toMatchObject({
    otherIsHere: true,
    lurkers: 2,
    lurkerUsernames: ['fan', 'mia'],
  })
})

test('total and remaining time are the countdown of the server', () => {
  const state = call({ clock: { totalSeconds: 900, remainingSeconds: 432 } })
  expect(state).toMatchObject({ totalCallTime: 900, remainingCallTime: 432 })
})

test.each<[Change, string]>([
  [{ room: null }, 'Connecting'],
  [{ room: { status: 'connecting' } }, 'Connecting'],
  [{ room: { status: 'connecting', isBlocked: true } }, NO_WAY_FOR_VIDEO],
  [{ before: seen, room: { status: 'reconnecting', isBlocked: true } }, NO_WAY_FOR_VIDEO],
  [{ room: { isBlocked: true }, presence: { status: 'reconnecting' } }, 'Reconnecting'],
  [{}, 'Your connection is ready'],
  [{ room: { quality: 'poor' } }, 'Your connection is weak'],
  [{ sends: 'nothing' }, 'Turn on your camera or microphone to begin'],
  [{ before: seen, clock: { isLive: true }, room: { remote: [mia(true)] } }, 'Connected'],
  [{ before: seen, room: { remote: [mia(true)] } }, 'Connected, the clock has not started'],
  [{ before: seen, room: { remote: [mia(false)] } }, 'The connection of @mia is interrupted'],
  [{ before: seen, room: { status: 'reconnecting' } }, 'Reconnecting'],
  [{ before: seen, room: { status: 'connecting' } }, 'Reconnecting'],
  [{ presence: { status: 'reconnecting' } }, 'Reconnecting'],
  // The server closed the room: it says at once whether the call is over.
  [{ before: connected, room: { status: 'ended', endReason: 'over' } }, 'Connected'],
  [{ before: connected, room: null }, 'Connected'],
])('%j is said as “%s”', (change, words) => {
  expect(call(change).connection).toBe(words)
})

describe('another username in a running call', () => {
  const users = (...names: string[]) => ({ presence: { users: names } })
  const before = call(users('mia', 'fan'))

  test('of the other person is taken from the list of people who are there', () => {
    const after = call({ before, ...users('supernova', 'fan') })
    expect([after.otherUser, after.otherIsHere]).toEqual(['supernova', true])
    expect(call({ before: after, ...users('fan') })).toMatchObject({
      otherUser: 'supernova',
      otherIsHere: false,
    })
  })

  test('of one’s own changes nothing', () => {
    const after = call({ before, ...users('mia', 'fantastic') })
    expect([after.otherUser, after.otherIsHere]).toEqual(['mia', true])
  })

  test('that a page never heard of is still somebody', () => {
    const after = call(users('supernova', 'fan'))
    expect([after.otherUser, after.otherIsHere]).toEqual(['mia', true])
  })
})

describe('an event', () => {
  const guest: RemoteParticipant = { identity: 'fred-id', stream: streamOf([]), flowing: true }

  test('has its owner as the other person, and who is beside them as the guest, in whatever order they come', () => {
    const now = call({ ownerId: 'mia-id', room: { remote: [guest, mia(false)] } })
    expect(now).toMatchObject({ otherFlows: false, otherIsHere: true, guest: { id: 'fred-id' } })
    expect(now.otherStream).toBe(STREAM)
    expect(now.guest?.stream).toBe(guest.stream)
  })

  test('is not live by its guest alone', () => {
    const now = call({ ownerId: 'mia-id', room: { remote: [guest] }, clock: { isLive: false } })
    expect(now).toMatchObject({ callIsLive: false, phase: 'waiting', otherStream: null })
  })
})
