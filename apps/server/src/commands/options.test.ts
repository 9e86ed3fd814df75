import { expect, it } from 'vitest'
import { ConfigError } from '../config-values.ts'
import { readOptions } from './options.ts'

const usage = 'npm run backup -- [FOLDER] [--complete]'
const read = (...given: string[]) => readOptions(given, { usage, flags: ['--complete'], wordsMax: 1 })

it.each([
  [[], [], false],
  [['folder'], ['folder'], false],
  [['--complete', 'folder'], ['folder'], true],
  [['folder', '--complete'], ['folder'], true],
])('%j of a command are words and flags', (given, words, isComplete) => {
  const options = read(...given)
  expect(options.words).toEqual(words)
  expect(options.has('--complete')).toBe(isComplete)
})

it.each([
  [['--compleet'], '--compleet is no option of this command'],
  [['folder', '--Complete'], '--Complete is no option of this command'],
  [['-c'], '-c is no option of this command'],
  [['folder', 'other'], 'other is too much for this command'],
])('%j stops the command with a sentence that names it', (given, message) => {
  expect(() => read(...given)).toThrow(ConfigError)
  expect(() => read(...given)).toThrow(`${message}: ${usage}`)
})
