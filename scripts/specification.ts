import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from '@swc/core'

/**
 * One statement of the specification: where the code is, which test proves it, and our own choice where the
 * specification leaves one.
 */
export interface Row {
  id: string
  statement: string
  paths: string[]
  tests: { path: string; title: string }[]
  note: string
}

const NOT_BUILT = 'not built yet'
/** Tests that compare a list with its copy: when a screen or an answer of the API is wrong, they stay green. */
export const COPIES = /\/(constants|messages|routes)\.test\.ts$/
const ID = /^S\d+-\d{3}$/
const DECLARING = new Set(['it', 'test', 'describe'])

const cells = (line: string) =>
  line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map(cell => cell.trim().replaceAll('\\|', '|'))

const namedPaths = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path)

function namedTests(cell: string): Row['tests'] {
  return cell
    .split('<br>')
    .filter(one => one.trim() !== '')
    .map(one => {
      const [path = '', ...title] = one.split(' › ')
      return { path: path.trim().replaceAll('`', ''), title: title.join(' › ').trim() }
    })
}

/** The rows of all tables of the page: those whose first cell is an id. */
export function readRows(page: string): Row[] {
  return page
    .split('\n')
    .filter(line => /^\| ?S\d/.test(line))
    .map(line => {
      const [id = '', statement = '', paths = '', tests = '', note = ''] = cells(line.trim())
      return { id, statement, paths: namedPaths(paths), tests: namedTests(tests), note }
    })
}

interface Node {
  type?: string
  [key: string]: unknown
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** The name `it` of `it(...)`, of `it.each(...)(...)` and of a tagged table. */
function calledName(callee: unknown): string {
  if (!isNode(callee)) return ''
  if (callee.type === 'Identifier') return String(callee.value)
  return calledName(callee.object ?? callee.callee ?? callee.tag)
}

/** Replaces a value within a title. */
const VALUE = '…'
const withoutValues = (title: string) => title.replaceAll(/\$\{[^}]*\}/g, VALUE)

function titleOf(argument: unknown): string | undefined {
  const expression = isNode(argument) ? argument.expression : undefined
  if (!isNode(expression)) return undefined
  if (expression.type === 'StringLiteral') return String(expression.value)
  if (expression.type !== 'TemplateLiteral') return undefined
  return (expression.quasis as { raw: string }[]).map(({ raw }) => raw).join(VALUE)
}

/** The titles of all tests and groups in a source text; a value within a title is written `…`. */
async function readTitles(path: string, text: string): Promise<Set<string>> {
  const titles = new Set<string>()
  const visit = (value: unknown): void => {
    if (!isNode(value)) return
    if (value.type === 'CallExpression' && DECLARING.has(calledName(value.callee))) {
      const title = titleOf((value.arguments as unknown[])[0])
      if (title !== undefined) titles.add(title)
    }
    for (const part of Object.values(value)) visit(part)
  }
  visit((await parse(text, { syntax: 'typescript', tsx: path.endsWith('x') })).body)
  return titles
}

/** Reads each file once. */
function createReader(root: string) {
  const texts = new Map<string, Promise<string | null>>()
  const titles = new Map<string, Promise<Set<string> | null>>()
  function textOf(path: string): Promise<string | null> {
    // A missing file is named as a problem by the caller.
    const text = texts.get(path) ?? readFile(join(root, path), 'utf8').catch(() => null)
    texts.set(path, text)
    return text
  }
  async function parseTitles(path: string) {
    const text = await textOf(path)
    return text === null ? null : readTitles(path, text)
  }
  return {
    textOf,
    titlesOf(path: string): Promise<Set<string> | null> {
      const found = titles.get(path) ?? parseTitles(path)
      titles.set(path, found)
      return found
    },
  }
}

/** The problems with the rows: repeated ids, missing files and missing tests. */
export async function problemsOf(root: string, rows: readonly Row[]): Promise<string[]> {
  const problems: string[] = []
  const seen = new Set<string>()
  const reader = createReader(root)
  for (const { id, statement, paths, tests, note } of rows) {
    if (!ID.test(id) || statement === '') problems.push(`${id}: an id like S2-014 and a statement`)
    if (seen.has(id)) problems.push(`${id}: said twice`)
    seen.add(id)
    const isBuilt = !note.includes(NOT_BUILT)
    if (isBuilt && paths.length === 0) problems.push(`${id}: names no file, nor says "${NOT_BUILT}"`)
    if (isBuilt && tests.length === 0) problems.push(`${id}: names no test, nor says "${NOT_BUILT}"`)
    if (tests.length > 0 && tests.every(({ path }) => COPIES.test(path)))
      problems.push(`${id}: names the test of a list alone, none of the product`)
    for (const path of paths) {
      if ((await reader.textOf(path)) === null) problems.push(`${id}: no file ${path}`)
    }
    for (const { path, title } of tests) {
      const titles = await reader.titlesOf(path)
      if (titles === null) problems.push(`${id}: no file ${path}`)
      else if (!titles.has(withoutValues(title))) problems.push(`${id}: no test "${title}" in ${path}`)
    }
  }
  return problems
}
