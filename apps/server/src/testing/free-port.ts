import { randomInt } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Below 32768, where Linux's ephemeral ports begin. */
const PORTS = { from: 10_000, until: 32_000 }
const RESERVED = join(tmpdir(), 'parley-test-ports')

/**
 * A TCP port of the loopback on which nothing listens. It belongs to this process until the process ends: neither the
 * kernel nor another test takes it while a server on it is stopped and started again.
 */
export async function freePort(): Promise<number> {
  await mkdir(RESERVED, { recursive: true })
  for (;;) {
    const port = randomInt(PORTS.from, PORTS.until)
    if ((await reserve(port)) && (await isFree(port))) return port
  }
}

/** Reserves the port for this process, if it is free; a reservation of an ended process does not count. */
async function reserve(port: number): Promise<boolean> {
  const file = join(RESERVED, String(port))
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    // The holder removed the file; the next try may create it.
    const holder = Number(await readFile(file, 'utf8').catch(() => ''))
    // Another process is writing an empty file at this moment.
    if (holder && !isRunning(holder)) await rm(file, { force: true })
    return false
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    // No process has this id.
    return false
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  const listens = await new Promise<boolean>(resolve => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => resolve(true))
  })
  if (listens) await new Promise(resolve => server.close(resolve))
  return listens
}
