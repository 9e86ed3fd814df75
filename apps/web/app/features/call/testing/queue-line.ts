import type { CallStats } from '@parley/contract/calls'
import type { QueueShown } from '@parley/contract/live/queue'
import { vi } from 'vitest'
import { createStore } from '../../../store/store.ts'
import type { Call } from '../connection/call.ts'
import type { PresenceSnapshot } from '../connection/presence-socket.ts'
import { QueueSession } from '../queue/queue-session.ts'
import type { CurrentTurn } from '../queue/rules/line-state.ts'

/** A fan's own place in a message about a line. */
export const you = (
  change: Partial<NonNullable<QueueShown['you']>> = {},
): NonNullable<QueueShown['you']> => ({
  place: 'place-2',
  number: 2,
  state: 'waiting',
  ready: false,
  ahead: 1,
  eta_from: null,
  eta_to: null,
  leaves_with_all: true,
  why: null,
  back: 'all',
  ...change,
})
let made = 0
/** A server's message about a line, by its own time; each a little later than the one before. */
export const line = (change: Partial<QueueShown> = {}): QueueShown => ({
  role: 'fan',
  state: 'running',
  version: 3,
  now: new Date(Date.now() + made++).toISOString(),
  note: null,
  next: null,
  line: null,
  you: you(),
  ...change,
})
const NO_FIGURES = { round_trip_ms: null, lost_permille: null, freezes: 0, restarts: 0 }
const track = (kind: string) => ({ kind, readyState: 'live' }) as MediaStreamTrack
const BOTH = { getTracks: () => [track('audio'), track('video')], getAudioTracks: () => [] }

interface EarlyLog {
  session: string
  is: string
}

/** A page in a line whose server says `first`, with a camera and a microphone by default. */
export function openLine(first: QueueShown, stream: object | null = BOTH) {
  const requested: [path: string, body: object | null][] = []
  const answers: (QueueShown | Error)[] = [first]
  const made: (CurrentTurn & {
    left: boolean
    phase: string
    stats: CallStats[]
    ticket: () => Promise<unknown>
  })[] = []
  let receive: (queue: QueueShown) => void = () => undefined
  let receiveStats: (stats: CallStats, place?: string) => void = () => undefined
  let tickets: string[] = []
  const early: { requested: ((ticket: { session: string } | null) => void)[]; rooms: EarlyLog[] } = {
    requested: [],
    rooms: [],
  }
  const presence = createStore<PresenceSnapshot>({
    status: 'connecting',
    endedBy: null,
    hasTicket: false,
    isInfluencer: null,
    lurkers: 9,
    users: ['somebody', 'else'],
  })
  const answer = async (path: string, body: object | null) => {
    requested.push([path, body])
    const next = answers.length > 1 ? answers.shift() : answers[0]
    if (next instanceof Error) throw next
    return next as QueueShown
  }
  const media = createStore({ stream, microphone: 'on' })
  const stops: string[] = []
  /** By an open socket. */
  const sent: unknown[] = []
  const session = new QueueSession({
    path: '/queue/',
    api: { get: path => answer(path, null), post: answer },
    hostUsername: 'ivy',
    media: {
      ...{ ...media, start: async () => undefined, stop: () => void stops.push('media') },
      stopSharing: () => void stops.push('sharing'),
    } as never,
    mic: { listen: () => undefined, stop: () => void stops.push('microphone') },
    letSleep: () => void stops.push('awake'),
    connectPresence({ onQueue, onStats }) {
      receive = onQueue
      receiveStats = onStats
      return {
        ...presence,
        open: () => undefined,
        close: () => undefined,
        send: message => void (presence.getSnapshot().status === 'open' && sent.push(message)),
        dropTicket: () => undefined,
        earlyTicket: () =>
          new Promise((resolve, reject) => {
            early.requested.push(ticket =>
              ticket
                ? resolve({ url: '', token: '', provider: 'embedded', ...ticket })
                : reject(new Error('none')),
            )
          }),
        nextTicket: async () => ({
          url: '',
          token: '',
          provider: 'embedded',
          session: tickets.shift() ?? '',
        }),
      }
    },
    prepareRoom(ticket) {
      const room = { session: (ticket as { session?: string }).session ?? '', is: 'waiting' }
      early.rooms.push(room)
      return {
        claim() {
          throw new Error('the call takes it')
        },
        leave() {
          room.is = 'left'
        },
      }
    },
    createTurn(turn, { connectPresence, early: prepared }) {
      const stats: CallStats[] = []
      const line = connectPresence(each => void stats.push(each))
      const room = early.rooms.at(-1)
      if (prepared && room) room.is = `taken for ${turn.place}`
      const call = { ...turn, left: false, phase: 'waiting', stats, ticket: () => line.nextTicket() }
      made.push(call)
      return {
        start: () => undefined,
        leave() {
          call.left = true
        },
        getSnapshot: () => ({ phase: call.phase }),
        end: () => void stops.push('turn'),
        figures: () => ({ ...NO_FIGURES, freezes: made.length }),
      } as unknown as Call
    },
  })
  session.start()
  const flush = () => vi.advanceTimersByTimeAsync(0)
  return {
    ...{ session, requested, answers, made, flush, presence, early, stops, sent },
    receive: (queue: QueueShown) => receive(queue),
    receiveStats: (stats: CallStats, place?: string) => receiveStats(stats, place),
    give(rooms: string[]) {
      tickets = rooms
    },
  }
}
