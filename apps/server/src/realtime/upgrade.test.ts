import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { stillClock } from '../core/clock.ts'
import type { Person } from '../core/person.ts'
import type { PersonSocket } from './person-socket.ts'
import { type ListeningServer, listen, openSocket, refusedStatus } from './testing/socket-client.ts'
import { stillElapsedTime } from './testing/still-elapsed-time.ts'
import { createUpgrades, type Upgrades } from './upgrade.ts'

/** How long a condition may take on a busy machine. */
const SOON = { timeout: 60_000 }

const ann: Person = { id: 'ann', username: 'ann', firstName: 'Ann', isInfluencer: false, loginId: 'login' }
const HEARTBEAT_MS = 150

let server: ListeningServer
let upgrades: Upgrades
let entered: PersonSocket[]
let logged: object[]
let opened: { t: string; path: string }[]

beforeEach(() => start())
afterEach(() => server.close())

async function start(options: { heartbeatMs?: number } = {}): Promise<void> {
  entered = []
  logged = []
  opened = []
  const log = (facts: object) => void logged.push(facts)
  upgrades = createUpgrades({
    publicOrigin: 'https://parley.example',
    clock: stillClock(),
    log: { debug: log, info: log, warn: log, error: log },
    ...options,
    async authenticateSocket(t, path) {
      opened.push({ t, path })
      if (t === 'broken') throw new Error('the database is away')
      return t === 'Bearer good' ? ann : null
    },
    channels: [
      {
        name: 'chat',
        async admit(_person, slug) {
          if (slug !== 'room') return { code: 4404, reason: 'there is no such room' }
          return {
            enter(socket) {
              entered.push(socket)
              socket.onQuestion(() => socket.send({ handler: 'MESSAGE_ERROR', messages: ['answered'] }))
            },
          }
        },
      },
    ],
    raw: [
      { path: '/video/', handleUpgrade: (_request, socket) => socket.end('HTTP/1.1 418 Mine\r\n\r\n') },
      {
        path: '/held/',
        handleUpgrade: (_request, socket) => void socket.write('HTTP/1.1 101 Held\r\nUpgrade: x\r\n\r\n'),
      },
    ],
  })
  server = await listen(upgrades)
}

const chat = (path = '/chat/room/') => `${server.origin}${path}`
const enter = () => openSocket(chat(), { t: 'Bearer good' })
const question = { handler: 'get_session', handler_kwargs: { host: 'h', protocol: 'https' } }
const answered = (message: Record<string, unknown>) => String(message.messages) === 'answered'

test('who was put out and does not answer is heard no more, and is cut off soon', async () => {
  const client = await enter()
  const [socket] = entered
  const received: object[] = []
  socket?.onQuestion(question => received.push(question))
  const gone = new Promise<void>(resolve => socket?.onClosed(resolve))
  // Reads nothing any more, so that the close is never answered.
  client.socket.pause()
  socket?.close(4403, 'out')
  expect(socket?.isPutOut()).toBe(true)
  client.say(question)
  await gone
  expect(received).toEqual([])
  client.socket.terminate()
})

test('who listens for the end of a socket that has ended hears of it at once', async () => {
  const client = await enter()
  const [socket] = entered
  const gone = new Promise<void>(resolve => socket?.onClosed(resolve))
  client.socket.terminate()
  await gone
  const ended: string[] = []
  socket?.onClosed(() => ended.push('told'))
  expect(ended).toEqual(['told'])
  expect(socket?.isPutOut()).toBe(true)
})

describe('the way in', () => {
  test('a page of another site is refused with 403, our own and programs are not', async () => {
    expect(await refusedStatus(chat(), 'https://evil.example')).toBe(403)
    expect(await refusedStatus(`${server.origin}/video/`, 'null')).toBe(403)
    await openSocket(chat(), { t: 'Bearer good', origin: 'https://parley.example' })
    await enter()
    expect(entered).toHaveLength(2)
  })

  test.each(['/', '/chat', '/chat/', '/chat/room/more/', '/chat/%2e%2e/', '/hot-reload', '//chat/room'])(
    'the unknown path %s is refused with 404',
    async path => {
      expect(await refusedStatus(chat(path))).toBe(404)
      expect(opened).toEqual([])
    },
  )

  test('the video provider gets the sockets of its own path', async () => {
    expect(await refusedStatus(`${server.origin}/video/?token=x`)).toBe(418)
    expect(await refusedStatus(`${server.origin}/video`)).toBe(418)
  })

  test('a path works with and without its trailing slash, and the ticket is asked for with it', async () => {
    await openSocket(chat('/chat/room'), { t: 'Bearer good' })
    expect(opened).toEqual([{ t: 'Bearer good', path: '/chat/room/' }])
  })

  test('a bad token or none closes with 4401, before the room is looked for', async () => {
    for (const options of [{}, { t: 'Bearer bad' }, { t: '' }]) {
      const client = await openSocket(chat('/chat/unknown/'), options)
      expect(await client.closed).toBe(4401)
    }
  })

  test('an unknown room closes with 4404', async () => {
    const client = await openSocket(chat('/chat/unknown/'), { t: 'Bearer good' })
    expect(await client.closed).toBe(4404)
  })

  test('while the database is away a socket is told to try again, and the token is not logged', async () => {
    const client = await openSocket(chat(), { t: 'broken' })
    expect(await client.closed).toBe(1013)
    expect(JSON.stringify(logged)).not.toContain('broken')
  })

  test('a connection that breaks off during its upgrade harms nobody', async () => {
    for (let n = 0; n < 50; n++) {
      const socket = connect(Number(new URL(server.origin).port), '127.0.0.1')
      await once(socket, 'connect')
      socket.write('GET /chat/room/?t=Bearer+good HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n')
      socket.write('Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: nonsense\r\n\r\n')
      socket.resetAndDestroy()
    }
    await enter()
  })

  test('a server that drains asks everyone to come back and takes nobody new', async () => {
    const client = await enter()
    upgrades.drain()
    expect(await client.closed).toBe(1001)
    expect(await refusedStatus(chat())).toBe(503)
  })
})

test('a person who does not say goodbye cannot keep the server from stopping', async () => {
  const silent = await enter()
  silent.socket.pause()
  const held = connect(Number(new URL(server.origin).port), '127.0.0.1')
  await once(held, 'connect')
  held.write('GET /held/ HTTP/1.1\r\nHost: x\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n')
  await once(held, 'data')
  // One that waited for them would wait for ever.
  await server.close()
})

describe('what a browser sends', () => {
  test.each([
    ['not JSON', 'hello'],
    ['JSON of another kind', '[1,2]'],
    ['null', 'null'],
    ['an unknown handler', '{"handler":"destroy"}'],
    ['a prototype', '{"__proto__":{"handler":"get_session"}}'],
    ['nesting without end', '['.repeat(8_000)],
  ])('%s is answered with an error and the socket stays', async (_what, frame) => {
    const client = await enter()
    client.socket.send(frame)
    await client.received('MESSAGE_ERROR')
    client.say(question)
    await client.received('MESSAGE_ERROR', answered)
  })

  test('bytes instead of text are answered with an error', async () => {
    const client = await enter()
    client.socket.send(Buffer.from([0, 255, 254]))
    await client.received('MESSAGE_ERROR')
  })

  test('twenty thousand broken frames are survived, and a question after them is answered', async () => {
    const client = await enter()
    stillElapsedTime()
    for (let n = 0; n < 20_000; n++) client.socket.send(`{"broken": ${n}`)
    client.say(question)
    await client.received('MESSAGE_ERROR', answered)
    expect(client.messages.length).toBeLessThanOrEqual(52)
  })

  test('a flood is held back in the sender’s network, and a question after it is still answered', async () => {
    const client = await enter()
    for (let n = 0; n < 12_000; n++) client.socket.send('x')
    client.say(question)
    await client.received('MESSAGE_ERROR', answered)
  })

  test('questions without end are not all answered', async () => {
    const client = await enter()
    stillElapsedTime()
    for (let n = 0; n < 200; n++) client.say(question)
    await client.received('MESSAGE_ERROR', message => String(message.messages).includes('Too many'))
    expect(client.messages.filter(answered).length).toBeLessThanOrEqual(20)
  })

  test('a frame of more than 16 KiB closes with 1009, one of 16 KiB does not', async () => {
    const client = await enter()
    client.socket.send('x'.repeat(16 * 1024))
    await client.received('MESSAGE_ERROR')
    client.socket.send('x'.repeat(16 * 1024 + 1))
    expect(await client.closed).toBe(1009)
  })

  test('a heartbeat is not answered and keeps the socket; after two missed ones it is closed', async () => {
    await server.close()
    await start({ heartbeatMs: HEARTBEAT_MS })
    const [talking, silent] = [await enter(), await enter()]
    const heartbeats = setInterval(() => talking.say({ type: 'heartbeat' }), HEARTBEAT_MS / 3)
    expect(await silent.closed).toBe(1006)
    expect(talking.messages).toEqual([])
    talking.say(question)
    await talking.received('MESSAGE_ERROR', answered)
    clearInterval(heartbeats)
    expect(await talking.closed).toBe(1006)
    await vi.waitFor(() => expect(upgrades.openSockets()).toBe(0), SOON)
  })
})
