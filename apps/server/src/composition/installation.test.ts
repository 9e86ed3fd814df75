import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, it } from 'vitest'
import { ConfigError } from '../config.ts'
import { createTestDatabase } from '../testing/database.ts'
import { freePort } from '../testing/free-port.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { openInstallation } from './installation.ts'

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }

it('a command beside the server makes no database where no server has written, and says where it looked', async () => {
  const dataDir = join(await temporaryDirectory(), 'none')
  const opened = openInstallation({ databaseUrl: undefined, dataDir }, quiet)
  await expect(opened).rejects.toThrow(ConfigError)
  await expect(opened).rejects.toThrow(`DATA_DIR is ${dataDir}, and no server has written there`)
  expect(existsSync(dataDir)).toBe(false)
})

it('an empty database is refused with a sentence, except for a restore', async () => {
  const { adminUrl } = inject('testDatabases')
  const at = { databaseUrl: adminUrl, dataDir: await temporaryDirectory() }
  const opened = openInstallation(at, quiet)
  await expect(opened).rejects.toThrow(ConfigError)
  await expect(opened).rejects.toThrow('This database has no tables of the server')
  await (await openInstallation(at, quiet, 'for a restore')).stop()
  const { connectionString, close } = await createTestDatabase({ size: 1 })
  const written = { ...at, databaseUrl: connectionString }
  await (await openInstallation(written, quiet)).stop()
  await close()
})

it('a command refuses the database of another version of the server, and a backup takes it', async () => {
  const { connectionString, pool, close } = await createTestDatabase({ size: 1 })
  const at = { databaseUrl: connectionString, dataDir: await temporaryDirectory() }
  const refusedWith = async (message: string) => {
    const opened = openInstallation(at, quiet)
    await expect(opened).rejects.toThrow(ConfigError)
    await expect(opened).rejects.toThrow(message)
    await (await openInstallation(at, quiet, 'of any version')).stop()
  }
  await pool.query(
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('of a later version', 0)`,
  )
  await refusedWith('The database has 1 migration(s) that this version of the server does not know')
  await pool.query(
    'delete from drizzle.__drizzle_migrations where id >= (select max(id) - 2 from drizzle.__drizzle_migrations)',
  )
  await refusedWith('The database does not have 2 migration(s) of this version of the server yet')
  await close()
})

it.each(['a backup', 'a restore'])(
  '%s from a database that does not answer ends with a sentence',
  async what => {
    const databaseUrl = `postgres://parley:secret@127.0.0.1:${await freePort()}/parley`
    const at = { databaseUrl, dataDir: await temporaryDirectory() }
    const opened = openInstallation(at, quiet, what === 'a restore' ? 'for a restore' : 'written')
    await expect(opened).rejects.toThrow(ConfigError)
    await expect(opened).rejects.toThrow(/^DATABASE_URL: the Postgres at 127\.0\.0\.1:\d+ is of no use/)
    await expect(opened).rejects.not.toThrow(/secret/)
  },
)
