import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { Ports, Report } from '@parley/media'
import { afterEach, expect, it, vi } from 'vitest'
import { WorkerProcess } from './worker-process.ts'

const WITHIN = { timeout: 60_000, interval: 20 }
let worker: WorkerProcess
let happened: string[]

afterEach(() => worker.close())

function start(ports: Ports = { kind: 'any' }): void {
  happened = []
  worker = new WorkerProcess({
    options: { bindIp: '127.0.0.1', publicIps: [], ports, relayPath: null },
    capacity: 200,
    log: { warn: () => {}, error: (_fields, message) => happened.push(message) },
    events: {
      onReport: (report: Report) => happened.push(report.type),
      onUp: () => happened.push('up'),
      onDown: () => happened.push('down'),
    },
  })
}

const until = (what: string, times = 1) =>
  vi.waitFor(
    () => expect(happened.filter(entry => entry === what).length).toBeGreaterThanOrEqual(times),
    WITHIN,
  )

it('a worker that dies is started again, and who waits for its figures is told', async () => {
  start()
  await until('up')
  worker.signal('SIGSTOP')
  const figures = worker.stats()
  worker.signal('SIGKILL')
  await expect(figures).rejects.toThrow('died')
  await until('up', 2)
  expect(happened.filter(entry => entry !== 'pong')).toEqual(['up', 'down', 'up'])
  expect(worker.deaths).toBe(1)
  expect(await worker.stats()).toMatchObject({ peers: 0 })
})

it('a worker that hangs is killed and started again', { timeout: 180_000 }, async () => {
  start()
  await until('up')
  worker.signal('SIGSTOP')
  await until('up', 2)
  expect(worker.deaths).toBe(1)
})

it('a worker whose port is taken is tried again until it is free', { timeout: 180_000 }, async () => {
  const other = createSocket('udp4')
  other.bind(0, '127.0.0.1')
  await once(other, 'listening')
  start({ kind: 'shared', port: other.address().port })
  await until('media worker cannot run, will try again')
  expect(worker.isUp).toBe(false)
  other.close()
  await until('up')
})

it('a worker that is closed stays closed', async () => {
  start()
  await until('up')
  const { pid } = worker
  await worker.close()
  expect(happened.filter(entry => entry === 'down')).toEqual([])
  expect(() => process.kill(pid ?? 0, 0)).toThrow()
})
