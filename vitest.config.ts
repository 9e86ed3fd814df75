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
    maxWorkers: 2,
  },
})
