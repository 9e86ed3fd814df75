import { expect, it } from 'vitest'
import { withSecondTry } from './run-playwright.ts'
import { failuresOfPlaywright, NOTHING_RAN, type Run } from './test-tally.ts'

const first: Run = {
  ...NOTHING_RAN,
  code: 1,
  tally: { passed: 7, failed: 2, skipped: 1 },
  failed: ['a', 'b'],
}

it('a test that passes at the second try is listed as flaky, and not as a failure', () => {
  const again: Run = { ...NOTHING_RAN, code: 0, tally: { passed: 2, failed: 0, skipped: 0 } }
  expect(withSecondTry(first, again)).toEqual({
    code: 0,
    tally: { passed: 9, failed: 0, skipped: 1 },
    failed: [],
    flaky: ['a', 'b'],
    reasons: [],
  })
})

it('a test that fails twice is a failure', () => {
  const again: Run = { ...NOTHING_RAN, code: 1, tally: { passed: 1, failed: 1, skipped: 0 }, failed: ['b'] }
  expect(withSecondTry(first, again)).toMatchObject({
    code: 1,
    tally: { passed: 8, failed: 1 },
    failed: ['b'],
    flaky: ['a'],
  })
})

it.each([
  ['ran nothing', { ...NOTHING_RAN }],
  ['broke', { ...NOTHING_RAN, code: 1 }],
  ['counted other tests', { ...NOTHING_RAN, tally: { passed: 1, failed: 0, skipped: 0 } }],
])('a second try that %s takes no failure back', (_, again) => {
  expect(withSecondTry(first, again)).toMatchObject({ code: 1, tally: { passed: 7, failed: 2 }, flaky: [] })
})

it('a failed journey is named by project, file and title', () => {
  const report = {
    stats: { expected: 1, unexpected: 1, flaky: 0, skipped: 0 },
    errors: [],
    suites: [
      {
        title: 'call.spec.ts',
        specs: [{ title: 'both meet', tests: [{ projectName: 'calls', status: 'unexpected' }] }],
        suites: [
          {
            title: 'on a phone',
            specs: [{ title: 'both part', tests: [{ projectName: 'calls', status: 'expected' }] }],
          },
        ],
      },
    ],
  }
  expect(failuresOfPlaywright(report).map(({ title }) => title)).toEqual(['[calls] call.spec.ts › both meet'])
})
