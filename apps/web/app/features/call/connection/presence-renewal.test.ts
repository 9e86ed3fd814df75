import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeSocket } from '../testing/fake-socket.ts'
import { PresenceSocket } from './presence-socket.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a socket that was opened while the login was renewed stays the only one', async () => {
  const sockets: FakeSocket[] = []
  const network = new EventTarget()
  const renewal = Promise.withResolvers<'in' | 'out'>()
  const presence = new PresenceSocket({
    ...{ path: '/chat/slug/', page: { host: 'parley.test', protocol: 'https:' }, requestType: 'private' },
    ...{ network, requestTicket: async () => 'ticket', renewLogin: () => renewal.promise },
    ...{ isLoggedOut: () => false, isBirthDateMissing: () => false },
    openSocket(url) {
      const socket = new FakeSocket(url)
      sockets.push(socket)
      return socket
    },
    ...{ onStats: () => {}, onTalk: () => {}, onErrors: () => {} },
  })
  const runTimers = () => vi.advanceTimersByTimeAsync(0)
  presence.open()
  await runTimers()
  sockets.at(-1)?.drop(4401)
  network.dispatchEvent(new Event('online'))
  await runTimers()
  expect(sockets).toHaveLength(2)
  renewal.resolve('in')
  await runTimers()
  // The server closes the older of two as replaced, and then this page would end.
  expect(sockets).toHaveLength(2)
  presence.close()
})

test('a request for the ticket that is never answered is ended after 5 s, and sent again', async () => {
  const sockets: FakeSocket[] = []
  const requested: AbortSignal[] = []
  const presence = new PresenceSocket({
    ...{ path: '/chat/slug/', page: { host: 'parley.test', protocol: 'https:' }, requestType: 'private' },
    ...{ network: new EventTarget(), renewLogin: async () => 'in', isLoggedOut: () => false },
    isBirthDateMissing: () => false,
    requestTicket: (_path, signal) => {
      requested.push(signal)
      return requested.length > 1 ? Promise.resolve('ticket') : new Promise(() => undefined)
    },
    openSocket(url) {
      const socket = new FakeSocket(url)
      sockets.push(socket)
      return socket
    },
    ...{ onStats: () => {}, onTalk: () => {}, onErrors: () => {} },
  })
  presence.open()
  await vi.advanceTimersByTimeAsync(4_999)
  expect(requested.map(({ aborted }) => aborted)).toEqual([false])
  await vi.advanceTimersByTimeAsync(1_000)
  expect([requested.map(({ aborted }) => aborted), sockets.length]).toEqual([[true, false], 1])
  // What was answered in time is not ended later.
  await vi.advanceTimersByTimeAsync(1_000)
  sockets[0]?.accept()
  await vi.advanceTimersByTimeAsync(10_000)
  expect([requested[1]?.aborted, presence.getSnapshot().status]).toEqual([false, 'open'])
  presence.close()
})

test('a birth date that the person does not give ends it, however long they take, and nobody asks again', async () => {
  const refusal = new Error('the birth date is missing')
  const question = Promise.withResolvers<never>()
  let requests = 0
  const presence = new PresenceSocket({
    ...{ path: '/paidchat/slug/', page: { host: 'parley.test', protocol: 'https:' }, requestType: 'private' },
    ...{ network: new EventTarget(), renewLogin: async () => 'in', isLoggedOut: () => false },
    isBirthDateMissing: error => error === refusal,
    requestTicket: () => {
      requests++
      return question.promise
    },
    openSocket: url => new FakeSocket(url),
    ...{ onStats: () => {}, onTalk: () => {}, onErrors: () => {} },
  })
  presence.open()
  // One wait for a ticket is over, and the next has not begun.
  await vi.advanceTimersByTimeAsync(5_000)
  question.reject(refusal)
  await vi.advanceTimersByTimeAsync(60_000)
  expect([presence.getSnapshot().endedBy, requests]).toEqual(['age', 1])
})
