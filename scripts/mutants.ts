/**
 * `npm run mutants`: breaks rules, one small change at a time, and prints the changes that no test noticed. `-- rows`
 * breaks what rows of docs/specification.md say and runs the tests that these rows name. More words narrow it: `--
 * money-back`, `-- rows S9-009`. It changes files of this checkout and restores them; it takes long and is not part of
 * CI.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EQUIVALENT } from './mutants/equivalent.ts'
import { changedLine, type Mutant, mutantsOf, mutate } from './mutants/mutate.ts'
import type { RowBreak } from './mutants/row-break.ts'
import { ROW_BREAKS } from './mutants/row-breaks.ts'
import { RULES } from './mutants/rules.ts'
import { openTests, type Tests, tryMutant } from './mutants/try-mutant.ts'
import { captureCommand, ROOT } from './run-command.ts'
import { COPIES, type Row, readRows } from './specification.ts'

const read = (file: string) => readFile(join(ROOT, file), 'utf8')
const percent = (part: number, whole: number) => (whole === 0 ? 100 : (part / whole) * 100)
/** The tests must notice at least this share of the mutants. */
const RULES_AIM_PERCENT = 90
const ROWS_AIM_PERCENT = 95

/** The mutants of a file without those that no test can notice. */
async function mutantsToTry(file: string, source: string): Promise<Mutant[]> {
  const isSame = (mutant: Mutant, same: { was: string; becomes: string }) => {
    const { was, becomes } = changedLine(source, mutant)
    return was === same.was && becomes === same.becomes
  }
  const equivalent = EQUIVALENT.filter(each => each.file === file)
  const mutants = await mutantsOf(source)
  const missing = equivalent.filter(each => !mutants.some(mutant => isSame(mutant, each)))
  if (missing.length > 0)
    throw new Error(`${file} is not changed any more to: ${missing.map(each => each.becomes)}`)
  return mutants.filter(mutant => !equivalent.some(each => isSame(mutant, each)))
}

async function breakRules(tests: Tests, words: readonly string[]): Promise<boolean> {
  let killed = 0
  let all = 0
  for (const rule of RULES.filter(({ file }) => isChosen(file, words))) {
    const { file } = rule
    const named = rule.tests.map(path => ({ path }))
    if (!(await tests.pass(named, file)))
      throw new Error(`The tests of ${file} fail before anything is broken.`)
    const source = await read(file)
    const mutants = await mutantsToTry(file, source)
    let noticed = 0
    for (const mutant of mutants) {
      const end = await tryMutant({ file, text: mutate(source, mutant) }, named, tests)
      if (end === 'killed') noticed++
      else console.log(`  not noticed: ${file}:${mutant.line}  ${changedLine(source, mutant).becomes}`)
    }
    console.log(`${file}: ${noticed} of ${mutants.length} noticed`)
    killed += noticed
    all += mutants.length
  }
  console.log(
    `rules: ${killed} of ${all} mutants noticed, ${percent(killed, all).toFixed(1)} % (aim ${RULES_AIM_PERCENT} %)`,
  )
  return percent(killed, all) >= RULES_AIM_PERCENT
}

/** Rows whose tests passed before anything was broken. */
const judgesGood = new Set<string>()

/** Whether the tests that the row names fail with its break, and pass without it. */
async function isRowNoticed(tests: Tests, rows: readonly Row[], broken: RowBreak): Promise<boolean> {
  const { row, file, was, becomes } = broken
  const source = await read(file)
  if (!source.includes(was)) throw new Error(`${row}: ${file} has no ${was}`)
  const named = rows.find(({ id }) => id === row)?.tests ?? []
  // A journey needs a new build of the web for each change: where a row has a quicker test, only that one runs.
  // The contract of a port is no test file: the tests of the port's implementations run it.
  const quick = named.filter(({ path }) => path.includes('.test.') && !COPIES.test(path))
  const judges = quick.length > 0 ? quick : named
  if (!judgesGood.has(row) && !(await tests.pass(judges, file))) {
    console.log(`  the tests of ${row} fail before anything is broken`)
    return false
  }
  judgesGood.add(row)
  const text = source.replace(was, () => becomes)
  return (await tryMutant({ file, text }, judges, tests)) === 'killed'
}

async function breakRows(tests: Tests, words: readonly string[]): Promise<boolean> {
  const rows = readRows(await read('docs/specification.md'))
  const breaks = ROW_BREAKS.filter(({ row }) => isChosen(row, words))
  let killed = 0
  for (const broken of breaks) {
    if (await isRowNoticed(tests, rows, broken)) killed++
    else console.log(`  not noticed: ${broken.row}  ${broken.file}: ${broken.was} -> ${broken.becomes}`)
  }
  console.log(
    `rows: ${killed} of ${breaks.length} breaks noticed, ${percent(killed, breaks.length).toFixed(1)} % (aim ${ROWS_AIM_PERCENT} %)`,
  )
  return percent(killed, breaks.length) >= ROWS_AIM_PERCENT
}

const isChosen = (name: string, words: readonly string[]) =>
  words.length === 0 || words.some(word => name.includes(word))

const { output: changed } = await captureCommand(['git', 'status', '--porcelain', '--untracked-files=no'])
if (changed.trim() !== '') {
  console.error('Commit your changes first: this changes files and puts them back.')
  process.exit(2)
}
const [kind, ...words] = process.argv.slice(2)
const tests = openTests()
try {
  const isGood =
    kind === 'rows'
      ? await breakRows(tests, words)
      : await breakRules(tests, kind === undefined ? [] : [kind, ...words])
  process.exitCode = isGood ? 0 : 1
} finally {
  await tests.close()
}
