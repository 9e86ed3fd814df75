import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { captureCommand, ROOT } from '../run-command.ts'
import { readUnhandledErrors, UNHANDLED_ERRORS_REPORTER, writeUnhandledErrorsTo } from './unhandled-errors.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-unhandled-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** The number that the reporter writes for a run over one test file with this text. */
async function unhandledIn(text: string): Promise<number> {
  await writeFile(join(folder, 'one.test.ts'), text)
  const report = join(folder, 'told')
  await captureCommand(
    ['vitest', 'run', `--root=${folder}`, '--globals', `--reporter=${UNHANDLED_ERRORS_REPORTER}`],
    {
      env: {
        ...process.env,
        PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}`,
        ...writeUnhandledErrorsTo(report),
      },
    },
  )
  return readUnhandledErrors(report)
}

it.each([
  [
    'an error that belongs to no test is told',
    "test('passes', () => void Promise.reject(new Error('late')))",
    1,
  ],
  ['a failed test is none', "test('fails', () => { throw new Error('here') })", 0],
])('%s', { timeout: 180_000 }, async (_what, text, expected) => {
  expect(await unhandledIn(text)).toBe(expected)
})

it('a run that did not finish does not count as free of errors', async () => {
  expect(await readUnhandledErrors(join(folder, 'told'))).toBeNaN()
})
