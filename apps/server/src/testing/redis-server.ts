import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { findServerProgram } from './server-programs.ts'

const START_LIMIT_MS = 20_000

/** A real Redis that tests may kill, freeze and start again, empty after each start. */
export interface RedisServer {
  url: string
  start(): Promise<void>
  /** Kills it with SIGKILL: clients get no notice. */
  kill(): Promise<void>
  /** Freezes it: connections stay open and get no answers. */
  freeze(): void
  thaw(): void
  /** Deletes all keys, by FLUSHALL. */
  flush(): Promise<void>
  close(): Promise<void>
}

/** Starts Redis on a free port, without files on disk. */
export async function startRedisServer(): Promise<RedisServer> {
  const program = findServerProgram('redis-server')
  if (!program) throw new Error('redis-server is not on this machine')
  const dir = await mkdtemp(join(tmpdir(), 'parley-redis-'))
  const port = await freePort()
  let child: ChildProcess | undefined

  async function start(): Promise<void> {
    const where = ['--port', String(port), '--bind', '127.0.0.1', '--dir', dir]
    child = spawn(program ?? '', [...where, '--save', '', '--appendonly', 'no'], { stdio: 'ignore' })
    const limitMs = Date.now() + START_LIMIT_MS
    while (!(await answers(port))) {
      if (child.exitCode !== null || Date.now() > limitMs) throw new Error('redis-server did not start')
      await delay(20)
    }
  }

  async function kill(): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }

  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    kill,
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    async flush() {
      if (!(await answers(port, 'FLUSHALL'))) throw new Error('Redis was not emptied')
    },
    async close() {
      await kill()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

function answers(port: number, command = 'PING'): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  return new Promise(resolve => {
    socket.on('error', () => resolve(false))
    socket.on('data', () => resolve(true))
    socket.on('connect', () => socket.write(`${command}\r\n`))
  }).finally(() => socket.destroy()) as Promise<boolean>
}
