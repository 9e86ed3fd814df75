import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../run-command.ts'
import { EQUIVALENT } from './equivalent.ts'
import { ROW_BREAKS } from './row-breaks.ts'
import { RULES } from './rules.ts'

const textOf = (file: string) => (existsSync(join(ROOT, file)) ? readFileSync(join(ROOT, file), 'utf8') : '')

it('the text of every break of a row is in its file', () => {
  const lost = ROW_BREAKS.filter(({ file, was }) => !textOf(file).includes(was))
  expect(lost.map(({ row, file, was }) => `${row} ${file}: ${was}`)).toEqual([])
})

it('every rule, its tests and the lines of equivalent mutants exist', () => {
  const files = RULES.flatMap(({ file, tests }) => [file, ...tests])
  expect(files.filter(file => textOf(file) === '')).toEqual([])
  expect(EQUIVALENT.filter(({ file, was }) => !textOf(file).includes(was))).toEqual([])
})
