import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { SANDBOX_PREFIX } from '../composition/sandbox.ts'
import type { ReconcileReport } from '../reconcile/report.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { serverFile } from './server-programs.ts'
import { temporaryDirectory } from './temporary-directory.ts'
import type { TestServer } from './test-server.ts'

interface Ended {
  code: number
  said: string
  warned: string
}

/** Runs the operator's commands as separate processes, beside a test server and with the provider of that server. */
export function operatorCommands(testServer: TestServer) {
  const ownUrl = testServer.server.config.databaseUrl ?? ''

  async function run(
    command: 'backup' | 'restore' | 'reconcile',
    databaseUrl: string,
    ...options: string[]
  ): Promise<Ended> {
    const file = serverFile(new URL(`../${command}.ts`, import.meta.url))
    const { NODE_COMPILE_CACHE, PATH } = process.env
    const env = {
      NODE_COMPILE_CACHE,
      PATH,
      DATABASE_URL: databaseUrl,
      DATA_DIR: command === 'backup' ? testServer.server.config.dataDir : await temporaryDirectory(),
      STRIPE_API_BASE: `${testServer.origin}${SANDBOX_PREFIX}`,
    }
    const child = spawn(process.execPath, [file, ...options], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    let warned = ''
    child.stdout.on('data', chunk => (said += String(chunk)))
    child.stderr.on('data', chunk => (warned += String(chunk)))
    const [code] = (await once(child, 'close')) as [number]
    return { code, said, warned }
  }

  const succeeded = ({ code, warned }: Ended) => {
    if (code !== 0) throw new Error(warned)
  }

  return {
    ownUrl,
    run,
    /** Compares the books of a database with the provider's. */
    async reconcile(databaseUrl: string, ...options: string[]): Promise<ReconcileReport & { code: number }> {
      const { code, said, warned } = await run('reconcile', databaseUrl, '--json', ...options)
      if (said === '') throw new Error(warned)
      return { ...(JSON.parse(said) as ReconcileReport), code }
    },
    /** Writes a backup; answers its path. */
    async backUp(): Promise<string> {
      const backup = join(await temporaryDirectory(), 'backup')
      succeeded(await run('backup', ownUrl, backup))
      return backup
    },
    /** A new database restored from a backup. */
    async restore(backup: string): Promise<TestDatabase> {
      const restored = await createTestDatabase()
      await restored.pool.query(
        'drop schema public cascade; drop schema drizzle cascade; create schema public',
      )
      succeeded(await run('restore', restored.connectionString, backup))
      return restored
    },
  }
}
