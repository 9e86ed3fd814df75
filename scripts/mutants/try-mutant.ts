import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { captureCommand, ROOT, toolEnv } from '../run-command.ts'

/** A test by its file, and by its title where one alone is asked. */
export interface NamedTest {
  path: string
  title?: string
}

const TEST_LIMIT_MS = '20000'

/** A title of a table of cases has values in it: what stands around them is looked for. */
function pattern(title: string): string {
  const parts = title.split(/\$\{[^}]*\}|%[a-z]|…/)
  return parts.map(part => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('.*')
}

/** Runs the tests; true when all of them passed and there was one. */
async function testsPass(tests: readonly NamedTest[]): Promise<boolean> {
  const isWhole = tests.some(({ title }) => title === undefined)
  const titles = tests.map(({ title = '' }) => `(${pattern(title)})`).join('|')
  const paths = [...new Set(tests.map(({ path }) => path))]
  const journeys = paths.every(path => path.startsWith('e2e/'))
  const command = journeys
    ? ['playwright', 'test', '--reporter=line', ...(isWhole ? [] : ['-g', titles]), ...paths]
    : [
        ...['vitest', 'run', '--bail=1', '--maxWorkers=1', `--testTimeout=${TEST_LIMIT_MS}`],
        ...(isWhole ? [] : ['-t', titles]),
        ...paths,
      ]
  const env = toolEnv({ NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/node-compile') })
  return (await captureCommand(command, { env })).code === 0
}

/**
 * Changes a file of this checkout, runs the tests and puts the file back, also when it is interrupted. Answers whether one
 * of the tests noticed.
 */
export async function tryMutant(file: string, mutated: string, tests: readonly NamedTest[]) {
  const path = join(ROOT, file)
  const original = await readFile(path)
  const putBack = () => writeFile(path, original)
  const stop = () => void putBack().then(() => process.exit(130))
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  try {
    await writeFile(path, mutated)
    return (await testsPass(tests)) ? 'survived' : 'killed'
  } finally {
    await putBack()
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
  }
}

export { testsPass }
