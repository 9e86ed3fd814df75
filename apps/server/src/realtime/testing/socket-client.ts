import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { Upgrades } from '../upgrade.ts'

/** Minutes, since most files run on spare cores (`scripts/testing/spare-cores.ts`). */
const WITHIN_MS = 240_000

export interface ListeningServer {
  origin: string
  close(): Promise<void>
}

/** A real server on a free port whose upgrades are these. */
export async function listen(upgrades: Upgrades, handler?: RequestListener): Promise<ListeningServer> {
  const server = createServer(handler)
  upgrades.attach(server)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise(resolve => {
        upgrades.drain()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export interface SocketClient {
  socket: WebSocket
  messages: Record<string, unknown>[]
  /** Resolves with the code the socket was closed with. */
  closed: Promise<number>
  say(message: unknown): void
  /** The first message with this handler that passes, waiting for it. */
  received(
    handler: string,
    passes?: (message: Record<string, unknown>) => boolean,
  ): Promise<Record<string, unknown>>
}

/** Opens a socket as a browser's page or a program would; resolves once it is open. */
export async function openSocket(
  url: string,
  options: { t?: string; origin?: string } = {},
): Promise<SocketClient> {
  const address = new URL(url.replace(/^http/, 'ws'))
  if (options.t !== undefined) address.searchParams.set('t', options.t)
  const socket = new WebSocket(address, options.origin === undefined ? {} : { origin: options.origin })
  const messages: Record<string, unknown>[] = []
  socket.on('message', data => messages.push(JSON.parse(String(data)) as Record<string, unknown>))
  const closed = new Promise<number>(resolve => socket.on('close', resolve))
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  socket.on('error', () => undefined)
  return {
    socket,
    messages,
    closed,
    say: message => socket.send(JSON.stringify(message)),
    received: (handler, passes = () => true) =>
      vi.waitFor(
        () => {
          const found = messages.find(message => message.handler === handler && passes(message))
          expect(found, `no ${handler} among ${JSON.stringify(messages)}`).toBeDefined()
          return found as Record<string, unknown>
        },
        { timeout: WITHIN_MS, interval: 10 },
      ),
  }
}

/** The HTTP status with which an upgrade is refused. */
export function refusedStatus(url: string, origin?: string): Promise<number | undefined> {
  const socket = new WebSocket(url.replace(/^http/, 'ws'), origin === undefined ? {} : { origin })
  return new Promise((resolve, reject) => {
    socket.on('error', () => undefined)
    socket.on('open', () => reject(new Error('the upgrade was accepted')))
    socket.on('unexpected-response', (_request, response) => {
      response.resume()
      resolve(response.statusCode)
    })
  })
}
