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
    // Files share the modules of their worker: to import the server anew for each of them took a third of the CPU of a run.
    // So no test may leave a module, a variable of the environment or a global other than it found them.
    isolate: false,
    // One more than the two cores it is made for: a third of a run is waiting for processes that start, die and come back.
    maxWorkers: 3,
  },
})
