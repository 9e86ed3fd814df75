import { describe, expect, it } from 'vitest'
import { closing, tallyPlaywright, tallyVitest } from './test-tally.ts'

const passed = { passed: 3, failed: 0, skipped: 0 }

describe('the closing line of all tests', () => {
  it('adds up both runners', () => {
    const browser = { tally: { passed: 2, failed: 1, skipped: 1 }, code: 1 }
    expect(closing([{ tally: passed, code: 0 }, browser])).toEqual({
      line: '5 passed, 1 failed, 1 skipped',
      code: 1,
    })
  })

  it('is good only when something passed and nothing failed', () => {
    expect(closing([{ tally: passed, code: 0 }])).toEqual({ line: '3 passed, 0 failed', code: 0 })
    const none = { tally: { passed: 0, failed: 0, skipped: 0 }, code: 0 }
    expect(closing([none])).toEqual({ line: '0 passed, 0 failed: no test was run', code: 1 })
  })

  it('counts a runner that ended badly without a failed test', () => {
    expect(closing([{ tally: passed, code: 1 }])).toEqual({ line: '3 passed, 1 failed', code: 1 })
  })

  it('counts a test file that could not be read', () => {
    const report = {
      success: false,
      numPassedTests: 1,
      numFailedTests: 0,
      numPendingTests: 0,
      testResults: [
        { status: 'passed', assertionResults: [{ status: 'passed' }] },
        { status: 'failed', assertionResults: [] },
      ],
    }
    expect(tallyVitest(report)).toEqual({ passed: 1, failed: 1, skipped: 0 })
  })

  it('counts a browser test that passed at the second try as failed', () => {
    const stats = { expected: 4, unexpected: 0, flaky: 1, skipped: 0 }
    expect(tallyPlaywright({ stats, errors: [] })).toEqual({ passed: 4, failed: 1, skipped: 0 })
  })
})
