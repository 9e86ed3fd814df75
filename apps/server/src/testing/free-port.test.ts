import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { freePort } from './free-port.ts'

it('gives each caller a port of its own, outside the kernel’s ephemeral range', async () => {
  const ports = await Promise.all(Array.from({ length: 200 }, () => freePort()))
  expect(new Set(ports).size).toBe(200)
  expect(Math.max(...ports)).toBeLessThan(32_768)
})

it('gives a port on which a server can listen at once', async () => {
  const server = createServer()
  const port = await freePort()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  await new Promise(resolve => server.close(resolve))
})
