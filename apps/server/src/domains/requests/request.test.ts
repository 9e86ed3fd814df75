import { HOUR_MS, pence, seconds } from '@parley/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Attendance } from './calls/call-time.ts'
import {
  accept,
  begin,
  cancel,
  cancelWithFullRefund,
  claim,
  complete,
  type Decided,
  movePayment,
  nextDueAt,
  type PaymentWord,
  type RequestFacts,
  reject,
} from './request.ts'
import {
  unpaidRequest as fresh,
  nobodyCame as nobody,
  paidRequest as paid,
  MADE_AT as T0,
} from './testing/request-facts.ts'
import { applyTimeRules } from './time-rules.ts'

const releaseAfterMs = 48 * HOUR_MS
const later = (ms: number) => new Date(T0.getTime() + ms)

const freshLink: RequestFacts = { ...fresh, requestType: 'prepaid', influencerId: null }
function after(request: RequestFacts, decided: Decided): RequestFacts {
  if (!decided || 'notAllowed' in decided) return request
  return { ...request, ...decided.patch }
}
const refundOf = (decided: Decided) => (decided && 'refund' in decided ? (decided.refund?.pence ?? 0) : 0)
const atTime = (request: RequestFacts, now: Date, attendance: Partial<Attendance> = {}) =>
  applyTimeRules(request, { attendance: { ...nobody, ...attendance }, now, releaseAfterMs })

describe('the states of a request', () => {
  it('gives all money back when the influencer rejects a paid request', () => {
    const decided = reject(paid, { reason: 'ill', now: later(1) })
    expect(after(paid, decided)).toMatchObject({
      state: 'rejected',
      outcome: 'rejected',
      paymentStatus: 'refunded',
    })
    expect(refundOf(decided)).toBe(2500)
  })

  it('cancels the intent of an unpaid request that ends', () => {
    expect(cancel(fresh, later(1))).toMatchObject({ cancelIntent: 'yes', refund: null })
  })

  it('says of an unpaid call that it was cancelled, however late', () => {
    const late = { startsAt: later(HOUR_MS), endsAt: later(2 * HOUR_MS), moneyBackPolicy: 'strict' as const }
    const unpaid = cancel({ ...fresh, ...late }, later(1))
    expect(unpaid).toMatchObject({ patch: { outcome: 'cancelled' }, refund: null })
    // Two hours after the payment nothing is left of the ladder's first steps.
    const sold = { ...paid, ...late, paidAt: later(-48 * HOUR_MS) }
    expect(cancel(sold, later(1))).toMatchObject({ patch: { outcome: 'cancelled_late' } })
  })

  it('gives all money back for times that the buyer refuses, while the call is open and has not begun', () => {
    const late = { startsAt: later(HOUR_MS), endsAt: later(2 * HOUR_MS), moneyBackPolicy: 'strict' as const }
    const sold = { ...paid, ...late, paidAt: later(-48 * HOUR_MS) }
    expect(refundOf(cancelWithFullRefund(sold, later(1)))).toBe(2500)
    expect(cancelWithFullRefund({ ...sold, begunAt: T0 }, later(1))).toHaveProperty('notAllowed')
    const ended = after(sold, cancelWithFullRefund(sold, later(1)))
    expect(cancelWithFullRefund(ended, later(2))).toHaveProperty('notAllowed')
  })

  it('lets neither side undo a call that has begun', () => {
    const begun = { ...paid, state: 'accepted' as const, begunAt: T0 }
    expect(reject(begun, { reason: null, now: T0 })).toHaveProperty('notAllowed')
    expect(cancel(begun, T0)).toHaveProperty('notAllowed')
  })

  it('gives back money that arrives after the end', () => {
    const cancelled = after(fresh, cancel(fresh, later(1)))
    const decided = movePayment(cancelled, 'succeeded', later(2))
    expect(after(cancelled, decided)).toMatchObject({
      state: 'cancelled',
      paymentStatus: 'refunded',
      refundedPence: pence(2500),
    })
  })

  it('moves a failed payment back to unpaid when the buyer tries again', () => {
    const failed = after(fresh, movePayment(fresh, 'failed', T0))
    expect(failed.paymentStatus).toBe('failed')
    expect(after(failed, movePayment(failed, 'open', T0)).paymentStatus).toBe('unpaid')
  })

  it('holds for ever that paid is paid, in every order of words and deeds', () => {
    const deeds: Record<string, (request: RequestFacts, now: Date) => Decided> = {
      accept: request => accept(request),
      claim: (request, now) => claim(request, { claimantId: 'pia', now }),
      reject: (request, now) => reject(request, { reason: null, now }),
      cancel: (request, now) => cancel(request, now),
      begin: (request, now) => begin(request, now),
      complete: (request, now) => (request.paidAt ? complete(request, now) : null),
      time: (request, now) => atTime(request, now, { usedMs: request.begunAt ? 60_000 : 0 }),
    }
    const words: PaymentWord[] = ['open', 'processing', 'failed', 'succeeded', 'canceled']
    for (const word of words) deeds[word] = (request, now) => movePayment(request, word, now)
    const step = fc.tuple(
      fc.constantFrom(...Object.keys(deeds)),
      fc.integer({ min: 0, max: 40 * 24 * HOUR_MS }),
    )
    fc.assert(
      fc.property(fc.constantFrom(fresh, freshLink), fc.array(step, { maxLength: 25 }), (made, steps) => {
        let request = made
        let nowMs = T0.getTime()
        let moneyBack = 0
        for (const [deed, passedMs] of steps) {
          nowMs += passedMs
          const decided = deeds[deed]?.(request, new Date(nowMs)) ?? null
          const next = after(request, decided)
          moneyBack += refundOf(decided)
          expect(next.refundedPence).toBe(moneyBack)
          if (request.influencerId) expect(next.influencerId).toBe(request.influencerId)
          if (request.paidAt) expect(next.paidAt).toEqual(request.paidAt)
          if (request.outcome) expect([next.state, next.outcome]).toEqual([request.state, request.outcome])
          if (decided && 'release' in decided && decided.release === 'yes')
            expect(next.state).toBe('completed')
          request = next
        }
        const isOpen = request.state === 'offered' || request.state === 'accepted'
        expect(request.outcome === null).toBe(isOpen)
        if (['accepted', 'completed'].includes(request.state)) expect(request.influencerId).not.toBeNull()
        expect(request.refundedPence).toBeLessThanOrEqual(request.paidAt ? request.pricePence : 0)
        const isDead = ['rejected', 'cancelled', 'expired'].includes(request.state)
        if (isDead && request.paidAt) expect(request.paymentStatus).toBe('refunded')
        if (isOpen) expect(nextDueAt(request, { releaseAfterMs })).not.toBeNull()
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('a prepaid link', () => {
  const link: RequestFacts = { ...paid, requestType: 'prepaid', influencerId: null }
  const by = (claimantId: string, now = later(HOUR_MS)) => ({ claimantId, now })
  const claimed = after(link, claim(link, by('pia')))

  it('is accepted by one person, who performs from then on', () => {
    expect(claimed).toMatchObject({ state: 'accepted', influencerId: 'pia', claimedAt: later(HOUR_MS) })
    expect(claim(claimed, by('quin'))).toHaveProperty('notAllowed')
    expect(claim(claimed, by('pia'))).toHaveProperty('notAllowed')
  })

  const DAY = 24 * HOUR_MS
  it.each<[string, RequestFacts, Date]>([
    ['a private request', paid, T0],
    ['an unpaid link', { ...link, paymentStatus: 'unpaid', paidAt: null }, T0],
    ['a disputed payment', { ...link, paymentStatus: 'disputed' }, T0],
    ['a revoked link', after(link, cancel(link, T0)), T0],
    ['a link that nobody took for 30 days', link, later(30 * DAY)],
  ])('is not claimed: %s', (_what, request, now) => {
    expect(claim(request, by('pia', now))).toHaveProperty('notAllowed')
  })

  it('cannot begin, be answered or be completed before it is claimed', () => {
    expect(begin(link, T0)).toHaveProperty('notAllowed')
    expect(accept(link)).toHaveProperty('notAllowed')
    expect(complete(link, T0)).toHaveProperty('notAllowed')
  })

  it('gives all money back when nobody claimed it in 30 days', () => {
    expect(atTime(link, later(30 * DAY - 1))).toBeNull()
    expect(after(link, atTime(link, later(30 * DAY)))).toMatchObject({
      state: 'expired',
      outcome: 'unclaimed',
      paymentStatus: 'refunded',
    })
  })

  it('gives all money back when it was not used in 30 days from its claim', () => {
    const late = after(link, claim(link, by('pia', later(29 * DAY))))
    expect(atTime(late, later(59 * DAY - 1))).toBeNull()
    expect(after(late, atTime(late, later(59 * DAY)))).toMatchObject({
      state: 'expired',
      paymentStatus: 'refunded',
    })
  })

  it('gives all money back when it is revoked before its call, claimed or not, or rejected by the person who claimed it', () => {
    expect(refundOf(cancel(link, T0))).toBe(2500)
    expect(refundOf(cancel(claimed, T0))).toBe(2500)
    expect(refundOf(reject(claimed, { reason: null, now: T0 }))).toBe(2500)
    expect(cancel(after(claimed, begin(claimed, T0)), T0)).toHaveProperty('notAllowed')
  })
})

describe('the rules of time', () => {
  it('expires what was not paid in 24 hours, and no sooner', () => {
    expect(atTime(fresh, later(24 * HOUR_MS - 1))).toBeNull()
    expect(after(fresh, atTime(fresh, later(24 * HOUR_MS)))).toMatchObject({
      state: 'expired',
      outcome: 'unpaid',
    })
  })

  it.each([
    [60, 10],
    [5, 5],
  ])('of %i agreed minutes expires what was not paid %i minutes after their start', (minutes, left) => {
    const [startMs, endMs, overMs] = [0, minutes, left].map(each => HOUR_MS + each * 60_000)
    const dated = { ...fresh, startsAt: later(startMs ?? 0), endsAt: later(endMs ?? 0) }
    expect(atTime(dated, later((overMs ?? 0) - 1))).toBeNull()
    expect(after(dated, atTime(dated, later(overMs ?? 0)))).toMatchObject({
      state: 'expired',
      outcome: 'unpaid',
    })
  })

  it('expires after 24 hours what was not paid for a time far ahead', () => {
    const farAhead = { ...fresh, startsAt: later(99 * HOUR_MS), endsAt: later(100 * HOUR_MS) }
    expect(after(farAhead, atTime(farAhead, later(24 * HOUR_MS))).state).toBe('expired')
  })

  it('frees an unpaid place at an event after 15 minutes', () => {
    const place = { ...fresh, requestType: 'broadcast' as const }
    expect(atTime(place, later(15 * 60_000 - 1))).toBeNull()
    expect(after(place, atTime(place, later(15 * 60_000))).state).toBe('expired')
  })

  it('waits for a bank that is still thinking', () => {
    const processing = { ...fresh, paymentStatus: 'processing' as const }
    expect(atTime(processing, later(25 * HOUR_MS))).toMatchObject({
      patch: {},
      recheckAt: later(25 * HOUR_MS + 15 * 60_000),
    })
  })

  it('waits no longer for the bank than the time is kept, to the millisecond', () => {
    const keptUntil = 25 * HOUR_MS
    const holdUntil = later(keptUntil - HOUR_MS + 600_000)
    const processing = { ...fresh, paymentStatus: 'processing' as const, holdUntil }
    expect(atTime(processing, later(keptUntil - 1))).toMatchObject({
      patch: {},
      recheckAt: later(keptUntil),
    })
    expect(after(processing, atTime(processing, later(keptUntil)))).toMatchObject({
      state: 'expired',
      outcome: 'unpaid',
    })
  })

  it('gives all money back for what was not used in 30 days', () => {
    const decided = atTime(paid, later(30 * 24 * HOUR_MS))
    expect(after(paid, decided)).toMatchObject({ state: 'expired', paymentStatus: 'refunded' })
  })

  const dated = { ...paid, startsAt: later(HOUR_MS), endsAt: later(2 * HOUR_MS) }
  const between = (from: Date, until: Date) => [{ fromMs: from.getTime(), untilMs: until.getTime() }]
  it('gives all money back when the influencer is not there 10 minutes after the start', () => {
    expect(atTime(dated, later(HOUR_MS + 599_000))).toBeNull()
    const buyerAlone = between(later(HOUR_MS), later(HOUR_MS + 600_000))
    const decided = atTime(dated, later(HOUR_MS + 600_000), { buyerAlone })
    expect(after(dated, decided)).toMatchObject({
      outcome: 'influencer_absent',
      settledBy: 'influencer_absent',
      paymentStatus: 'refunded',
    })
  })

  it('lets the sale stand when the influencer waited 10 minutes for the buyer', () => {
    const influencerAlone = between(later(HOUR_MS), later(HOUR_MS + 600_000))
    const decided = atTime(dated, later(HOUR_MS + 600_000), { influencerAlone })
    expect(after(dated, decided)).toMatchObject({
      state: 'completed',
      outcome: 'buyer_absent',
      settledBy: 'buyer_absent',
      paymentStatus: 'paid',
    })
  })

  it('counts no waiting before the agreed start, and looks again while the influencer waits', () => {
    const influencerAlone = between(later(HOUR_MS - 600_000), later(HOUR_MS + 598_000))
    expect(atTime(dated, later(HOUR_MS + 600_000), { influencerAlone })).toMatchObject({
      patch: {},
      recheckAt: later(HOUR_MS + 660_000),
    })
    const decided = atTime(dated, later(HOUR_MS + 660_000), { influencerAlone })
    expect(after(dated, decided)).toMatchObject({ settledBy: 'nobody_came', paymentStatus: 'refunded' })
  })

  it('lets a sale shorter than 10 minutes stand when the influencer waited all of its agreed time', () => {
    const short = { ...dated, endsAt: later(HOUR_MS + 300_000), durationSeconds: seconds(300) }
    const until = (ms: number) => ({ influencerAlone: between(later(HOUR_MS), later(HOUR_MS + ms)) })
    const now = later(HOUR_MS + 600_000)
    expect(after(short, atTime(short, now, until(300_000)))).toMatchObject({ outcome: 'buyer_absent' })
    expect(refundOf(atTime(short, now, until(299_000)))).toBe(2500)
  })

  const begun = { ...paid, state: 'accepted' as const, begunAt: later(HOUR_MS) }
  const left = { usedMs: 450_000, together: between(later(HOUR_MS), later(HOUR_MS + 450_000)) }
  const leftAt = HOUR_MS + 450_000
  it.each([
    ['nobody waited', {}, 'not_used', 1250],
    ['the buyer ended it', { buyerEndedAtMs: later(leftAt).getTime() }, 'ended_by_buyer', 0],
    [
      'the influencer waited as long as was left',
      { influencerAlone: between(later(leftAt), later(leftAt + 450_000)) },
      'influencer_waited',
      0,
    ],
    [
      'the influencer waited a second less',
      { influencerAlone: between(later(leftAt), later(leftAt + 449_000)) },
      'not_used',
      1250,
    ],
  ])('settles a call that was left: %s', (_how, more, settledBy, expected) => {
    const decided = atTime(begun, later(leftAt + 24 * HOUR_MS), { ...left, ...more })
    expect(refundOf(decided)).toBe(expected)
    expect(after(begun, decided)).toMatchObject({ state: 'completed', outcome: 'part_served', settledBy })
  })

  it('leaves an undated call alone for a day after its last live second, and while it is live', () => {
    const before = atTime(begun, later(leftAt + 24 * HOUR_MS - 1), left)
    expect(before).toMatchObject({ patch: {}, recheckAt: later(leftAt + 24 * HOUR_MS) })
    const live = atTime(begun, later(leftAt + 24 * HOUR_MS), { ...left, isLive: true })
    expect(live).toMatchObject({ patch: {}, recheckAt: later(leftAt + 24 * HOUR_MS + 60_000) })
  })

  it('waits for a dated call that is live at its end, for a minute at most', () => {
    const end = leftAt + 450_000
    const datedBegun = { ...dated, ...begun, startsAt: dated.startsAt, endsAt: later(end) }
    const atEnd = (ms: number) => atTime(datedBegun, later(end + ms), { ...left, isLive: true })
    expect(atEnd(0)).toMatchObject({ patch: {}, recheckAt: later(end + 1_000) })
    expect(atEnd(59_999)).toMatchObject({ patch: {}, recheckAt: later(end + 60_999) })
    expect(refundOf(atEnd(60_000))).toBe(1250)
  })

  it('settles a dated call at its end, once what was seen of its last seconds is written down', () => {
    const datedBegun = { ...dated, ...begun, startsAt: dated.startsAt, endsAt: later(leftAt + 450_000) }
    const waits = (ms: number) => ({ ...left, influencerAlone: between(later(leftAt), later(leftAt + ms)) })
    expect(atTime(datedBegun, later(leftAt + 450_000), waits(448_000))).toMatchObject({
      patch: {},
      recheckAt: later(leftAt + 460_000),
    })
    expect(refundOf(atTime(datedBegun, later(leftAt + 450_000), waits(450_000)))).toBe(0)
    expect(refundOf(atTime(datedBegun, later(leftAt + 460_000), waits(448_000)))).toBe(1250)
  })

  it('releases the money 48 hours after completion, once', () => {
    const served = after(begun, complete(begun, later(HOUR_MS)))
    expect(atTime(served, later(49 * HOUR_MS - 1))).toBeNull()
    const decided = atTime(served, later(49 * HOUR_MS))
    expect(decided).toMatchObject({ release: 'yes' })
    expect(atTime(after(served, decided), later(99 * HOUR_MS))).toBeNull()
  })
})
