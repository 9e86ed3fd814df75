import { MINUTE_MS, seconds } from '@parley/contract'
import { describe, expect, it } from 'vitest'
import type { Attendance } from './calls/call-time.ts'
import type { RequestFacts } from './request.ts'
import { nobodyCame as nobody, paidRequest, MADE_AT as START } from './testing/request-facts.ts'
import { applyTimeRules } from './time-rules.ts'

const at = (ms: number) => new Date(START.getTime() + ms)
/** A paid call of an hour from `START` on. */
const dated: RequestFacts = {
  ...paidRequest,
  state: 'accepted',
  durationSeconds: seconds(3600),
  startsAt: START,
  endsAt: at(60 * MINUTE_MS),
  createdAt: at(-60 * MINUTE_MS),
  paidAt: at(-60 * MINUTE_MS),
}
const END = 60 * MINUTE_MS
const alone = (fromMs: number, untilMs: number): Partial<Attendance> => ({
  influencerAlone: [{ fromMs: START.getTime() + fromMs, untilMs: START.getTime() + untilMs }],
})
const seenAt = (nowMs: number, attendance: Partial<Attendance>) =>
  applyTimeRules(dated, { attendance: { ...nobody, ...attendance }, now: at(nowMs), releaseAfterMs: 0 })
const goesBack = { patch: { state: 'expired', outcome: 'influencer_absent' }, refund: { pence: 2500 } }

describe('a dated call that the buyer has not come to', () => {
  it('is left alone while the influencer waits, and is over a minute after they went', () => {
    const waits = alone(9 * MINUTE_MS, 14 * MINUTE_MS)
    expect(seenAt(15 * MINUTE_MS - 1, waits)).toMatchObject({ patch: {}, recheckAt: at(16 * MINUTE_MS - 1) })
    expect(seenAt(15 * MINUTE_MS, waits)).toMatchObject(goesBack)
  })

  it('is looked at again at its end at the latest', () => {
    const waits = alone(END - 5 * MINUTE_MS, END - 1_000)
    expect(seenAt(END - 1, waits)).toMatchObject({ patch: {}, recheckAt: at(END) })
  })

  it('is settled at its end from what was seen, when no later seconds can be missing', () => {
    expect(seenAt(END, alone(END - 5 * MINUTE_MS, END - 20_000))).toMatchObject(goesBack)
    expect(seenAt(END, alone(END - 5 * MINUTE_MS, END - 10_000))).toMatchObject(goesBack)
    expect(seenAt(END, alone(END - 5 * MINUTE_MS, END))).toMatchObject(goesBack)
  })

  it('waits ten seconds at its end for the last seconds of who waited, which are not written down yet', () => {
    const waits = alone(END - 5 * MINUTE_MS, END - 9_999)
    expect(seenAt(END, waits)).toMatchObject({ patch: {}, recheckAt: at(END + 10_000) })
    expect(seenAt(END + 9_999, waits)).toMatchObject({ patch: {}, recheckAt: at(END + 10_000) })
    expect(seenAt(END + 10_000, waits)).toMatchObject(goesBack)
  })
})
