import { matchesGlob, relative } from 'node:path'
import { ROOT } from '../run-command.ts'

/**
 * Test files of native media, killed processes, leases and real servers, as globs from the root: each has a process and
 * modules of its own, and the files that only need CPU do not take the cores from them.
 */
export const REAL_TIME_FILES = [
  'apps/media/**/*.test.ts',
  'apps/server/src/*.test.ts',
  'apps/server/src/db/embedded-postgres/*.test.ts',
  // A process without CPU for longer than its lease loses the call.
  'apps/server/src/domains/calls/clock/call-clock.test.ts',
  'apps/server/src/providers/**/*.test.ts',
  'scripts/**/*.test.ts',
]

/** Whether a test file, named by its path, is one of them. */
export function isRealTimeFile(path: string): boolean {
  const fromRoot = relative(ROOT, path)
  return REAL_TIME_FILES.some(glob => matchesGlob(fromRoot, glob))
}
