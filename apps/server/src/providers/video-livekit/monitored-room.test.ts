import type { MonitoredParticipant } from '@parley/media'
import { beforeEach, describe, expect, it } from 'vitest'
import type { VideoEvent } from '../../domains/calls/video-provider.ts'
import { MonitoredRoom } from './monitored-room.ts'
import { TicketBook } from './ticket-book.ts'

let nowMs: number
let events: VideoEvent[]
let commands: string[]
let tickets: TicketBook
let room: MonitoredRoom
/** Whether a lease on the call's clock stands. */
let isCounted: boolean
/** The other processes from which messages arrive. */
let living: string[]
/** What LiveKit's API answers of whom it is asked about. */
let presence: 'present' | 'absent'
/** What happens while LiveKit lets somebody in. */
let happens: () => void

beforeEach(() => {
  nowMs = 100_000
  events = []
  commands = []
  isCounted = false
  living = []
  presence = 'present'
  happens = () => undefined
  tickets = new TicketBook(() => nowMs)
  room = new MonitoredRoom({
    roomId: 'r',
    tickets,
    isCounted: async () => isCounted,
    isAlive: issuer => living.includes(issuer),
    now: () => nowMs,
    emit: event => events.push(event),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    api: {
      admit: async (_room, { sid }) => {
        commands.push(`admit ${sid}`)
        happens()
        return presence
      },
      permit: async (_room, identity, { canSubscribe, isMuted }) => {
        commands.push(
          `permit ${identity} ${canSubscribe ? 'to see' : 'not to see'}${isMuted ? ', muted' : ''}`,
        )
        return 'present'
      },
      remove: async (_room, identity, reason) => {
        commands.push(`remove ${identity} ${reason}`)
        return presence
      },
    },
  })
})

const grant = { roomId: 'r', identity: 'ann', kind: 'call', canPublish: true, canSubscribe: true } as const
const ticketOf = (lifeMs = 60_000) => tickets.issue({ ...grant, expiresInMs: lifeMs }, lifeMs)

function person(
  sid: string,
  ticket: string,
  change: Partial<MonitoredParticipant> = {},
): MonitoredParticipant {
  const attributes = { ticket, role: 'party' }
  return {
    ...{
      identity: 'ann',
      sid,
      version: 1,
      attributes,
      canPublish: true,
      canSubscribe: false,
      isConnected: true,
      isMisnaming: false,
    },
    ...change,
  }
}

const admitted = (sid: string, ticket: string, change: Partial<MonitoredParticipant> = {}) =>
  person(sid, ticket, { version: 2, attributes: { ticket, role: 'party', admitted: sid }, ...change })

/** What was asked of the database is answered. */
const flushed = () => new Promise(resolve => setImmediate(resolve))
const types = () => events.map(({ type }) => type)

describe('who comes to a LiveKit room', () => {
  it('is let in by a ticket that stands, and counts only then', () => {
    const ticket = ticketOf()
    room.handle(person('PA_1', ticket))
    room.handleFlow('PA_1', 'live', 0)
    expect(commands).toEqual(['admit PA_1'])
    expect([types(), room.media()]).toEqual([[], []])
    room.handle(admitted('PA_1', ticket, { canSubscribe: true }))
    expect(types()).toEqual(['participant-joined', 'media-live'])
    expect(room.media()).toMatchObject([{ identity: 'ann', joined: true, mediaFlowing: true }])
  })

  it('stays when a webhook tells late of an earlier participation, which the monitor never saw', () => {
    const ticket = ticketOf()
    room.handle(admitted('PA_2', ticket, { canSubscribe: true }))
    room.handleFlow('PA_2', 'live', 0)
    room.handleWebhookNews(person('PA_1', ticket))
    expect(types()).toEqual(['participant-joined', 'media-live'])
    expect(room.media()).toMatchObject([{ identity: 'ann', mediaFlowing: true }])
  })

  it.each([
    ['was voided', 'login-revoked', () => tickets.void('r', 'ann', 'login-revoked')],
    [
      'gave way to a newer one',
      'replaced',
      () => tickets.judge({ ticket: ticketOf(), roomId: 'r', identity: 'ann' }),
    ],
    [
      'ran out unused',
      'refused',
      () => {
        nowMs += 60_001
      },
    ],
  ])('is turned away when the ticket %s, with the word %s', (_why, word, happens) => {
    const ticket = ticketOf()
    happens()
    room.handle(person('PA_1', ticket))
    expect(commands).toEqual([`remove ann ${word}`])
  })

  it("is turned away by another's admission, which LiveKit renews with the token", () => {
    const ticket = ticketOf()
    tickets.void('r', 'ann', 'kicked')
    room.handle(admitted('PA_2', ticket, { attributes: { ticket, role: 'party', admitted: 'PA_1' } }))
    expect(commands).toEqual(['remove ann kicked'])
  })

  it('is turned away when the process that gave the ticket is not heard and let nobody in by it for three seconds', () => {
    room.handle(person('PA_1', 'another.7'))
    nowMs += 2_000
    room.tick()
    expect(commands).toEqual([])
    nowMs += 2_000
    room.tick()
    expect(commands).toEqual(['remove ann refused'])
  })

  it('is not turned away by others while the process that gave the ticket lives and is slow', () => {
    living = ['another']
    room.handle(person('PA_1', 'another.7'))
    for (let second = 0; second < 29; second++) {
      nowMs += 1_000
      room.tick()
    }
    expect(commands).toEqual([])
    // No message of it arrives any more.
    living = []
    nowMs += 1_000
    room.tick()
    expect(commands).toEqual(['remove ann refused'])
  })

  it('is turned away after three seconds as a viewer, who would see until then', () => {
    living = ['another']
    room.handle(person('PA_1', 'another.7', { attributes: { ticket: 'another.7', role: 'viewer' } }))
    nowMs += 3_100
    room.tick()
    expect(commands).toEqual(['remove ann refused'])
  })

  it('waits half a minute for a process that lives and lets nobody in', () => {
    living = ['another']
    room.handle(person('PA_1', 'another.7'))
    nowMs += 30_100
    room.tick()
    expect(commands).toEqual(['remove ann refused'])
  })

  it('is let in once more when LiveKit took the word for the participation before', () => {
    const ticket = ticketOf()
    room.handle(person('PA_1', ticket))
    nowMs += 900
    room.tick()
    expect(commands).toEqual(['admit PA_1'])
    nowMs += 200
    room.tick()
    expect(commands).toEqual(['admit PA_1', 'admit PA_1'])
    room.handle(admitted('PA_1', ticket))
    nowMs += 2_000
    room.tick()
    expect(commands).toHaveLength(2)
  })

  it('is let in although LiveKit lost its record of them for longer than ten seconds', async () => {
    const ticket = ticketOf()
    presence = 'absent'
    room.handle(person('PA_1', ticket))
    for (let second = 0; second < 15; second++) {
      nowMs += 1_001
      room.tick()
      await flushed()
    }
    commands.splice(0)
    presence = 'present'
    nowMs += 1_001
    room.tick()
    expect(commands).toEqual(['admit PA_1'])
    room.handle(admitted('PA_1', ticket))
    expect(types()).toEqual(['participant-joined'])
  })

  it('is turned away once more when LiveKit did not take them out', () => {
    const ticket = ticketOf()
    tickets.void('r', 'ann', 'kicked')
    room.handle(person('PA_1', ticket))
    nowMs += 1_100
    room.tick()
    expect(commands).toEqual(['remove ann kicked', 'remove ann kicked'])
    expect(room.hasStrangers).toBe(true)
  })

  it('may come back by the same ticket as long as it stands', () => {
    const ticket = ticketOf()
    room.handle(person('PA_1', ticket))
    nowMs += 600_000
    room.handle(person('PA_2', ticket))
    expect(commands).toEqual(['admit PA_1', 'admit PA_2'])
  })

  it('is muted although the owner did so while LiveKit let them in', async () => {
    const guest = { ...grant, kind: 'broadcast', isGuest: true, expiresInMs: 60_000 } as const
    const ticket = tickets.issue(guest, 60_000)
    happens = () => tickets.setMuted('r', 'ann', true)
    room.handle(person('PA_1', ticket, { attributes: { ticket, role: 'guest' } }))
    await flushed()
    expect(commands).toEqual(['admit PA_1', 'permit ann to see, muted'])
  })
})

describe('what is said of a LiveKit room', () => {
  it('has one effect, in whatever order and however often it comes', () => {
    const ticket = ticketOf()
    room.handle(admitted('PA_1', ticket))
    room.handle(admitted('PA_1', ticket))
    room.handleLeft({ identity: 'ann', sid: 'PA_1' })
    room.handleLeft({ identity: 'ann', sid: 'PA_1' })
    room.handle(admitted('PA_1', ticket))
    expect(types()).toEqual(['participant-joined', 'participant-left'])
    expect(room.isEmpty).toBe(true)
  })

  it('of an older participation does not touch the newer one', () => {
    const ticket = ticketOf()
    room.handle(admitted('PA_1', ticket))
    room.handle(admitted('PA_2', ticket))
    room.handleLeft({ identity: 'ann', sid: 'PA_1' })
    room.handleFlow('PA_1', 'live', 0)
    expect(room.media()).toMatchObject([{ identity: 'ann', mediaFlowing: false }])
  })

  it('is told of who left too, where it is what arrived of them last, and not of who was not let in', () => {
    const ticket = ticketOf()
    room.handle(admitted('PA_1', ticket))
    room.handle(person('PA_9', 'no ticket', { identity: 'eve' }))
    room.handleLeft({ identity: 'ann', sid: 'PA_1' })
    room.handleLeft({ identity: 'eve', sid: 'PA_9' })
    for (const sid of ['PA_1', 'PA_9']) room.handleReceived(sid, { packets: 3, bytes: 400 })
    expect(events.at(-1)).toMatchObject({ type: 'media-received', identity: 'ann', packets: 3, bytes: 400 })
    expect(types()).toEqual(['participant-joined', 'participant-left', 'media-received'])
  })

  it('of someone who came while the monitor was on its way in stands, until the monitor never finds them', () => {
    const ticket = ticketOf()
    room.handleWebhookNews(admitted('PA_1', ticket))
    room.handleAll([])
    room.handle(admitted('PA_1', ticket, { canSubscribe: true }))
    room.handleFlow('PA_1', 'live', 0)
    expect(types()).toEqual(['participant-joined', 'media-live'])
    room.handleLeft({ identity: 'ann', sid: 'PA_1' })
    room.handleWebhookNews(admitted('PA_2', ticket))
    nowMs += 9_000
    room.tick()
    expect(room.media()).toHaveLength(1)
    nowMs += 2_000
    room.tick()
    expect(room.isEmpty).toBe(true)
  })

  it('dates a stop at the last packet, also when nothing is heard of the room any more', () => {
    room.handle(admitted('PA_1', ticketOf(), { canSubscribe: true }))
    room.handleFlow('PA_1', 'live', 0)
    nowMs += 10_000
    room.handleLost(4_000)
    expect(events.at(-1)).toMatchObject({ type: 'media-stalled', atMs: nowMs - 4_000 })
    room.handleAll([])
    expect(types().slice(-2)).toEqual(['worker-restarted', 'participant-left'])
  })

  it('lets a party see while they are heard, and no longer', () => {
    const ticket = ticketOf()
    room.handle(admitted('PA_1', ticket))
    room.handleFlow('PA_1', 'live', 0)
    room.handleSight('PA_1', 'open')
    room.handle(admitted('PA_1', ticket, { version: 3, canSubscribe: true }))
    room.handleSight('PA_1', 'silent')
    expect(commands).toEqual(['permit ann to see', 'permit ann not to see'])
  })

  it('counts a party who sends from when LiveKit lets them see, however long it takes for that', () => {
    const ticket = ticketOf()
    room.handle(admitted('PA_1', ticket))
    room.handleFlow('PA_1', 'live', 0)
    room.handleSight('PA_1', 'open')
    for (let second = 0; second < 5; second++) {
      nowMs += 1_000
      room.tick()
    }
    expect(commands.filter(each => each === 'permit ann to see')).toHaveLength(6)
    expect([types(), room.media()]).toMatchObject([['participant-joined'], [{ mediaFlowing: false }]])
    room.handle(admitted('PA_1', ticket, { version: 3, canSubscribe: true }))
    expect(events.at(-1)).toMatchObject({ type: 'media-live', atMs: nowMs })
    // For a moment of silence nothing begins again.
    room.handle(admitted('PA_1', ticket, { version: 4, canSubscribe: false }))
    expect(types()).toEqual(['participant-joined', 'media-live'])
    room.handleFlow('PA_1', 'stalled', 2_000)
    room.handleFlow('PA_1', 'live', 0)
    expect(types()).toEqual(['participant-joined', 'media-live', 'media-stalled'])
  })

  it('counts a party no longer whose permission is not given back, from when they sent again', () => {
    const ticket = ticketOf()
    room.handle(admitted('PA_1', ticket, { canSubscribe: true }))
    room.handleFlow('PA_1', 'live', 0)
    room.handleSight('PA_1', 'open')
    room.handleSight('PA_1', 'silent')
    room.handle(admitted('PA_1', ticket, { version: 3, canSubscribe: false }))
    nowMs += 300
    room.handleSight('PA_1', 'open')
    const againMs = nowMs
    // Another moment of silence, while LiveKit does not answer, gives no further time.
    nowMs += 500
    room.handleSight('PA_1', 'silent')
    room.handleSight('PA_1', 'open')
    expect(types()).toEqual(['participant-joined', 'media-live'])
    nowMs += 500
    room.tick()
    expect(events.at(-1)).toMatchObject({ type: 'media-stalled', atMs: againMs })
    nowMs += 5_000
    room.tick()
    expect(room.media()).toMatchObject([{ mediaFlowing: false }])
    room.handle(admitted('PA_1', ticket, { version: 4, canSubscribe: true }))
    expect(events.at(-1)).toMatchObject({ type: 'media-live', atMs: nowMs })
  })

  it('counts a party at once who owes a time without sight, and a host, who sees nobody', () => {
    room.handle(admitted('PA_1', ticketOf()))
    room.handleFlow('PA_1', 'live', 0)
    room.handleSight('PA_1', 'held')
    expect(types()).toEqual(['participant-joined', 'media-live'])
    const ticket = ticketOf()
    const attributes = { ticket, role: 'host', admitted: 'PA_2' }
    room.handle(person('PA_2', ticket, { version: 2, attributes }))
    room.handleFlow('PA_2', 'live', 0)
    expect(types().slice(-2)).toEqual(['participant-joined', 'media-live'])
  })

  it('gives nothing to a party who is held back, and takes nothing that another process gave', () => {
    const ticket = ticketOf()
    room.handle(admitted('PA_1', ticket))
    room.handleFlow('PA_1', 'live', 0)
    room.handleSight('PA_1', 'held')
    room.tick()
    expect(commands).toEqual([])
    room.handle(admitted('PA_1', ticket, { version: 3, canSubscribe: true }))
    room.tick()
    expect(commands).toEqual([])
  })

  it('takes nothing from a party whom another process hears, as the lease on the clock says, and does when none stands', async () => {
    isCounted = true
    room.handle(admitted('PA_1', 'another.7', { canSubscribe: true }))
    for (const passedMs of [2_000, 2_000, 8_000]) {
      nowMs += passedMs
      room.tick()
      await flushed()
    }
    expect(commands).toEqual([])
    isCounted = false
    room.tick()
    await flushed()
    expect(commands).toEqual(['permit ann not to see'])
  })
})
