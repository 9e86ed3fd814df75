import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { App } from './app-type.ts'

/** Every address, those that only this machine reaches, or one address. */
export type ListenHost = 'every' | 'loopback' | (string & {})

const ANY = { IPv6: '::', IPv4: '0.0.0.0' }
const LOOPBACK = { IPv6: '::1', IPv4: '127.0.0.1' }

/**
 * Which requests are more than requests. Clients that would rather speak HTTP/2 say so in `Upgrade` (curl --http2,
 * Java's own), and expect an answer in HTTP/1.1 from a server that does not.
 */
export const UPGRADES = {
  shouldUpgradeCallback: ({ headers }: IncomingMessage) => /\bwebsocket\b/i.test(headers.upgrade ?? ''),
}

/** What a machine says that has no such kind of address, as containers without IPv6 do. */
function isWithoutAddress(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'EAFNOSUPPORT' || code === 'EADDRNOTAVAIL'
}

/** Listens there, on IPv4 and IPv6 where the machine has both; rejects when the port is taken on either. */
export async function listenOn(app: App, { host, port }: { host: ListenHost; port: number }): Promise<void> {
  if (host === 'every') {
    try {
      // One socket takes both kinds; IPv4 comes as `::ffff:192.0.2.1`.
      await app.listen({ port, host: ANY.IPv6, ipv6Only: false })
    } catch (error) {
      if (!isWithoutAddress(error)) throw error
      await app.listen({ port, host: ANY.IPv4 })
    }
    return
  }
  if (host !== 'loopback') return void (await app.listen({ port, host }))
  await app.listen({ port, host: LOOPBACK.IPv4 })
  await listenBeside(app.server, LOOPBACK.IPv6)
}

/** The same server at one more address, where the machine has that. */
async function listenBeside(server: Server, host: string): Promise<void> {
  const { port } = server.address() as AddressInfo
  const { keepAliveTimeout, requestTimeout } = server
  const beside = createServer({ keepAliveTimeout, requestTimeout, ...UPGRADES })
  beside.setTimeout(server.timeout)
  for (const event of ['request', 'upgrade', 'clientError'])
    beside.on(event, (...args: unknown[]) => void server.emit(event, ...args))
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  beside.once('error', reject).listen({ port, host, ipv6Only: true }, resolve)
  server.once('close', () => {
    beside.close()
    beside.closeIdleConnections()
  })
  await promise.catch(error => {
    if (!isWithoutAddress(error)) throw error
  })
}

/** Where a process reaches itself that listens there. */
export function originAt({ host, port }: { host: ListenHost; port: number }): string {
  const isAny = host === 'every' || host === ANY.IPv4 || host === ANY.IPv6
  const address = isAny || host === 'loopback' ? LOOPBACK.IPv4 : host
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`
}

/** The port, or instead of 0 one that is free now: addresses are built from it before the server listens. */
export async function settledPort(port: number): Promise<number> {
  if (port !== 0) return port
  const probe = createServer()
  await new Promise<void>((resolve, reject) =>
    probe.once('error', reject).listen({ port, host: LOOPBACK.IPv4 }, resolve),
  )
  const { port: free } = probe.address() as AddressInfo
  await new Promise(resolve => probe.close(resolve))
  return free
}
