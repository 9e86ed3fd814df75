import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../../apps/server/src/testing/free-port.ts'
import { ROOT } from '../run-command.ts'

/** A running `npm run dev`, with the demo, on a free port. */
export interface DevServer {
  origin: string
  /** How many times the server process was started again. */
  restarts(): number
  /** Resolves when a new page is answered with 200; rejects after `withinMs`. */
  answered(path: string, withinMs: number): Promise<void>
  /** Resolves when the server was started again more than `before` times; rejects after `withinMs`. */
  restarted(before: number, withinMs: number): Promise<void>
  close(): Promise<void>
}

const POLL_EVERY_MS = 25

async function until(what: string, withinMs: number, done: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + withinMs
  while (!(await done())) {
    if (performance.now() > end) throw new Error(`${what}: not within ${withinMs} ms`)
    await new Promise(resolve => setTimeout(resolve, POLL_EVERY_MS))
  }
}

/** Starts `npm run dev` on an empty `dataDir`. The server may not answer yet: see `answered`. */
export async function startDevServer(dataDir: string): Promise<DevServer> {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn' }
  const child = spawn(process.execPath, [join(ROOT, 'scripts/dev.ts')], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', chunk => (output += chunk))
  child.stderr.on('data', chunk => (output += chunk))
  const restarts = () => output.split('Restarting').length - 1
  // While the server starts, it refuses the connection: this is the answer that the poll waits out.
  const answersNow = (path: string) =>
    fetch(origin + path).then(
      answer => answer.status === 200,
      () => false,
    )
  return {
    origin,
    restarts,
    answered: (path, withinMs) => until(`${path} answers 200`, withinMs, () => answersNow(path)),
    restarted: (before, withinMs) => until('a restart', withinMs, () => restarts() > before),
    async close() {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
    },
  }
}

/** A page that is open in a browser, as Vite knows it: it receives each update of a module. */
export interface OpenPage {
  /** Resolves with the kind of the next update that names `path`, from the root of the web; rejects after `withinMs`. */
  updated(path: string, withinMs: number): Promise<string>
  close(): void
}

interface ViteMessage {
  type: string
  updates?: { path: string; type: string }[]
}

/** Opens the connection for updates of a page, and loads the modules `paths`, so that Vite watches them. */
export async function openDevPage(server: DevServer, paths: readonly string[]): Promise<OpenPage> {
  const client = await (await fetch(`${server.origin}/@vite/client`)).text()
  const port = /const hmrPort = (\d+)/.exec(client)?.[1]
  const token = /const wsToken = "([^"]+)"/.exec(client)?.[1]
  if (!port || !token) throw new Error('the client of Vite names no port or no token')
  for (const path of paths) await (await fetch(server.origin + path)).text()
  const received: string[] = []
  const socket = new WebSocket(`ws://localhost:${port}/?token=${token}`, 'vite-hmr')
  socket.onmessage = event => {
    const message = JSON.parse(String(event.data)) as ViteMessage
    if (message.type === 'full-reload') received.push('full-reload *')
    for (const update of message.updates ?? []) received.push(`${update.type} ${update.path}`)
  }
  await new Promise<void>((resolve, reject) => {
    socket.onopen = () => resolve()
    socket.onerror = () => reject(new Error('the connection for updates was refused'))
  })
  return {
    async updated(path, withinMs) {
      received.length = 0
      const found = () => received.find(line => line.endsWith(` ${path}`) || line.endsWith(' *'))
      await until(`an update of ${path}`, withinMs, () => found() !== undefined)
      return found()?.split(' ')[0] ?? ''
    },
    close: () => socket.close(),
  }
}

/** Saves a source file without a change: other programs may read it at the same time. `path` is from the root. */
export async function saveUnchanged(path: string): Promise<void> {
  const now = new Date()
  await utimes(join(ROOT, path), now, now)
}
