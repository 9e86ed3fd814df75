import { execFile } from 'node:child_process'
import { chown, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, test } from 'vitest'
import { queryOnce } from '../testing/data-dir.ts'
import { freePort } from '../testing/free-port.ts'
import { type OperatorsPostgres, startOperatorsPostgres } from '../testing/operators-postgres.ts'
import { serverProcess } from '../testing/server-process.ts'
import { findServerProgram } from '../testing/server-programs.ts'
import { withAdmin } from '../testing/template.ts'
import { createPool } from './client.ts'
import { placeOf } from './connection.ts'

const run = promisify(execFile)
const program = findServerProgram('postgres')
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

test.each([
  ['postgres://me:secret@db.example.org:6432/parley?sslmode=require', 'db.example.org:6432'],
  ['postgres://me@localhost/parley?host=/run/postgresql', '/run/postgresql'],
])('%s is spoken of without what is secret in it', (url, place) => {
  expect(placeOf(url)).toBe(place)
})

describe.skipIf(!program)('a Postgres with a certificate of its own making', () => {
  let postgres: OperatorsPostgres

  beforeAll(async () => {
    postgres = await startOperatorsPostgres(program ?? '', 'throw-away')
    const files = [
      '-keyout',
      join(postgres.directory, 'server.key'),
      '-out',
      join(postgres.directory, 'server.crt'),
    ]
    const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
    await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...name, ...files])
    const { uid, gid } = await stat(postgres.directory)
    for (const file of ['server.key', 'server.crt']) await chown(join(postgres.directory, file), uid, gid)
    await withAdmin(postgres.url, async admin => {
      await admin.query('alter system set ssl = on')
      await admin.query('select pg_reload_conf()')
    })
  })
  afterAll(() => postgres.remove())

  async function isEncrypted(host: string, query: string): Promise<boolean> {
    const url = postgres.url.replace('127.0.0.1', host)
    const pool = createPool({ connection: `${url}${query}`, log, size: 1 })
    try {
      const statement = 'select ssl from pg_stat_ssl where pid = pg_backend_pid()'
      return (await pool.query<{ ssl: boolean }>(statement)).rows[0]?.ssl ?? false
    } finally {
      await pool.end()
    }
  }

  it('is reached in clear where nothing is said', async () => {
    expect(await isEncrypted('localhost', '')).toBe(false)
    expect(await queryOnce(postgres.url, 'select 1 as one')).toEqual({ one: 1 })
  })

  it('is reached encrypted by sslmode=require, as by psql', async () => {
    expect(await isEncrypted('localhost', '?sslmode=require')).toBe(true)
  })

  it('carries a whole server by sslmode=require, and the audit beside it', async () => {
    const database = await postgres.createDatabase('encrypted')
    const url = `${database.replace('127.0.0.1', 'localhost')}?sslmode=require`
    const dataDir = await mkdtemp(join(tmpdir(), 'parley-encrypted-'))
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
    const env = { DATABASE_URL: url, LOG_LEVEL: 'fatal' }
    const server = serverProcess({ port: await freePort(), dataDir, env })
    onTestFinished(async () => void (await server.stop()))
    await server.start()
    expect(await server.audit()).toMatchObject({ code: 0 })
  })

  it('is refused by sslmode=verify-full, until its certificate is named', async () => {
    await expect(isEncrypted('localhost', '?sslmode=verify-full')).rejects.toThrow(/self-signed/)
    const root = `&sslrootcert=${join(postgres.directory, 'server.crt')}`
    expect(await isEncrypted('localhost', `?sslmode=verify-full${root}`)).toBe(true)
  })

  it('is refused by sslmode=verify-full under another name, and taken by verify-ca', async () => {
    const root = `&sslrootcert=${join(postgres.directory, 'server.crt')}`
    await expect(isEncrypted('127.0.0.1', `?sslmode=verify-full${root}`)).rejects.toThrow(/does not match/)
    expect(await isEncrypted('127.0.0.1', `?sslmode=verify-ca${root}`)).toBe(true)
  })
})
