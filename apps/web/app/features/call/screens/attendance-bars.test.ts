import type { CallAttendance } from '@parley/contract'
import { expect, it } from 'vitest'
import { attendanceBars } from './attendance-bars.ts'

const at = (minute: number) => new Date(Date.UTC(2027, 0, 1, 10, minute)).toISOString()
const nobody = { first_seen: null, last_seen: null, waited: 0 }
const empty: CallAttendance = {
  ...{ agreed: null, opens_at: null, you: nobody, other: nobody },
  ...{ live: [], used: 0, decision: null },
}

it('nobody there is no bar', () => {
  expect(attendanceBars(empty)).toBeNull()
})

it('both sides share one scale, from the first of them or the agreed start to the last', () => {
  const bars = attendanceBars({
    ...empty,
    agreed: { start: at(0), end: at(20) },
    you: { first_seen: at(2), last_seen: at(10), waited: 0 },
    other: { first_seen: at(5), last_seen: at(10), waited: 0 },
    live: [{ start: at(5), end: at(10), ended_by: 'time' }],
  })
  const live = [{ left: 50, width: 50 }]
  expect(bars).toEqual({
    start: at(0),
    end: at(10),
    you: { seen: { left: 20, width: 80 }, live },
    other: { seen: { left: 50, width: 50 }, live },
  })
})

it('who never came has no bar beside the one who did', () => {
  const bars = attendanceBars({ ...empty, you: { first_seen: at(0), last_seen: at(10), waited: 600 } })
  expect(bars).toMatchObject({ you: { seen: { left: 0, width: 100 } }, other: { seen: null } })
})
