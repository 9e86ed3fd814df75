import type { Kinds } from './test-plan.ts'

/** The arguments of `npm test`: words that narrow the files, and options for the runner. */
export interface TestArguments {
  kinds: Kinds
  words: string[]
  options: string[]
}

/** Options of vitest and Playwright whose value may be a separate argument, as in `-t "rounds down"`. */
const WITH_VALUE = new Set([
  ...['-t', '--testNamePattern', '-g', '--grep', '--grep-invert', '--project', '-j', '--workers'],
  ...['--maxWorkers', '--repeat-each', '--retries', '--timeout', '--testTimeout', '--reporter'],
])

export function readArguments(given: readonly string[]): TestArguments {
  const wanted: TestArguments = { kinds: 'all', words: [], options: [] }
  let isValue = false
  for (const argument of given) {
    if (argument === '--only=unit' || argument === '--only=e2e')
      wanted.kinds = argument === '--only=unit' ? 'unit' : 'e2e'
    else if (isValue || argument.startsWith('-')) wanted.options.push(argument)
    else wanted.words.push(argument)
    isValue = !isValue && WITH_VALUE.has(argument)
  }
  return wanted
}
