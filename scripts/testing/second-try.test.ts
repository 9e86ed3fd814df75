import { expect, it } from 'vitest'
import { ROOT } from '../run-command.ts'
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

it('a stage has a limit of second tries, and what a slow machine breaks a higher one', () => {
  const stage = (name: string, ...flaky: string[][]) => ({ name, run: { flaky: flaky.flat() } })
  const times = (count: number, title: string) => Array<string>(count).fill(title)
  const realTime = `${ROOT}/apps/media/src/main.test.ts › one`
  const spare = `${ROOT}/apps/server/src/domains/safety/blocks/block.test.ts › one`
  const most = [stage('pages', times(3, CALL)), stage('calls', times(20, CALL))]
  expect(tooFlaky([...most, stage('unit', times(3, realTime), times(20, spare))])).toEqual([])
  expect(tooFlaky([stage('pages', times(4, CALL)), stage('calls', times(21, CALL))])).toEqual([
    { name: 'pages', max: 3 },
    { name: 'calls', max: 20 },
  ])
  expect(tooFlaky([stage('unit', times(4, realTime))])).toEqual([{ name: 'unit', max: 3 }])
  expect(tooFlaky([stage('unit', times(21, spare))])).toEqual([{ name: 'unit', max: 20 }])
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
