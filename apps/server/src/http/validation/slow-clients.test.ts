import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import type { App } from '../app-type.ts'
import { countHitsHere } from '../count-hits-here.ts'
import { limitsFor } from '../rate-limits.ts'
import { PATIENCE } from './slow-clients.ts'

const LONG_ANSWER = 'x'.repeat(64 * 1024 * 1024)
const LIMIT = { timeout: 60_000 }

describe('a client that keeps a connection and its request open', () => {
  let app: App
  let port: number
  beforeAll(async () => {
    app = await buildApp({
      authenticate: async () => null,
      limitOf: limitsFor(false),
      hitCounts: countHitsHere(),
      publicOrigin: 'http://localhost',
      trustedProxies: [],
      logger: false,
      patience: { headersMs: 200, requestMs: 200, stillMs: 2_000, checkEveryMs: 20 },
      routes: [
        routes => {
          const config = { policy: 'anyone' } as const
          routes.post('/short/', { config, schema: { hide: true } }, () => ({ ok: true }))
          routes.get('/long/', { config, schema: { hide: true } }, () => LONG_ANSWER)
        },
      ],
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
    port = (app.server.address() as AddressInfo).port
  })
  afterAll(() => app.close())

  it('and sends its body too slowly is answered 408, and disconnected', LIMIT, async () => {
    const socket = connect(port, '127.0.0.1')
    socket.write(
      'POST /short/ HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n{',
    )
    const chunks: Buffer[] = []
    for await (const chunk of socket) chunks.push(chunk as Buffer)
    const [head, body] = Buffer.concat(chunks).toString().split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 408 /)
    expect(body).toBe('{"detail":"This request took too long"}')
  })

  it('and does not read the answer is disconnected', LIMIT, async () => {
    const accepted = once(app.server, 'connection')
    const socket = connect(port, '127.0.0.1')
    const [atServer] = await accepted
    socket.write('GET /long/ HTTP/1.1\r\nHost: a\r\n\r\n')
    await once(atServer, 'close')
    expect(atServer.destroyed).toBe(true)
    socket.destroy()
  })
})

it('people with a slow network have minutes, and nobody has for ever', () => {
  expect(PATIENCE.requestMs).toBeGreaterThanOrEqual(120_000)
  expect(PATIENCE.requestMs).toBeLessThanOrEqual(300_000)
  // Longer than a connection may wait for its next request, than a proxy waits for an answer, and than the work of an
  // event of ten thousand places takes, for which the sandbox's clock waits.
  expect(PATIENCE.stillMs).toBeGreaterThanOrEqual(300_000)
})
