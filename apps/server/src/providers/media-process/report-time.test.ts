import { expect, it } from 'vitest'
import { ReportTime } from './report-time.ts'

it('is as of the report that is being handled, and the present after that, also if the handling fails', () => {
  const time = new ReportTime(() => 1_000)
  const read = [time.now()]
  time.handle(300, () => read.push(time.now()))
  const fail = () => {
    throw new Error('no room of this name')
  }
  expect(() => time.handle(5, fail)).toThrow('no room of this name')
  expect([...read, time.now()]).toEqual([1_000, 700, 1_000])
})
