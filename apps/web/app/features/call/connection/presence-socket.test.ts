import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { FakeSocket } from '../testing/fake-socket.ts'
import { PresenceEnded, PresenceSocket } from './presence-socket.ts'

const SESSION = {
  handler: 'MESSAGE_PARLEY_SESSION',
  token: 'room-token',
  session: 'room-1',
  url: 'ws://localhost/video/',
  provider: 'embedded',
  is_influencer: false,
}
const stats = (change: object) => ({
  handler: 'MESSAGE_CALL_STATS',
  payload: { total_duration: 60, used_duration: 0, is_live: false, ...change },
})

class LoggedOut extends Error {}

function open(
  change: {
    requestType?: 'private' | 'prepaid' | 'broadcast'
    protocol?: string
    failure?: Error
    isQueue?: true
  } = {},
) {
  const sockets: FakeSocket[] = []
  const network = new EventTarget()
  const login = { tickets: 0, renewals: 0, answer: 'in' as 'in' | 'out', failure: change.failure ?? null }
  const said = { talk: [] as unknown[], stats: [] as unknown[], errors: [] as string[] }
  const line: unknown[] = []
  const presence = new PresenceSocket({
    path: '/chat/slug/',
    page: { host: 'parley.test', protocol: change.protocol ?? 'http:' },
    requestType: change.requestType ?? 'private',
    async requestTicket() {
      if (login.failure) throw login.failure
      login.tickets++
      return `ticket ${login.tickets}`
    },
    async renewLogin() {
      login.renewals++
      return login.answer
    },
    ...{ isLoggedOut: error => error instanceof LoggedOut, isBirthDateMissing: () => false },
    openSocket(url) {
      const socket = new FakeSocket(url)
      sockets.push(socket)
      return socket
    },
    network,
    onStats: each => void said.stats.push(each),
    onTalk: each => void said.talk.push(each),
    onErrors: each => void said.errors.push(...each),
    ...(change.isQueue ? { onQueue: (each: unknown) => void line.push(each) } : {}),
  })
  presence.open()
  const latest = () => {
    const socket = sockets.at(-1)
    if (!socket) throw new Error('no socket was opened')
    return socket
  }
  const runTimers = () => vi.advanceTimersByTimeAsync(0)
  async function join() {
    await runTimers()
    latest().accept()
    latest().say(SESSION)
    return latest()
  }
  return { presence, sockets, network, login, said, line, latest, runTimers, join }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('asking for the session', () => {
  test('a call that is not open yet is asked for again, until there is a way in', async () => {
    const { latest, runTimers, said, presence } = open()
    await runTimers()
    latest().accept()
    latest().say({ handler: 'MESSAGE_ERROR', messages: ['This call opens at 18:50'] })
    expect(said.errors).toEqual(['This call opens at 18:50'])
    await vi.advanceTimersByTimeAsync(10_000)
    expect(latest().sent).toHaveLength(2)
    latest().say(SESSION)
    expect(presence.getSnapshot().hasTicket).toBe(true)
    latest().say({ handler: 'MESSAGE_ERROR', messages: ['not understood'] })
    await vi.advanceTimersByTimeAsync(15_000)
    expect(latest().sent.filter(message => JSON.stringify(message).includes('get_session'))).toHaveLength(2)
  })

  test('the socket opens with a ticket and first asks for the session, saying where the page is', async () => {
    const { latest, runTimers } = open()
    await runTimers()
    expect(latest().url).toMatch(/^ws:\/\/parley\.test\/chat\/slug\/\?t=ticket\+1&page=[\d-]{5,40}$/)
    latest().accept()
    expect(latest().sent).toEqual([
      { handler: 'get_session', handler_kwargs: { host: 'parley.test', protocol: 'http:' } },
    ])
  })

  test('a prepaid request says that it is one, and a secure page opens a secure socket', async () => {
    const { latest, runTimers } = open({ requestType: 'prepaid', protocol: 'https:' })
    await runTimers()
    latest().accept()
    expect(latest().url).toMatch(/^wss:/)
    expect(latest().sent[0]).toMatchObject({ handler_kwargs: { request_type: 'prepaid' } })
  })

  test('an event is asked for with nothing but the question', async () => {
    const { latest, runTimers } = open({ requestType: 'broadcast' })
    await runTimers()
    latest().accept()
    expect(latest().sent[0]).toEqual({ handler: 'get_session', handler_kwargs: {} })
  })

  test('the answer makes the ticket known without showing the token', async () => {
    const { presence, join } = open()
    await join()
    expect(presence.getSnapshot()).toMatchObject({ status: 'open', hasTicket: true, isInfluencer: false })
    expect(JSON.stringify(presence.getSnapshot())).not.toContain('room-token')
  })

  test('the first ticket is used once and every further one is asked for', async () => {
    const { presence, join } = open()
    const socket = await join()
    expect(await presence.nextTicket()).toMatchObject({ token: 'room-token' })
    const second = presence.nextTicket()
    expect(socket.sent).toHaveLength(2)
    socket.say({ ...SESSION, token: 'second' })
    expect(await second).toMatchObject({ token: 'second' })
  })

  test('a ticket that lay unused for half a minute is not handed out', async () => {
    const { presence, join } = open()
    const socket = await join()
    await vi.advanceTimersByTimeAsync(30_000)
    const fresh = presence.nextTicket()
    socket.say({ ...SESSION, token: 'fresh' })
    expect(await fresh).toMatchObject({ token: 'fresh' })
  })

  test('a person who asks while the socket is away is answered after it is back', async () => {
    const { presence, join, sockets } = open()
    const first = await join()
    await presence.nextTicket()
    first.drop(1006)
    const waiting = presence.nextTicket()
    await vi.advanceTimersByTimeAsync(500)
    expect(sockets).toHaveLength(2)
    await join()
    expect(await waiting).toMatchObject({ token: 'room-token' })
  })
})

describe('what the server says', () => {
  test('presence, time and errors reach the page; nonsense does not', async () => {
    const { presence, join, said } = open()
    const socket = await join()
    socket.say({ handler: 'MESSAGE_PRESENCE_STATS', payload: { lurkers: 2, users: ['ann', 'bea'] } })
    socket.say(stats({ used_duration: 3.5 }))
    socket.say({ handler: 'MESSAGE_ERROR', messages: ['one', 'two'] })
    socket.say({ handler: 'MESSAGE_CHAT', payload: { gone: ['line'] } })
    socket.say({ handler: 'MESSAGE_REACTIONS', payload: { heart: 2 } })
    socket.say({ handler: 'MESSAGE_REACTIONS', payload: { anything: 2 } })
    socket.say({ handler: 'MESSAGE_CALL_STATS', payload: { total_duration: 'long' } })
    socket.onmessage?.(new MessageEvent('message', { data: 'not json' }))
    expect(presence.getSnapshot()).toMatchObject({ lurkers: 2, users: ['ann', 'bea'] })
    expect(said).toEqual({
      stats: [{ total_duration: 60, used_duration: 3.5, is_live: false }],
      errors: ['one', 'two'],
      talk: [
        { handler: 'MESSAGE_CHAT', payload: { gone: ['line'] } },
        { handler: 'MESSAGE_REACTIONS', payload: { heart: 2 } },
      ],
    })
  })

  test('a heartbeat goes out every 20 s', async () => {
    const { join } = open()
    const socket = await join()
    await vi.advanceTimersByTimeAsync(19_999)
    expect(socket.sent.slice(1)).toEqual([])
    await vi.advanceTimersByTimeAsync(20_001)
    expect(socket.sent.slice(1)).toEqual([{ type: 'heartbeat' }, { type: 'heartbeat' }])
  })

  test('one lurker is there before the server has counted', async () => {
    const { presence, join } = open()
    await join()
    expect(presence.getSnapshot().lurkers).toBe(1)
  })

  test('sending on a closed socket only logs that it is not connected', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const { presence } = open()
    presence.send({ type: 'heartbeat' })
    expect(warn).toHaveBeenCalledWith('WebSocket is not connected')
  })

  test('nothing is sent on a socket that is not open yet', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const { presence, latest, runTimers } = open()
    await runTimers()
    presence.send({ type: 'heartbeat' })
    expect(latest().sent).toEqual([])
    expect(warn).toHaveBeenCalledWith('WebSocket is not connected')
  })
})

describe('coming back', () => {
  test('a lost socket is opened again after pauses that grow to four seconds', async () => {
    const { presence, sockets, runTimers, latest } = open()
    await runTimers()
    for (const pauseMs of [500, 1_000, 2_000, 4_000, 4_000]) {
      const count = sockets.length
      latest().drop(1006)
      expect(presence.getSnapshot().status).toBe('reconnecting')
      await vi.advanceTimersByTimeAsync(pauseMs * 0.74)
      expect(sockets).toHaveLength(count)
      await vi.advanceTimersByTimeAsync(pauseMs * 0.27)
      expect(sockets).toHaveLength(count + 1)
    }
  })

  test('a server that cannot give tickets is asked again', async () => {
    const { login, sockets, runTimers } = open({ failure: new Error('503') })
    await runTimers()
    expect(sockets).toHaveLength(0)
    login.failure = null
    await vi.advanceTimersByTimeAsync(500)
    expect(sockets).toHaveLength(1)
  })

  test('the network coming back asks the socket that is there, and opens a new one unless it answers at once', async () => {
    const { network, presence, sockets, join } = open()
    const first = await join()
    const sentByThen = first.sent.length
    network.dispatchEvent(new Event('offline'))
    expect(presence.getSnapshot().status).toBe('reconnecting')
    network.dispatchEvent(new Event('online'))
    expect(first.sent).toHaveLength(sentByThen + 1)
    await vi.advanceTimersByTimeAsync(499)
    expect(sockets).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(first.readyState).toBe(3)
    expect(sockets).toHaveLength(2)
  })

  test('a socket that takes the place of one that was lost is of the same page, another page is another', async () => {
    const pageOf = (socket: { url: string }) => new URL(socket.url).searchParams.get('page')
    const { network, sockets, join, runTimers } = open()
    const first = await join()
    first.drop(1006)
    network.dispatchEvent(new Event('online'))
    await runTimers()
    expect(sockets.map(pageOf)).toEqual([pageOf(first), pageOf(first)])
    const other = open()
    expect(pageOf(await other.join())).not.toBe(pageOf(first))
  })

  test('a socket that answers once the network is back stays, for a newer one would end the call of it', async () => {
    const { network, presence, sockets, join } = open()
    const first = await join()
    network.dispatchEvent(new Event('offline'))
    network.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(300)
    first.say(SESSION)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(presence.getSnapshot().status).toBe('open')
    expect(sockets).toHaveLength(1)
  })

  test('a word from the server proves that the connection is still there', async () => {
    const { network, presence, sockets, join, runTimers } = open()
    const socket = await join()
    network.dispatchEvent(new Event('offline'))
    socket.say(stats({}))
    network.dispatchEvent(new Event('online'))
    await runTimers()
    expect(presence.getSnapshot().status).toBe('open')
    expect(sockets).toHaveLength(1)
  })

  test('silence while time runs is taken for a dead connection', async () => {
    const { presence, join, sockets } = open()
    const socket = await join()
    socket.say(stats({ is_live: true }))
    await vi.advanceTimersByTimeAsync(12_000)
    expect(presence.getSnapshot().status).toBe('reconnecting')
    await vi.advanceTimersByTimeAsync(500)
    expect(sockets).toHaveLength(2)
  })

  test('silence while nobody is there is only silence', async () => {
    const { presence, join } = open()
    const socket = await join()
    socket.say(stats({ is_live: false }))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(presence.getSnapshot().status).toBe('open')
  })
})

describe('ends for good', () => {
  test.each([
    [4403, 'forbidden'],
    [4404, 'not-found'],
    [4409, 'replaced'],
    [4410, 'over'],
  ])('close code %i ends it as %s and nothing is opened again', async (code, endedBy) => {
    const { presence, join, sockets, network } = open()
    const socket = await join()
    socket.drop(code)
    network.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(presence.getSnapshot()).toMatchObject({ status: 'ended', endedBy })
    expect(sockets).toHaveLength(1)
    await expect(presence.nextTicket()).rejects.toBeInstanceOf(PresenceEnded)
  })

  test('a refused token is renewed once; refused again it is the end', async () => {
    const { presence, login, sockets, runTimers, latest } = open()
    await runTimers()
    latest().drop(4401)
    await runTimers()
    expect(login.renewals).toBe(1)
    expect(sockets).toHaveLength(2)
    latest().drop(4401)
    await runTimers()
    expect(presence.getSnapshot()).toMatchObject({ status: 'ended', endedBy: 'logged-out' })
  })

  test('a login that is over ends it, by the renewal or by the ticket', async () => {
    const renewal = open()
    renewal.login.answer = 'out'
    await renewal.runTimers()
    renewal.latest().drop(4401)
    await renewal.runTimers()
    expect(renewal.presence.getSnapshot().endedBy).toBe('logged-out')

    const ticket = open({ failure: new LoggedOut() })
    await ticket.runTimers()
    expect(ticket.presence.getSnapshot().endedBy).toBe('logged-out')
  })

  test('leaving closes the socket and stops the heartbeat', async () => {
    const { presence, join } = open()
    const socket = await join()
    const waiting = [presence.nextTicket(), presence.nextTicket()]
    await waiting[0]
    presence.close()
    await expect(waiting[1]).rejects.toBeInstanceOf(PresenceEnded)
    const sentBefore = socket.sent.length
    await vi.advanceTimersByTimeAsync(60_000)
    expect(socket.readyState).toBe(3)
    expect(socket.sent).toHaveLength(sentBefore)
  })
})

describe('a queue', () => {
  const NOTHING = { note: null, next: null, line: null, you: null }
  const QUEUE = { role: 'fan', state: 'ended', version: 1, now: '', ...NOTHING }
  const NOT_YET = { handler: 'MESSAGE_ERROR', messages: ['It is not your turn yet'] }

  test('keeps no way into a turn that nobody asked for: the next turn has another room', async () => {
    const { presence, join, latest } = open({ requestType: 'broadcast', isQueue: true })
    await join()
    const ticket = presence.nextTicket()
    latest().say({ ...SESSION, session: 'room-2' })
    expect(await ticket).toMatchObject({ session: 'room-2' })
  })

  test('tells who waits for a way in at once that it is not their turn, and does not ask again by itself', async () => {
    const { presence, said, latest, runTimers } = open({ requestType: 'broadcast', isQueue: true })
    await runTimers()
    latest().accept()
    latest().say(NOT_YET)
    const ticket = presence.nextTicket()
    latest().say(NOT_YET)
    await expect(ticket).rejects.toThrow('no way into a room')
    const sentByThen = latest().sent.length
    await vi.advanceTimersByTimeAsync(15_000)
    expect(latest().sent).toHaveLength(sentByThen)
    expect(said.errors).toHaveLength(2)
  })

  test('tells what became of the line', async () => {
    const { line, join, latest } = open({ requestType: 'broadcast', isQueue: true })
    await join()
    latest().say({ handler: 'MESSAGE_QUEUE', payload: QUEUE })
    expect(line).toEqual([QUEUE])
  })
})
