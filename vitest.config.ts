import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** A second run on another Postgres is of those tests alone that use a database. */
const usersOfDatabase = { related: [join(import.meta.dirname, 'apps/server/src/testing/database.ts')] }

export default defineConfig({
  test: {
    include: ['packages/**/src/**/*.test.{ts,tsx}', 'apps/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/build/**', 'e2e/**'],
    globalSetup: 'apps/server/src/testing/global-setup.ts',
    setupFiles: ['apps/server/src/testing/unexpected-console-errors.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // Processes, not threads: a native module or a leak in one file must not reach another.
    pool: 'forks',
    // One more than the two cores it is made for: a third of a run is waiting for processes that start, die and come back.
    maxWorkers: 3,
    ...(process.env.TESTS_OF_DATABASE_ONLY ? usersOfDatabase : {}),
  },
})
