import { defineConfig } from 'vitest/config'

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
  },
})
