import { describe, expect, it } from 'vitest'
import { aRequest, PAYMENT } from '../a-request.testing.ts'
import {
  againPlace,
  hasAttendance,
  hasReceipt,
  receiptSums,
  showsAttendance,
  whatText,
} from './receipt-facts.ts'

const paid_at = '2026-01-01T00:00:00Z'
const live_event = { slug: 'e', title: 'Spring', format: 'queue', absent: 'keep', order: 'paid' } as const
const turn = { request_type: 'broadcast', live_event } as const

describe('a receipt', () => {
  it.each([
    ['a paid call that is over', aRequest({ state: 'completed', paid_at }), true],
    ['a rejected one whose money went back', aRequest({ state: 'rejected', paid_at }), true],
    ['a call that is still to come', aRequest({ paid_at }), false],
    ['a request that was never paid', aRequest({ state: 'expired' }), false],
  ])('is for %s: or not', (_name, request, expected) => {
    expect(hasReceipt(request)).toBe(expected)
  })

  it.each([
    ['a call that took place', aRequest({ used_duration: 60, settled_by: 'not_used' }), true],
    ['a call to which nobody came', aRequest({ settled_by: 'nobody_came' }), true],
    [
      'a prepaid call that began never',
      aRequest({ request_type: 'prepaid', settled_by: 'never_used' }),
      true,
    ],
    ['a cancelled call', aRequest({ settled_by: 'cancelled' }), false],
    ['a place at an event', aRequest({ request_type: 'broadcast', used_duration: 60 }), false],
    ['a turn of a queue', aRequest({ ...turn, used_duration: 60, settled_by: 'used_up' }), true],
    ['a turn to which its fan did not come', aRequest({ ...turn, settled_by: 'buyer_absent' }), true],
    ['a turn that did not come', aRequest({ ...turn, settled_by: 'turn_not_reached' }), false],
  ])('says who was there, or not, of %s', (_name, request, expected) => {
    expect(showsAttendance(request)).toBe(expected)
  })

  it('says of nobody that they were not there for a turn to whose room nobody came', () => {
    const nobody = { first_seen: null, last_seen: null, waited: 0 }
    const came = { first_seen: paid_at, last_seen: paid_at, waited: 20 }
    expect(hasAttendance(aRequest(turn), { you: nobody, other: nobody })).toBe(false)
    expect(hasAttendance(aRequest(turn), { you: nobody, other: came })).toBe(true)
    expect(hasAttendance(aRequest(), { you: nobody, other: nobody })).toBe(true)
  })

  it('calculates the fee from the rest after the refund, rounded down', () => {
    const payment = { ...PAYMENT.paid, status: 'partly_refunded', refunded_amount: '10.05' } as const
    expect(receiptSums(aRequest({ payment }))).toEqual({
      paid: '25.00',
      refunded: '10.05',
      returned: '0.00',
      chargedBack: '0.00',
      net: '14.95',
      fee: '1.49',
      share: '13.46',
    })
  })

  it('shows zero for a payment that the bank took back', () => {
    const payment = { ...PAYMENT.paid, status: 'charged_back', charged_back_amount: '25.00' } as const
    expect(receiptSums(aRequest({ payment }))).toMatchObject({ net: '0.00', share: '0.00' })
  })

  it('shows what is left of a payment of which the bank took a part and another part went back', () => {
    const sums = { refunded_amount: '5.00', charged_back_amount: '10.00' } as const
    const payment = { ...PAYMENT.paid, status: 'charged_back', ...sums } as const
    expect(receiptSums(aRequest({ payment }))).toEqual({
      ...{ paid: '25.00', refunded: '5.00', returned: '0.00', chargedBack: '10.00' },
      ...{ net: '10.00', fee: '1.00', share: '9.00' },
    })
  })

  it.each([
    ['sam', 'Video call with @maya'],
    ['maya', 'Video call with @sam'],
  ])('tells @%s what it is for', (viewer, words) => {
    expect(whatText(aRequest(), viewer)).toBe(words)
  })

  it('names the event, and a prepaid call that nobody accepted', () => {
    expect(
      whatText(
        aRequest({
          live_event: { slug: 'e', title: 'Spring', format: 'broadcast', absent: null, order: null },
        }),
        'sam',
      ),
    ).toBe('A place at “Spring”')
    expect(whatText(aRequest({ request_type: 'prepaid', influencer: null }), 'sam')).toBe(
      'Prepaid video call',
    )
  })

  it('links to the page on which its buyer books again', () => {
    const past = aRequest({ state: 'completed', profile_opens: true })
    expect(againPlace(past)).toEqual({ to: '/profile/maya', words: 'Book again' })
    expect(againPlace(aRequest({ request_type: 'prepaid', influencer: null })).to).toBe('/prepaid')
  })

  it.each([false, undefined])('links to Explore where the profile may not open: %s', profile_opens => {
    const past = aRequest({ state: 'completed', ...(profile_opens === undefined ? {} : { profile_opens }) })
    expect(againPlace(past)).toEqual({ to: '/explore', words: 'Explore' })
  })

  it('leads the buyer of a call that is still ahead into the call, unless another person attends it', () => {
    const paid = aRequest({ state: 'accepted', payment: PAYMENT.paid })
    expect(againPlace(paid)).toEqual({ to: `/chat/${paid.slug}`, words: 'Start Session' })
    const given = aRequest({
      state: 'accepted',
      payment: PAYMENT.paid,
      profile_opens: true,
      attendee: { id: '9', username: 'gil' },
    })
    expect(againPlace(given).words).toBe('Book again')
  })
})
