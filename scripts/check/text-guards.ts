import { readdir, readFile } from 'node:fs/promises'
import { basename, join, posix } from 'node:path'
import type { PartResult } from './part.ts'
import {
  commentOf,
  PRIVATE_NAMES,
  PRIVATE_VERBS,
  UNPLAIN,
  UNPLAIN_TEXT,
  unplainTitles,
  wideLines,
} from './plain-words.ts'
import { swallowedFailures } from './swallowed-failures.ts'
import { unlimitedWaits } from './test-waits.ts'

const LINES_MAX = 400
/** A route maps an address to a page; the page itself is in `pages`, where features are joined. */
const ROUTE = { where: /^apps\/web\/app\/routes\//, linesMax: 40 }
const FILES_MAX = 30
const NOT_OURS = new Set([
  '.cache',
  '.git',
  '.react-router',
  'build',
  'coverage',
  'data',
  'migrations',
  'node_modules',
  'playwright-report',
  'test-results',
])
const READ = /\.(ts|tsx|mjs|cjs|css|md|json|yml|yaml|sh|sql)$|(^|\/)(\.ci\/run|Dockerfile)$/
/** Files that count towards the limit of a folder, each kind by itself: source files with their tests, and pages. */
const COUNTED = { 'source files': /\.(ts|tsx|css)$/, pages: /\.md$/ }
const SIZED = /\.(ts|tsx|mjs|cjs|css)$/
const SOURCE = /\.(ts|tsx|mjs)$/
/** Files with sentences; tables and quotations of the specification are not ours. */
const COMMENTED = /\.(ts|tsx|mjs|css|md)$/
const TEST = /\.(test|spec)\.tsx?$/
const WAITING = /\.(test|spec|contract)\.tsx?$/

interface Guard {
  name: string
  /** The files that the guard reads, by path. */
  where: RegExp
  line: RegExp
  /** The part of a line that the guard reads; the whole line without this. */
  reads?: (line: string) => string
  /** The guard accepts a line when the line above matches this. */
  unless?: RegExp
}

const withoutCode = (text: string) => text.replace(/`[^`]*`/g, '')
/** Strings, and patterns where a value may begin: they have the words of people. */
const QUOTED = /'[^']*'|"[^"]*"|`[^`]*`|(?<=^\s*|[(,=:[|&?!>]\s?)\/(?![/*])(?:[^/\\\n]|\\.)+\/[a-z]*/g
/** A line of source without its comment, its strings and its patterns. */
const codeOf = (line: string) => line.replace(commentOf(line), '').replace(QUOTED, '')
const nameWith = (words: readonly string[]) => {
  const small = words.join('|')
  const capital = words.map(word => word.charAt(0).toUpperCase() + word.slice(1)).join('|')
  const shout = small.toUpperCase()
  return new RegExp(`(?<![A-Za-z])(${small})(?![a-z])|(${capital})(?![a-z])|(?<![A-Z])(${shout})(?![A-Z])`)
}

const GUARDS: readonly Guard[] = [
  {
    name: "names in the field's terms (see CONTRIBUTING)",
    where: /\.(ts|tsx|mjs)$/,
    reads: codeOf,
    line: nameWith(PRIVATE_NAMES),
  },
  {
    name: 'a function publishes, sends, receives or handles (see CONTRIBUTING)',
    where: /\.(ts|tsx|mjs)$/,
    reads: codeOf,
    line: nameWith(PRIVATE_VERBS),
  },
  {
    // A person asks a question in a broadcast, and for a keepsake: there the word is the field's own.
    name: 'a function requests, fetches or polls; only people ask (see CONTRIBUTING)',
    where: /^(?!.*(question|keepsake)).*\.(ts|tsx|mjs)$/,
    reads: codeOf,
    line: /(?<![A-Za-z.])ask(?!Question)[A-Z]|\b(const|let|function) \{? ?(asks?|asked|asking)\b/,
  },
  {
    // The specification quotes words of others.
    name: 'plain English in documents (see CONTRIBUTING); a name of the code stands in code style',
    where: /(?<!docs\/specification)\.md$/,
    reads: withoutCode,
    line: new RegExp(`\\b(${UNPLAIN_TEXT})\\b`, 'i'),
  },
  {
    name: 'plain English in comments (see CONTRIBUTING); a name of the code stands in code style',
    where: /\.(ts|tsx|mjs|css)$/,
    reads: line => withoutCode(commentOf(line)),
    line: new RegExp(`\\b(${UNPLAIN})\\b`, 'i'),
  },
  {
    // A short pause between two polls of a condition is no sleep, nor is a random delay.
    name: 'a test waits for a condition; where time itself is tested, the comment above says so',
    unless: /^\s*\/\/ \S/,
    where: TEST,
    line: /waitForTimeout\(|=>\s*(void )?setTimeout\((\w+),|await (delay|sleep|wait|setTimeout)\(\d[\d_]{2,}|networkidle/,
  },
  {
    // A busy machine takes any time for any work. Measurements are in `bench/`.
    name: 'a test asserts no length of real time; where a comment above says why, it may measure one',
    unless: /^\s*\/\/ \S/,
    where: WAITING,
    line: /performance\.now\(\) -|- performance\.now\(\)|expect(\.\w+)?\(.*\b(performance|Date)\.now\(\)/,
  },
  {
    name: 'a limit of a wait only ends what hangs: twenty seconds or more, or the comment above says why',
    unless: /^\s*\/\/ \S/,
    where: WAITING,
    line: /\btimeout: (\d{1,4}|1?\d_\d{3})\b/,
  },
  {
    name: 'no test is left out or alone',
    where: TEST,
    line: /\b(it|test|describe|suite)(\.\w+)*\.(only|skip|todo|fixme|fails)\b/,
  },
  {
    // Not the store itself with its hook, and not the theme: its value is an attribute of the document, which the first
    // paint reads too.
    name: 'state outside React stands in a store of `createStore` (apps/web/app/store)',
    where:
      /^apps\/web\/app\/(?!store\/(store|use-store)\.ts|theme\/theme-mode\.ts)(?!.*(\.test\.ts|\/testing\/))/,
    line: /[lL]isteners? = new Set<|useSyncExternalStore/,
  },
  {
    // iPhones keep the Safari of their last iOS, and `randomUUID` exists on https and localhost alone.
    name: 'a page uses what Safari 16.4 has, also at an address of plain http (apps/web/app/store has the replacements)',
    where:
      /^(apps\/web\/app|packages\/contract\/src)\/(?!store\/new-uuid\.ts)(?!.*(\.test\.tsx?$|\/testing\/))/,
    reads: codeOf,
    line: /Promise\.(withResolvers|try)|(Object|Map)\.groupBy|URL\.(canParse|parse)|crypto\.(randomUUID|subtle)|AbortSignal\.any/,
  },
  {
    name: 'the length of a minute, an hour and a day come from `time-units` of the contract',
    where: /^(apps|packages|bench|e2e|scripts)\/(?!contract\/src\/rules\/time-units\.ts).*\.tsx?$/,
    line: /^(export )?const (SECOND|MINUTE|HOUR|DAY)(_MS|_SECONDS)? = [\d_* ]+$/,
  },
  {
    // In the three files of the web a person is still typing.
    name: 'an amount or a duration is parsed once, by a schema of the contract; `penceOf` reads an amount of the API',
    where:
      /^apps\/(?!.*\.test\.tsx?$)(?!web\/app\/(ui\/offer\/(share-after-fee|pence-within)|features\/requests\/money-back\/may-give-back)\.ts$).*\.tsx?$/,
    reads: codeOf,
    line: /\bparse(Amount|Pounds)\b|\b(Number|parse(Float|Int))\([\w.?]*([pP]rice|[aA]mount|[dD]uration)|\bas (Pence|Seconds)\b/,
  },
  {
    name: 'an amount of a domain is `Pence`, the duration of something sold is `Seconds`; no plain number',
    where: /^apps\/server\/src\/domains\/(?!.*(\.test\.ts|\.contract\.ts|\.testing\.ts|\/testing\/))/,
    reads: codeOf,
    line: /\b(\w*Pence|pence|durationSeconds)\??: number\b/,
  },
  {
    name: "no path of one person's machine",
    where: /./,
    line: /(?<![\w.:/~$}*-])\/(root|work|tmp|home\/\w+|Users\/\w+)\//,
  },
  {
    name: 'packages come from the registry that each machine is set to',
    where: /(^|\/)(package-lock\.json|\.npmrc)$/,
    line: /"resolved": "https?:|registry\s*=/,
  },
  {
    name: 'a comment that switches a check off says why',
    where: /\.(ts|tsx)$/,
    line: /@ts-(ignore|nocheck)|@ts-expect-error\s*$|biome-ignore(?!.*: \S)/,
  },
]
const UNSAYING_NAME = /(^|[-_.])(utils?|helpers?|misc|managers?)([-_.]|$)/i

/** Every file of the repository below a root, as paths with forward slashes. */
async function listFiles(root: string, folder = ''): Promise<string[]> {
  const found: string[] = []
  for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
    const path = folder ? `${folder}/${entry.name}` : entry.name
    if (UNSAYING_NAME.test(entry.name) && !NOT_OURS.has(entry.name)) found.push(path)
    if (entry.isDirectory() && !NOT_OURS.has(entry.name)) found.push(...(await listFiles(root, path)))
    if (entry.isFile() && READ.test(path)) found.push(path)
  }
  return [...new Set(found)]
}

/** The problems with one file's name, size and lines. */
function readText(path: string, text: string): string[] {
  const problems: string[] = []
  const lines = text.split('\n')
  if (UNSAYING_NAME.test(basename(path)))
    problems.push(`${path}: a name says what is in it, in the field's terms`)
  const linesMax = ROUTE.where.test(path) ? ROUTE.linesMax : LINES_MAX
  if (SIZED.test(path) && lines.length - 1 > linesMax) {
    problems.push(`${path}: ${lines.length - 1} lines, at most ${linesMax}`)
  }
  for (const guard of GUARDS) {
    if (!guard.where.test(path)) continue
    for (const [index, line] of lines.entries()) {
      if (!guard.line.test(guard.reads?.(line) ?? line) || guard.unless?.test(lines[index - 1] ?? ''))
        continue
      problems.push(`${path}:${index + 1}: ${guard.name}`)
    }
  }
  if (SOURCE.test(path)) {
    for (const line of swallowedFailures(text))
      problems.push(`${path}:${line}: a comment says why a failure is dropped, or it is handled`)
  }
  if (COMMENTED.test(path)) {
    for (const line of wideLines(path, text)) problems.push(`${path}:${line}: at most 120 columns of text`)
  }
  if (WAITING.test(path)) {
    for (const line of unplainTitles(text))
      problems.push(`${path}:${line}: plain English in the titles of tests (see CONTRIBUTING)`)
    for (const line of unlimitedWaits(text)) {
      problems.push(`${path}:${line}: a wait names its limit: the one of vitest is a second`)
    }
  }
  return problems
}

/** Folders with too many files side by side. */
function readFolders(paths: readonly string[]): string[] {
  return Object.entries(COUNTED).flatMap(([kind, counted]) => {
    const counts = new Map<string, number>()
    for (const path of paths.filter(path => counted.test(path))) {
      const folder = posix.dirname(path)
      counts.set(folder, (counts.get(folder) ?? 0) + 1)
    }
    return [...counts]
      .filter(([, count]) => count > FILES_MAX)
      .map(([folder, count]) => `${folder}: ${count} ${kind} side by side, at most ${FILES_MAX}`)
  })
}

/** Checks the names, sizes and words of all files against the style. */
export async function checkText(root: string): Promise<PartResult> {
  const problems: string[] = []
  const paths = await listFiles(root)
  problems.push(...readFolders(paths))
  for (const path of paths) {
    problems.push(...readText(path, READ.test(path) ? await readFile(join(root, path), 'utf8') : ''))
  }
  return { problems, fact: `${paths.length} files` }
}
