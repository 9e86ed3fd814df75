import { glob } from 'node:fs/promises'
import { SERVER_PROGRAMS, type ServerProgram } from '../../apps/server/src/testing/server-programs.ts'
import { isCameraJourney } from './journeys.ts'
import { createNeedsReader, type Needs } from './needs.ts'

const UNIT = [
  'packages/**/src/**/*.test.{ts,tsx}',
  'apps/**/*.test.{ts,tsx}',
  'scripts/**/*.test.ts',
  'bench/**/*.test.ts',
]
const SPECS = ['e2e/**/*.spec.ts']
/**
 * Tests of what two versions of Postgres could answer differently, beside the plans of statements
 * (`second-postgres.ts`): migrations, locks and constraints under races, triggers, sums, and restored backups.
 */
const ON_SECOND_POSTGRES = [
  ...['audit', 'backup', 'db', 'jobs', 'reconcile'].map(folder => `apps/server/src/${folder}/`),
  'apps/server/src/domains/ledger/',
  ...[
    'live-events/list-live-events',
    'payments/webhooks',
    'payouts/pay-out-due',
    'requests/money/lives.properties',
    'requests/places/book-place',
    'requests/slots/move-race',
    'requests/slots/slot-race',
    'requests/slots/slot-rivals',
    'schedule/slots/free-slots',
  ].map(name => `apps/server/src/domains/${name}.test.ts`),
]
const EVERY_SERVER = Object.keys(SERVER_PROGRAMS) as ServerProgram[]

/** The chosen kinds of tests: `npm test`, `test:unit`, `test:e2e`. */
export type Kinds = 'all' | 'unit' | 'e2e'

/** The tests of a run, and what must be prepared before it begins. */
export interface TestPlan {
  unit: string[]
  /** The files of `unit` that a second version of Postgres could answer differently, and that need nothing else. */
  onSecondPostgres: string[]
  pages: string[]
  calls: string[]
  needs: Needs
}

async function filesOf(root: string, patterns: readonly string[]): Promise<string[]> {
  const files: string[] = []
  const exclude = (name: string) => name === 'node_modules' || name === 'build'
  for await (const file of glob(patterns, { cwd: root, exclude })) files.push(file)
  return files.sort()
}

const needsNothingButDatabase = (needs: Needs) =>
  needs.database && !needs.browser && !needs.web && needs.servers.size === 0

/** Narrows the tests to those whose path contains one of the words, and collects what they need. */
export async function planTests(root: string, words: readonly string[], kinds: Kinds): Promise<TestPlan> {
  const isWanted = (file: string) => words.length === 0 || words.some(word => file.includes(word))
  const unit = kinds === 'e2e' ? [] : (await filesOf(root, UNIT)).filter(isWanted)
  const specs = kinds === 'unit' ? [] : (await filesOf(root, SPECS)).filter(isWanted)
  const needsOf = createNeedsReader(root)
  const needsOfUnit = await Promise.all(unit.map(needsOf))
  const all = [...needsOfUnit, ...(await Promise.all(specs.map(needsOf)))]
  const servers = all.flatMap(needs => [...needs.servers])
  return {
    unit,
    onSecondPostgres: unit.filter((file, index) => {
      const needs = needsOfUnit[index]
      const isOfSql = ON_SECOND_POSTGRES.some(place => file.startsWith(place))
      return isOfSql && needs !== undefined && needsNothingButDatabase(needs)
    }),
    pages: specs.filter(file => !isCameraJourney(file)),
    calls: specs.filter(isCameraJourney),
    needs: {
      database: needsOfUnit.some(needs => needs.database),
      browser: specs.length > 0 || all.some(needs => needs.browser),
      web: specs.length > 0 || all.some(needs => needs.web),
      servers: new Set(words.length === 0 && kinds === 'all' ? EVERY_SERVER : servers),
    },
  }
}
