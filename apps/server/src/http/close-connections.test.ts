import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { closeConnectionsAtEnd } from './close-connections.ts'

it('a server that closes answers what it has begun, and does not wait for its client to hang up', async () => {
  const app = Fastify({ forceCloseConnections: 'idle' })
  closeConnectionsAtEnd(app)
  const arrived = Promise.withResolvers<void>()
  const closing = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  app.addHook('preClose', async () => closing.resolve())
  app.get('/slow', async () => {
    arrived.resolve()
    await released.promise
    return 'done'
  })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const answer = fetch(`${origin}/slow`)
  await arrived.promise
  const closed = app.close()
  await closing.promise
  released.resolve()
  const { headers, status } = await answer
  expect(status).toBe(200)
  expect(headers.get('connection')).toBe('close')
  // Fastify keeps idle connections for 72 seconds; a test may take 30.
  await closed
})
