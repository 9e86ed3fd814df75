import { randomBytes } from 'node:crypto'
import { escapeIdentifier, type Pool } from 'pg'
import { inject } from 'vitest'
import { createDatabase, createPool, type Db } from '../db/client.ts'
import { collectStatements } from './statements/collected-statements.ts'
import { userOf, withAdmin, withDatabase } from './template.ts'

/** The connection data that the global setup passes to the test files. */
export interface TestDatabases {
  adminUrl: string
  ownerUrl: string
  template: string
}

declare module 'vitest' {
  interface ProvidedContext {
    testDatabases: TestDatabases
  }
}

export interface TestDatabase {
  db: Db
  pool: Pool
  connectionString: string
  /** Closes the pool and drops the database. */
  close(): Promise<void>
}

/** A migrated database for one test file, in some 30 ms; `size` is the greatest number of connections. */
export async function createTestDatabase(options: { size?: number } = {}): Promise<TestDatabase> {
  // A second version of Postgres plans the statements that this one receives (`scripts/testing/second-postgres.ts`).
  if (process.env.STATEMENTS_FOLDER) collectStatements(process.env.STATEMENTS_FOLDER)
  const { adminUrl, ownerUrl, template } = inject('testDatabases')
  const name = `parley_test_${process.pid}_${randomBytes(4).toString('hex')}`
  const owner = escapeIdentifier(userOf(ownerUrl))
  await withAdmin(adminUrl, admin =>
    admin.query(`create database ${name} template ${template} owner ${owner}`),
  )
  const connectionString = withDatabase(ownerUrl, name)
  const log = { info: ignore, warn: ignore, error: ignore }
  const pool = createPool({ connection: connectionString, log, size: options.size ?? 10 })
  return {
    db: createDatabase(pool),
    pool,
    connectionString,
    async close() {
      await pool.end()
      await withAdmin(adminUrl, admin => admin.query(`drop database ${name} with (force)`))
    },
  }
}

function ignore(): void {}
