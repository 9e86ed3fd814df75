import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../apps/server/src/testing/free-port.ts'
import type { Command } from './measured-server.ts'

interface Answer {
  id: number
  value?: unknown
  error?: string
}

/** The server of `measured-server.ts`, and the requests to it. */
export interface MeasuredServer {
  origin: string
  send<T>(command: Command): Promise<T>
  stop(): Promise<void>
}

export async function startMeasuredServer(env: {
  DATABASE_URL: string
  DATA_DIR: string
}): Promise<MeasuredServer> {
  const port = await freePort()
  const child = fork(fileURLToPath(new URL('measured-server.ts', import.meta.url)), {
    env: { PATH: process.env.PATH, ...env, PORT: String(port) },
  })
  process.once('exit', () => child.kill('SIGKILL'))
  const exited = once(child, 'exit')
  const waiting = new Map<number, (answer: Answer) => void>()
  child.on('message', (answer: Answer) => {
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  })
  void exited.then(() => {
    for (const settle of waiting.values()) settle({ id: 0, error: 'the server is gone' })
  })
  const send = sender(child, waiting)
  await answerTo(waiting, 0)
  return {
    origin: `http://localhost:${port}`,
    send,
    async stop() {
      await send({ do: 'stop' })
      await exited
    },
  }
}

async function answerTo(waiting: Map<number, (answer: Answer) => void>, id: number): Promise<Answer> {
  return new Promise(resolve => waiting.set(id, resolve))
}

function sender(child: ChildProcess, waiting: Map<number, (answer: Answer) => void>) {
  let last = 0
  return async <T>(command: Command): Promise<T> => {
    const id = ++last
    const answer = answerTo(waiting, id)
    child.send({ id, command })
    const { value, error } = await answer
    if (error !== undefined) throw new Error(error)
    return value as T
  }
}
