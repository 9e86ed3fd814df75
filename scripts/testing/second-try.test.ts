import { expect, it } from 'vitest'
import { isRealTimeFile } from './real-time-files.ts'
import { passedOfVitest, tooFlaky, withSecondTryOfTitles } from './second-try.ts'
import { NOTHING_RAN, type Run } from './test-tally.ts'

const CALL = '/there/call.test.ts › both meet'
const REDIS = '/there/redis.test.ts'
const first: Run = {
  ...NOTHING_RAN,
  code: 1,
  tally: { passed: 7, failed: 2, skipped: 1 },
  failed: [CALL, REDIS],
  reasons: [
    { title: CALL, message: 'too late' },
    { title: REDIS, message: 'did not start' },
  ],
}

it('a test, or a file that could not be loaded, that passed at the second try is listed as flaky', () => {
  expect(withSecondTryOfTitles(first, new Set([CALL, REDIS, 'another']))).toEqual({
    code: 0,
    tally: { passed: 9, failed: 0, skipped: 1 },
    failed: [],
    reasons: [],
    flaky: [CALL, REDIS],
  })
})

it('a test that failed again, or did not run again, is a failure with its first reason', () => {
  expect(withSecondTryOfTitles(first, new Set([REDIS]))).toEqual({
    code: 1,
    tally: { passed: 8, failed: 1, skipped: 1 },
    failed: [CALL],
    reasons: [{ title: CALL, message: 'too late' }],
    flaky: [REDIS],
  })
  expect(withSecondTryOfTitles(first, new Set())).toMatchObject({ code: 1, flaky: [], failed: first.failed })
})

it('a stage has a limit of second tries, and the one with cameras a higher one', () => {
  const stage = (name: string, count: number) => ({ name, run: { flaky: Array(count).fill(CALL) } })
  expect(tooFlaky([stage('unit', 3), stage('pages', 3), stage('calls', 20)])).toEqual([])
  expect(tooFlaky([stage('unit', 4), stage('pages', 3), stage('calls', 21)])).toEqual(['unit', 'calls'])
})

it('no test of a file with a failure counts as passed: the failure may be in the clean-up, or in another test of the same name', () => {
  const report = {
    ...{ success: false, numPassedTests: 2, numFailedTests: 1, numPendingTests: 0 },
    testResults: [
      { name: '/a', status: 'passed', assertionResults: [{ status: 'passed', fullName: 'one' }] },
      {
        name: '/b',
        status: 'failed',
        assertionResults: [
          { status: 'failed', fullName: 'two' },
          { status: 'passed', fullName: 'three' },
        ],
      },
    ],
  }
  expect(passedOfVitest(report)).toEqual(['/a', '/a › one'])
})

it('only files of real media, processes and servers run again', () => {
  const path = (file: string) => `${process.cwd()}/${file}`
  expect(isRealTimeFile(path('apps/server/src/call-drill.test.ts'))).toBe(true)
  expect(isRealTimeFile(path('apps/server/src/providers/video-livekit/livekit-video.test.ts'))).toBe(true)
  expect(isRealTimeFile(path('apps/server/src/domains/payments/ledger.test.ts'))).toBe(false)
})
