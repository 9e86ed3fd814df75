import { defineConfig } from 'vitest/config'

/** Native media, processes that are killed, real servers: each file has a process and modules of its own. */
const APART = [
  'apps/media/**/*.test.ts',
  'apps/server/src/*.test.ts',
  'apps/server/src/db/embedded-postgres/*.test.ts',
  'apps/server/src/providers/**/*.test.ts',
  'scripts/**/*.test.ts',
]
const ALL = ['packages/**/src/**/*.test.{ts,tsx}', 'apps/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts']
const NEVER = ['**/node_modules/**', '**/build/**', 'e2e/**']

export default defineConfig({
  test: {
    globalSetup: 'apps/server/src/testing/global-setup.ts',
    setupFiles: ['apps/server/src/testing/unexpected-console-errors.ts'],
    // Ends a test that hangs; it promises nothing. Starting a server takes a second alone, and thirty beside much else.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A second, Vitest's own, is too short on a machine that three files, their servers and other programs share.
    expect: { poll: { timeout: 20_000 } },
    // Processes, not threads: a native module or a leak in one file must not reach another.
    pool: 'forks',
    // Three times the two cores that it is made for: the files that run apart wait half of their time for processes and media.
    maxWorkers: 6,
    projects: [
      { extends: true, test: { name: 'apart', include: APART, exclude: NEVER } },
      // Files that share the modules of their worker need a third less CPU.
      {
        extends: true,
        test: { name: 'shared', include: ALL, exclude: [...NEVER, ...APART], isolate: false },
      },
    ],
  },
})
