import { request } from 'node:http'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { freePort } from '../testing/free-port.ts'
import { openTestServer } from '../testing/test-server.ts'
import { originAt } from './listen.ts'

const addresses = Object.values(networkInterfaces()).flatMap(list => list ?? [])
const hasIpv6 = addresses.some(({ address }) => address === '::1')
const outside = addresses.find(({ internal, scopeid }) => !internal && !scopeid)?.address

async function isReachedAt(host: string, port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect({ host, port, timeout: 20_000 })
  socket.once('connect', () => resolve(true))
  socket.once('error', () => resolve(false))
  socket.once('timeout', () => resolve(false))
  const isReached = await promise
  socket.destroy()
  return isReached
}

/** At which addresses a server with these settings is reached: both loopback addresses, and a public one. */
async function reachedWith(env: Record<string, string>) {
  const port = await freePort()
  const server = await openTestServer({ env: { PORT: String(port), PUBLIC_ORIGIN: '', ...env } })
  onTestFinished(() => server.close())
  const reached = (host: string) => isReachedAt(host, port)
  return {
    ...{ server, port },
    reached: {
      ipv4: await reached('127.0.0.1'),
      ipv6: hasIpv6 && (await reached('::1')),
      outside: outside !== undefined && (await reached(outside)),
    },
  }
}
const others = outside !== undefined

it('outside production the server is heard on this machine alone, by IPv4 and IPv6', async () => {
  const { server, port, reached } = await reachedWith({ HOST: '' })
  expect(reached).toEqual({ ipv4: true, ipv6: hasIpv6, outside: false })
  if (!hasIpv6) return
  expect((await fetch(`http://[::1]:${port}/healthz`)).status).toBe(200)
  const socket = new WebSocket(`ws://[::1]:${port}/chat/nobody/?t=Bearer%20none`)
  const closed = new Promise(resolve => socket.once('close', resolve))
  expect(await closed).toBe(4401)
  await server.server.app.close()
  expect(await isReachedAt('::1', port)).toBe(false)
})

it.each(['127.0.0.1', '::1'])(
  'a client at %s that would rather speak HTTP/2, as curl --http2 and Java do, gets its answer in HTTP/1.1',
  async host => {
    if (host === '::1' && !hasIpv6) return
    const { port } = await reachedWith({ HOST: '' })
    const headers = {
      connection: 'Upgrade, HTTP2-Settings',
      upgrade: 'h2c',
      'http2-settings': 'AAMAAABkAAQAAP__',
    }
    const answered = Promise.withResolvers<number | undefined>()
    const call = request({ host, port, path: '/healthz', headers })
    call.once('response', ({ statusCode }) => answered.resolve(statusCode)).once('error', answered.reject)
    call.end()
    expect(await answered.promise).toBe(200)
  },
)

it('in production it is heard at every address, of both kinds', async () => {
  const { reached } = await reachedWith({ HOST: '', NODE_ENV: 'production', ALLOW_SANDBOX: '1' })
  expect(reached).toEqual({ ipv4: true, ipv6: hasIpv6, outside: others })
})

it('HOST names one address', async () => {
  const { reached } = await reachedWith({ HOST: '0.0.0.0' })
  expect(reached).toEqual({ ipv4: true, ipv6: false, outside: others })
})

it('a port that another program has on one kind of address is not shared with it', async () => {
  if (!hasIpv6) return
  const { port } = await reachedWith({ HOST: '::1' })
  await expect(reachedWith({ HOST: 'localhost', PORT: String(port) })).rejects.toThrow('EADDRINUSE')
})

it('reaches itself wherever it listens', () => {
  const at = (host: string) => originAt({ host, port: 3000 })
  expect(['every', 'loopback', '::', '0.0.0.0'].map(at)).toEqual(Array(4).fill('http://127.0.0.1:3000'))
  expect([at('::1'), at('192.0.2.1')]).toEqual(['http://[::1]:3000', 'http://192.0.2.1:3000'])
})
