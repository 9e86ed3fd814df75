import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../run-command.ts'
import { EQUIVALENT } from './equivalent.ts'
import { ROW_BREAKS } from './row-breaks.ts'
import { FOLDERS_OF_RULES, RULES } from './rules.ts'

const textOf = (file: string) => (existsSync(join(ROOT, file)) ? readFileSync(join(ROOT, file), 'utf8') : '')

it('the text of every break of a row is in its file, once: it would replace the first of two', () => {
  const lost = ROW_BREAKS.filter(({ file, was }) => textOf(file).split(was).length !== 2)
  expect(lost.map(({ row, file, was }) => `${row} ${file}: ${was}`)).toEqual([])
})

it('every rule, its tests and the lines of equivalent mutants exist', () => {
  const files = RULES.flatMap(({ file, tests }) => [file, ...tests])
  expect(files.filter(file => textOf(file) === '')).toEqual([])
  expect(EQUIVALENT.filter(({ file, was }) => !textOf(file).includes(was))).toEqual([])
})

const NOT_SOURCES = new Set(['node_modules', 'build', '.react-router'])

function filesUnder(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap(entry => {
    const path = `${folder}/${entry.name}`
    if (!entry.isDirectory()) return [path]
    return NOT_SOURCES.has(entry.name) ? [] : filesUnder(path)
  })
}

const holdsRules = (file: string) =>
  file.endsWith('-rules.ts') || (FOLDERS_OF_RULES.includes(dirname(file)) && !file.endsWith('.test.ts'))
const neverBroken = (files: readonly string[]) =>
  files.filter(file => holdsRules(file) && !RULES.some(rule => rule.file === file))

it('every file that is named after its rules, and every file of a folder of rules, is broken by mutants', () => {
  expect(neverBroken(filesUnder('apps'))).toEqual([])
  expect(neverBroken(filesUnder('packages'))).toEqual([])
})

it.each([
  ['a new file of rules is found', 'apps/server/src/domains/payouts/fee-rules.ts', true],
  ['a new file beside rules is found', 'apps/server/src/domains/requests/bounds/host-bounds.ts', true],
  ['its test has no rules', 'apps/server/src/domains/requests/bounds/host-bounds.test.ts', false],
  ['what only begins with rules has none', 'apps/server/src/domains/payouts/rules-page.ts', false],
])('%s', (_what, file, isFound) => {
  expect(neverBroken([file])).toEqual(isFound ? [file] : [])
})
