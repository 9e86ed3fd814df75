import { defineConfig } from 'vitest/config'
import { inlineScripts } from './apps/web/inline-scripts.ts'
import { REAL_TIME_FILES } from './scripts/testing/real-time-files.ts'

const ALL = [
  'packages/**/src/**/*.test.{ts,tsx}',
  'apps/**/*.test.{ts,tsx}',
  'scripts/**/*.test.ts',
  'bench/**/*.test.ts',
]
const NEVER = ['**/node_modules/**', '**/build/**', 'e2e/**']

// Tests expect times in UTC. Their processes take it from here, so the zone of the machine does not matter.
process.env.TZ = 'UTC'

export default defineConfig({
  plugins: [inlineScripts()],
  test: {
    globalSetup: 'apps/server/src/testing/global-setup.ts',
    setupFiles: ['apps/server/src/testing/unexpected-console-errors.ts'],
    // Ends a test that hangs; it promises nothing. Starting a server takes a second alone, and minutes on spare cores
    // (`scripts/testing/spare-cores.ts`) of a machine that is slow.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // A second, Vitest's own, is too short on a machine that three files, their servers and other programs share.
    expect: { poll: { timeout: 60_000 } },
    // Processes, not threads: a native module or a leak in one file must not reach another.
    pool: 'forks',
    projects: [
      // They meet real media and real time, so nothing that only takes CPU may take their cores. One process of vitest
      // runs them first; `npm test` runs them beside all others (`scripts/testing/run-vitest.ts`).
      {
        extends: true,
        test: {
          name: 'real-time',
          include: REAL_TIME_FILES,
          exclude: NEVER,
          sequence: { groupOrder: 0 },
          // More than the two cores that it is made for: they wait half of their time for processes and media.
          maxWorkers: 3,
        },
      },
      // Files that share the modules of their worker need a third less CPU.
      {
        extends: true,
        test: {
          name: 'shared',
          include: ALL,
          exclude: [...NEVER, ...REAL_TIME_FILES],
          isolate: false,
          sequence: { groupOrder: 1 },
          maxWorkers: 4,
        },
      },
    ],
  },
})
