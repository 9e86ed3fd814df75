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
    isLoggedOut: () => false,
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
