import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { expect, inject, it, onTestFinished, vi } from 'vitest'
import { runningConnection } from './db/embedded-postgres.ts'
import { apiCaller } from './testing/api-caller.ts'
import { createTestDatabase } from './testing/database.ts'
import { freePort } from './testing/free-port.ts'
import { serverProcess } from './testing/server-process.ts'
import { withAdmin } from './testing/template.ts'
import { temporaryDirectory } from './testing/temporary-directory.ts'

const LIMIT_MS = 300_000

/** A request whose body never arrives: the server waits for it while it drains. */
async function sendHalfARequest(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  // The server ends the connection when it exits.
  socket.on('error', () => undefined)
  socket.write(
    [
      'POST /api/auth/jwt/create/ HTTP/1.1',
      `Host: localhost:${port}`,
      'Content-Type: application/json',
      'Content-Length: 100',
      'Expect: 100-continue\r\n\r\n',
    ].join('\r\n'),
  )
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 100 /)
}

it(
  'a server that cannot drain within its limit stops its database too, and loses nothing',
  async () => {
    const port = await freePort()
    const dataDir = await mkdtemp(join(tmpdir(), 'parley-main-'))
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
    const server = serverProcess({ port, dataDir })
    await server.start()
    onTestFinished(async () => void (server.isRunning() && (await server.stop())))
    const api = apiCaller(server.origin)
    const fan = await api.fan('fred')
    await sendHalfARequest(port)

    const note = join(dataDir, 'postgres/postmaster.pid')
    expect(existsSync(note)).toBe(true)
    expect(await server.stop()).toBe(0)
    expect(existsSync(note)).toBe(false)

    await server.start()
    expect((await api.call(fan, 'GET /api/user/me/')).status).toBe(200)
  },
  LIMIT_MS,
)

it(
  'a server that is stopped while it makes the demo ends in peace, and the next start makes the rest',
  async () => {
    const port = await freePort()
    const dataDir = await mkdtemp(join(tmpdir(), 'parley-main-'))
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
    const server = serverProcess({ port, dataDir, env: { DEMO: '1' } })
    onTestFinished(async () => void (server.isRunning() && (await server.stop())))
    const isThere = async (username: string) =>
      (await fetch(`${server.origin}/api/parley/${username}/`)).status === 200

    await server.start()
    expect(await isThere('george-stories')).toBe(false)
    expect(await server.stop()).toBe(0)
    expect(server.printed()).not.toMatch(/demo could not be made|Cannot use a pool|connection was lost/)

    await server.start()
    await vi.waitFor(async () => expect(await isThere('george-stories')).toBe(true), { timeout: LIMIT_MS })
  },
  LIMIT_MS,
)

it(
  'a data directory that cannot be made or written stops the start with a sentence that names DATA_DIR',
  async () => {
    const port = await freePort()
    const directory = await mkdtemp(join(tmpdir(), 'parley-main-'))
    onTestFinished(() => rm(directory, { recursive: true, force: true }))
    const file = join(directory, 'a-file')
    await writeFile(file, '')
    // The system itself makes what is in /proc; the last one ended in no time, neither started nor refused.
    for (const dataDir of [file, join(file, 'below'), '/proc/parley-data', '/proc/parley-data/below']) {
      const server = serverProcess({ port, dataDir })
      await expect(server.start()).rejects.toThrow(/DATA_DIR must be a directory/)
      expect(server.printed()).not.toMatch(/^\s+at /m)
    }
  },
  LIMIT_MS,
)

it(
  'a database of a newer version, or whose user may not create tables, stops the start with a sentence',
  async () => {
    const database = await createTestDatabase({ size: 1 })
    onTestFinished(database.close)
    const { adminUrl } = inject('testDatabases')
    const user = `parley_no_rights_${process.pid}`
    await withAdmin(adminUrl, admin => admin.query(`create role ${user} login`))
    onTestFinished(() => withAdmin(adminUrl, async admin => void (await admin.query(`drop role ${user}`))))
    await database.pool.query(
      `insert into drizzle.__drizzle_migrations (hash, created_at) values ('of a later version', 1)`,
    )
    const withoutRights = new URL(database.connectionString)
    withoutRights.username = user
    for (const [url, sentence] of [
      [database.connectionString, /holds 1 migration\(s\) that this version of the server does not know/],
      [withoutRights.href, /DATABASE_URL: its user may not create tables/],
    ] as const) {
      const server = serverProcess({
        port: await freePort(),
        dataDir: await temporaryDirectory(),
        env: { DATABASE_URL: url },
      })
      await expect(server.start()).rejects.toThrow(sentence)
      expect(server.printed()).not.toMatch(/^\s+at /m)
    }
  },
  LIMIT_MS,
)

it(
  'npm that is stopped stops the server that it started, and exits 0 after it',
  async () => {
    const port = await freePort()
    const dataDir = await mkdtemp(join(tmpdir(), 'parley-main-'))
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
    const npm = spawn('npm', ['start', '--silent'], {
      cwd: fileURLToPath(new URL('../../..', import.meta.url)),
      env: { ...process.env, NODE_ENV: 'test', DEMO: '0', PORT: String(port), DATA_DIR: dataDir },
      stdio: 'ignore',
      // For the end of a test that fails: the server would go on.
      detached: true,
    })
    onTestFinished(() => {
      try {
        process.kill(-(npm.pid ?? 0), 'SIGKILL')
      } catch {
        // All of them have exited.
      }
    })
    const exited = once(npm, 'exit')
    const isReady = async () => expect((await fetch(`http://localhost:${port}/readyz`)).ok).toBe(true)
    await vi.waitFor(isReady, { timeout: LIMIT_MS, interval: 100 })
    npm.kill('SIGTERM')
    expect(await exited).toEqual([0, null])
    expect(existsSync(join(dataDir, 'postgres/PG_VERSION'))).toBe(true)
    expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
  },
  LIMIT_MS,
)

it(
  'a server that is stopped while it starts stops its database too, and exits 0',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'parley-main-'))
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
    const note = join(dataDir, 'postgres/postmaster.pid')
    const server = serverProcess({ port: await freePort(), dataDir })
    onTestFinished(async () => void (server.isRunning() && (await server.stop())))
    const hasNote = () => expect(existsSync(note)).toBe(true)
    const stopOnce = async (isThere: () => void | Promise<void>) => {
      const ended = server.start().catch(error => String(error))
      await vi.waitFor(isThere, { timeout: LIMIT_MS, interval: 5 })
      expect(await server.stop()).toBe(0)
      expect(await ended).toMatch(/the server ended at its start/)
      expect(server.printed()).toBe('')
      expect(existsSync(note)).toBe(false)
    }

    await stopOnce(hasNote)
    // A database that is there already.
    await stopOnce(hasNote)
    await server.start()
    await server.kill()
    const other = new Client(await runningConnection(dataDir))
    await other.connect()
    // Postgres ends it.
    other.on('error', () => undefined)
    await other.query('begin')
    await other.query('lock table drizzle.__drizzle_migrations')
    // It waits for the lock for longer than its own end may take.
    await stopOnce(async () => {
      const { rows } = await other.query(`select 1 from pg_locks where not granted`)
      expect(rows).toHaveLength(1)
    })
  },
  LIMIT_MS,
)

it(
  'a server whose port is taken ends with its database, and says that alone',
  async () => {
    const port = await freePort()
    const dataDir = await mkdtemp(join(tmpdir(), 'parley-main-'))
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
    const other = createServer(socket => socket.end('HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n'))
    onTestFinished(() => void other.close())
    await once(other.listen(port, '127.0.0.1'), 'listening')

    const sentence = /^the server ended at its start: HOST and PORT [^\n]*EADDRINUSE[^\n]*\n$/
    await expect(serverProcess({ port, dataDir }).start()).rejects.toThrow(sentence)
    expect(existsSync(join(dataDir, 'postgres/PG_VERSION'))).toBe(true)
    expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
  },
  LIMIT_MS,
)

it(
  'with PORT=0 the system chooses the port, and every printed address has it',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'parley-main-'))
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
    const server = serverProcess({ port: 0, dataDir })
    onTestFinished(async () => void (server.isRunning() && (await server.stop())))
    // It polls the address that it was given, which is none.
    void server.start().catch(() => undefined)
    const printedOrigin = () => /Parley is open at (http:\S+)/.exec(server.printed())?.[1]
    await vi.waitFor(() => expect(printedOrigin()).toBeDefined(), { timeout: LIMIT_MS, interval: 100 })
    expect((await fetch(`${printedOrigin()}/readyz`)).status).toBe(200)
  },
  LIMIT_MS,
)

it(
  'a demo whose pictures cannot be kept is left out; the server opens and says why',
  async () => {
    const port = await freePort()
    const dataDir = await mkdtemp(join(tmpdir(), 'parley-main-'))
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
    const bucket = { S3_BUCKET: 'pictures', S3_ENDPOINT: 'http://127.0.0.1:1' }
    const keys = { S3_ACCESS_KEY_ID: 'some', S3_SECRET_ACCESS_KEY: 'secret' }
    const server = serverProcess({ port, dataDir, env: { DEMO: '1', ...bucket, ...keys } })
    onTestFinished(async () => void (server.isRunning() && (await server.stop())))
    await server.start()
    expect(server.printed()).toContain('the demo people could not be made')
    expect(server.printed()).not.toMatch(/^\s+at /m)
  },
  LIMIT_MS,
)
