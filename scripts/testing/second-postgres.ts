import { join } from 'node:path'
import { startTestCluster } from '../../apps/server/src/testing/cluster.ts'
import {
  type OperatorsPostgres,
  startOperatorsPostgres,
} from '../../apps/server/src/testing/operators-postgres.ts'
import { findServerProgram } from '../../apps/server/src/testing/server-programs.ts'
import {
  readStatements,
  refusedStatements,
} from '../../apps/server/src/testing/statements/collected-statements.ts'
import { prepareTemplate, withDatabase } from '../../apps/server/src/testing/template.ts'
import { captureCommand } from '../run-command.ts'
import { runVitest, type VitestRun } from './run-vitest.ts'
import { NOTHING_RAN, type Reason, type Run, together } from './test-tally.ts'

/**
 * Half of the statements that a run sends and our own Postgres plans: fewer mean that the collection failed, or that
 * the schema was missing.
 */
const STATEMENTS_MIN = 1_500

/** The folder into which the tests of a run write their statements. */
export const statementsFolderOf = (results: string) => join(results, 'statements')

/**
 * Finds what an operator's older Postgres could answer differently from the one of all tests: it plans every statement
 * that the tests sent, and runs the tests of `run` once more.
 */
export async function runOnSecondPostgres(run: VitestRun): Promise<Run> {
  const program = findServerProgram('postgres')
  if (!program || run.files.length === 0) return NOTHING_RAN
  const { output } = await captureCommand([program, '--version'])
  const statements = await readStatements(statementsFolderOf(run.results))
  console.log(`\nNow ${statements.length} statements and the tests of locks and sums, on ${output.trim()}.`)
  const postgres = await startOperatorsPostgres(program, 'throw-away')
  try {
    const planned = await planOn(postgres, statements)
    const env = { ...run.env, TEST_DATABASE_URL: postgres.url }
    return together(planned, await runVitest({ ...run, env }, 'vitest-on-second-postgres'))
  } finally {
    await postgres.remove()
  }
}

async function planOn(postgres: OperatorsPostgres, statements: readonly string[]): Promise<Run> {
  const { planned, refused } = await compareWithOurs(postgres.url, statements)
  const tooFew = [{ title: 'every statement is planned', message: `only ${planned} were` }]
  const reasons = planned < STATEMENTS_MIN ? [...tooFew, ...refused] : refused
  return {
    ...NOTHING_RAN,
    code: reasons.length > 0 ? 1 : 0,
    tally: { passed: reasons.length > 0 ? 0 : 1, failed: reasons.length, skipped: 0 },
    failed: reasons.map(({ title }) => title),
    reasons,
  }
}

/**
 * How many statements our own Postgres plans on the migrated schema, and which of these the Postgres of `url` refuses.
 */
export async function compareWithOurs(
  url: string,
  statements: readonly string[],
): Promise<{ planned: number; refused: Reason[] }> {
  const own = await startTestCluster(undefined)
  try {
    const refusedBy = async (adminUrl: string, ownerUrl: string) =>
      refusedStatements(withDatabase(ownerUrl, await prepareTemplate({ adminUrl, ownerUrl })), statements)
    // Neither Postgres has the temporary tables of a test or a command; tables of the audit exist on both.
    const unknown = await refusedBy(own.adminUrl, own.ownerUrl)
    const refused = [...(await refusedBy(url, url))].filter(([statement]) => !unknown.has(statement))
    return {
      planned: statements.length - unknown.size,
      refused: refused.map(([statement, message]) => ({ title: statement, message })),
    }
  } finally {
    await own.stop()
  }
}
