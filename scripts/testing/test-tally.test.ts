import { describe, expect, it } from 'vitest'
import {
  closing,
  failuresOfPlaywright,
  failuresOfVitest,
  linesOfReasons,
  tallyPlaywright,
  tallyVitest,
} from './test-tally.ts'

const passed = { passed: 3, failed: 0, skipped: 0 }

describe('the closing line of all tests', () => {
  it('adds up both runners', () => {
    const browser = { tally: { passed: 2, failed: 1, skipped: 1 }, code: 1 }
    expect(closing([{ tally: passed, code: 0 }, browser])).toEqual({
      line: '5 passed, 1 failed, 1 skipped',
      code: 1,
    })
  })

  it('reports success only when a test passed and none failed', () => {
    expect(closing([{ tally: passed, code: 0 }])).toEqual({ line: '3 passed, 0 failed', code: 0 })
    const none = { tally: { passed: 0, failed: 0, skipped: 0 }, code: 0 }
    expect(closing([none])).toEqual({ line: '0 passed, 0 failed: no test was run', code: 1 })
  })

  it('counts a runner that exited with an error but without a failed test', () => {
    expect(closing([{ tally: passed, code: 1 }])).toEqual({ line: '3 passed, 1 failed', code: 1 })
  })

  it('counts a test file that could not be loaded', () => {
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

describe('what failed, at the end of the output', () => {
  it('names a browser test with the error of its last try, without colours', () => {
    const results = [
      { errors: [{ message: 'first' }] },
      { errors: [{ message: '\u001b[31mno button\u001b[39m' }] },
    ]
    const tests = [
      { projectName: 'pages', status: 'unexpected', results },
      { projectName: 'desk', status: 'expected' },
    ]
    const suites = [{ title: 'a.spec.ts', specs: [{ title: 'pays', tests }] }]
    const stats = { expected: 1, unexpected: 1, flaky: 0, skipped: 0 }
    const reasons = failuresOfPlaywright({ stats, errors: [], suites })
    expect(linesOfReasons(reasons)).toEqual(['failed: [pages] a.spec.ts › pays', '    no button'])
  })

  it('names the failed tests of a file, and a file that could not be loaded', () => {
    const counts = { success: false, numPassedTests: 0, numFailedTests: 1, numPendingTests: 0 }
    const assertionResults = [
      { status: 'failed', fullName: 'money adds up', failureMessages: ['1 is not 2\nat x'] },
    ]
    const testResults = [
      { name: 'a.test.ts', status: 'failed', assertionResults },
      { name: 'b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
      { name: 'c.test.ts', status: 'passed', assertionResults: [{ status: 'passed' }] },
    ]
    expect(linesOfReasons(failuresOfVitest({ ...counts, testResults }))).toEqual([
      'failed: a.test.ts › money adds up',
      '    1 is not 2',
      '    at x',
      'failed: b.test.ts',
      '    no such module',
    ])
  })

  it('prints only names after ten reasons, and shortens a long reason', () => {
    const many = Array.from({ length: 12 }, (_, index) => ({
      title: `t${index}`,
      message: 'line\n'.repeat(40),
    }))
    const lines = linesOfReasons(many)
    expect(lines.filter(line => line.startsWith('failed: '))).toHaveLength(12)
    expect(lines.filter(line => line.startsWith('    '))).toHaveLength(120)
  })
})
