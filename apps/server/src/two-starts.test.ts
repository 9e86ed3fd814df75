import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from './testing/free-port.ts'
import { startOperatorsPostgres } from './testing/operators-postgres.ts'
import { queryRows } from './testing/provider-says.ts'
import { serverProcess } from './testing/server-process.ts'
import { findServerProgram } from './testing/server-programs.ts'

const LIMIT_MS = 180_000
const program = findServerProgram('postgres')

describe.skipIf(!program)('an empty database of the operator’s own', () => {
  it(
    'is migrated once by two server processes that start at the same time, before it answers itself',
    async () => {
      const postgres = await startOperatorsPostgres(program ?? '', 'throw-away')
      onTestFinished(() => postgres.remove())
      const url = await postgres.createDatabase('parley')
      const dataDir = await mkdtemp(join(tmpdir(), 'parley-starts-'))
      onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
      const prepare = async (name: string) => {
        const env = { DATABASE_URL: url, LOG_LEVEL: 'fatal' }
        return serverProcess({ port: await freePort(), dataDir: join(dataDir, name), env })
      }
      const servers = [await prepare('one'), await prepare('other')]
      onTestFinished(async () => void (await Promise.all(servers.map(server => server.stop()))))
      await postgres.crash()
      const starting = Promise.all(servers.map(server => server.start()))
      await postgres.start()
      await starting

      const ready = servers.map(async server => (await fetch(`${server.origin}/readyz`)).status)
      expect(await Promise.all(ready)).toEqual([200, 200])
      const [counted] = await queryRows<{ applied: number; different: number }>(
        { connectionString: url },
        `select count(*)::int as applied, count(distinct hash)::int as different
         from drizzle.__drizzle_migrations`,
      )
      expect(counted?.applied).toBeGreaterThan(0)
      expect(counted?.different).toBe(counted?.applied)
    },
    LIMIT_MS,
  )
})
