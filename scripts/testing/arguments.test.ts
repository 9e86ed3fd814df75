import { expect, it } from 'vitest'
import { readArguments } from './arguments.ts'

it('words narrow the files, and options are passed to the runner with their values', () => {
  const given = ['--only=unit', 'money-back', '-t', 'rounds', '--bail=1', 'ledger']
  expect(readArguments(given)).toEqual({
    kinds: 'unit',
    words: ['money-back', 'ledger'],
    options: ['-t', 'rounds', '--bail=1'],
  })
})

it('the value of an option may look like an option', () => {
  expect(readArguments(['call', '-g', '-t', 'booking'])).toEqual({
    kinds: 'all',
    words: ['call', 'booking'],
    options: ['-g', '-t'],
  })
})
