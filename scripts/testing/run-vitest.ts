import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { ROOT, showCommand } from '../run-command.ts'
import { isRealTimeFile } from './real-time-files.ts'
import { mayTryAgain, passedOfVitest, withSecondTryOfTitles } from './second-try.ts'
import { startOnSpareCores } from './spare-cores.ts'
import {
  failuresOfVitest,
  NOTHING_RAN,
  type Run,
  readReport,
  slowestFiles,
  TITLE_PARTS,
  tallyVitest,
  together,
  type VitestReport,
} from './test-tally.ts'
import { readUnhandledErrors, UNHANDLED_ERRORS_REPORTER, writeUnhandledErrorsTo } from './unhandled-errors.ts'

const SLOWEST_SHOWN = 12
const OF_REAL_TIME = '-real-time'

export interface VitestRun {
  files: readonly string[]
  options: readonly string[]
  env: NodeJS.ProcessEnv
  results: string
}

/** A run, the titles of its passed tests, and the number of unhandled errors. */
interface Reported extends Run {
  passed: ReadonlySet<string>
  unhandled: number
}

/** Files that one process of vitest runs, and the name of its report. */
interface Group {
  files: readonly string[]
  report: string
  /** These files get what the other group leaves of the cores. */
  isOnSpareCores: boolean
}

/**
 * Files of real time and all others run side by side, each group with a Postgres of its own: the first ones wait for
 * half of their time, and the others must not take a core from them. A person's options and a given Postgres are for
 * one process.
 */
export function groupsOf({ files, options, env }: Omit<VitestRun, 'results'>, report: string): Group[] {
  const realTime = files.filter(isRealTimeFile)
  const others = files.filter(file => !isRealTimeFile(file))
  const isApart = realTime.length > 0 && others.length > 0 && process.platform !== 'win32'
  if (!isApart || options.length > 0 || env.TEST_DATABASE_URL)
    return [{ files, report, isOnSpareCores: false }]
  return [
    { files: realTime, report: `${report}${OF_REAL_TIME}`, isOnSpareCores: false },
    { files: others, report, isOnSpareCores: true },
  ]
}

async function runGroup(run: VitestRun, group: Group, foregroundEnded: Promise<void>): Promise<Reported> {
  const { files, report, isOnSpareCores } = group
  const file = join(run.results, `${report}.json`)
  const unhandledFile = join(run.results, `${report}.unhandled`)
  const passed = new Set<string>()
  const reporters = ['default', 'json', UNHANDLED_ERRORS_REPORTER].map(name => `--reporter=${name}`)
  const command = ['vitest', 'run', ...reporters, `--outputFile.json=${file}`, ...run.options, ...files]
  const env = { ...run.env, ...writeUnhandledErrorsTo(unhandledFile) }
  const code = await (isOnSpareCores
    ? onSpareCores(command, env, foregroundEnded)
    : showCommand(command, { env }))
  return {
    code,
    flaky: [],
    passed,
    unhandled: await readUnhandledErrors(unhandledFile),
    ...(await readReport(file, (read: VitestReport) => {
      for (const title of passedOfVitest(read)) passed.add(title)
      return { tally: tallyVitest(read), reasons: failuresOfVitest(read) }
    })),
  }
}

/** Answers the exit code; the command has all cores as soon as the others ended. */
async function onSpareCores(command: readonly string[], env: NodeJS.ProcessEnv, othersEnded: Promise<void>) {
  const { ended, usesAllCores } = await startOnSpareCores(command, env)
  await Promise.race([ended, othersEnded.then(usesAllCores)])
  return ended
}

async function runOnce(run: VitestRun, report: string): Promise<Reported> {
  const foreground = Promise.withResolvers<void>()
  const runs = groupsOf(run, report).map(async group => {
    const reported = await runGroup(run, group, foreground.promise)
    if (!group.isOnSpareCores) foreground.resolve()
    return reported
  })
  return (await Promise.all(runs)).reduce((one, other) => ({
    ...together(one, other),
    passed: new Set([...one.passed, ...other.passed]),
    unhandled: one.unhandled + other.unhandled,
  }))
}

/**
 * Runs test files. Where a second try is allowed, the failed files run again, one after the other: those of real time,
 * and those that ran on spare cores, where a limit of the product's own (800 ms for a round of polls) may have passed.
 */
export async function runVitest(run: VitestRun, report = 'vitest'): Promise<Run> {
  if (run.files.length === 0) return NOTHING_RAN
  const first = await runOnce(run, report)
  const files = failedFilesOf(first)
  // A second try cannot take back an error that belongs to no test.
  if (!mayTryAgain() || first.unhandled !== 0) return first
  if (files.length === 0) return first
  const ranBeside = groupsOf(run, report).length > 1
  if (!ranBeside && !files.every(isRealTimeFile)) return first
  const again = await runOnce(
    { ...run, files, options: [...run.options, '--maxWorkers=1'] },
    `${report}-again`,
  )
  return again.unhandled === 0 ? withSecondTryOfTitles(first, again.passed) : first
}

const failedFilesOf = ({ failed }: Run): string[] => [
  ...new Set(failed.map(title => title.split(TITLE_PARTS)[0] ?? title)),
]

/** Prints the slowest files, so that a slow suite is noticed. */
export async function showSlowestFiles(results: string): Promise<void> {
  const reports = [`vitest${OF_REAL_TIME}`, 'vitest'].map(name => join(results, `${name}.json`))
  // A run that broke wrote no results, and a run of one group wrote one file.
  const texts = await Promise.all(reports.map(file => readFile(file, 'utf8').catch(() => undefined)))
  const read = texts.filter(text => text !== undefined).map(text => JSON.parse(text) as VitestReport)
  if (read.length === 0) return
  console.log('\nThe test files that took longest:')
  for (const { name, seconds } of slowestFiles(read, SLOWEST_SHOWN))
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${relative(ROOT, name)}`)
}
