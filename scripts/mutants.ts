/**
 * `npm run mutants`: breaks rules one small change at a time and tells which changes no test noticed; `-- rows` breaks what
 * rows of docs/specification.md say and runs the tests that these rows name. Further words narrow it: `-- money-back`,
 * `-- rows S9-009`. It changes files of this checkout and puts them back; it takes a while and is no part of CI.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mutantsOf, mutate } from './mutants/mutate.ts'
import { ROW_BREAKS } from './mutants/row-breaks.ts'
import { RULES } from './mutants/rules.ts'
import { testsPass, tryMutant } from './mutants/try-mutant.ts'
import { captureCommand, ROOT } from './run-command.ts'
import { readRows } from './specification.ts'

const read = (file: string) => readFile(join(ROOT, file), 'utf8')
const percent = (part: number, whole: number) => (whole === 0 ? 100 : (part / whole) * 100)
/** At least this part of the mutants has to be noticed. */
const RULES_AIM_PERCENT = 90
const ROWS_AIM_PERCENT = 95

async function breakRules(words: readonly string[]): Promise<boolean> {
  let killed = 0
  let all = 0
  for (const { file, tests } of RULES.filter(({ file }) => isAsked(file, words))) {
    const named = tests.map(path => ({ path }))
    if (!(await testsPass(named))) throw new Error(`The tests of ${file} fail before anything is broken.`)
    const source = await read(file)
    const mutants = await mutantsOf(source)
    let noticed = 0
    for (const mutant of mutants) {
      const end = await tryMutant(file, mutate(source, mutant), named)
      if (end === 'killed') noticed++
      else console.log(`  not noticed: ${file}:${mutant.line}  ${mutant.was} -> ${mutant.becomes.trim()}`)
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

async function breakRows(words: readonly string[]): Promise<boolean> {
  const rows = readRows(await read('docs/specification.md'))
  const breaks = ROW_BREAKS.filter(({ row }) => isAsked(row, words))
  let killed = 0
  for (const { row, file, was, becomes } of breaks) {
    const source = await read(file)
    const tests = rows.find(({ id }) => id === row)?.tests ?? []
    // A journey needs a built web for each change: a row that has a quicker test is judged by that one.
    const quick = tests.filter(({ path }) => !path.startsWith('e2e/'))
    if (!source.includes(was)) throw new Error(`${row}: ${file} has no ${was}`)
    const end = await tryMutant(file, source.replace(was, becomes), quick.length > 0 ? quick : tests)
    if (end === 'killed') killed++
    else console.log(`  not noticed: ${row}  ${file}: ${was} -> ${becomes}`)
  }
  console.log(
    `rows: ${killed} of ${breaks.length} breaks noticed, ${percent(killed, breaks.length).toFixed(1)} % (aim ${ROWS_AIM_PERCENT} %)`,
  )
  return percent(killed, breaks.length) >= ROWS_AIM_PERCENT
}

const isAsked = (name: string, words: readonly string[]) =>
  words.length === 0 || words.some(word => name.includes(word))

const { output: changed } = await captureCommand(['git', 'status', '--porcelain', '--untracked-files=no'])
if (changed.trim() !== '') {
  console.error('Commit your changes first: this changes files and puts them back.')
  process.exit(2)
}
const [kind, ...words] = process.argv.slice(2)
const isGood =
  kind === 'rows'
    ? await breakRows(words)
    : await breakRules([kind, ...words].filter(word => word !== undefined))
process.exitCode = isGood ? 0 : 1
