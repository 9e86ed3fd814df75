import { type SessionRequest, SHOWN_SETTLED_BY } from '@parley/contract'
import { describe, expect, it } from 'vitest'
import { aRequest, PAYMENT } from '../a-request.testing.ts'
import { endedText } from '../list/state-text.ts'
import { settledText } from './settled-text.ts'

const buyer = { username: 'sam' }
const influencer = { username: 'maya' }
const aTurn = (over: Partial<SessionRequest>) =>
  aRequest({
    request_type: 'broadcast',
    live_event: { slug: 'e', title: 'Spring', format: 'queue', absent: 'refund', order: 'paid' },
    ...over,
  })

describe('why money was refunded or not', () => {
  it.each(SHOWN_SETTLED_BY)('%s has a sentence for both that says where the money is', settled_by => {
    const request = aRequest({ settled_by })
    for (const viewer of [buyer, influencer]) {
      expect(settledText(request, viewer)).toMatch(/goes back|stays paid|All of the time|decided? who gets/)
      expect(settledText(request, viewer)).not.toMatch(/[{}]/)
    }
  })

  it('names who ended it and who waited, to each of them', () => {
    const ended = aRequest({ settled_by: 'ended_by_buyer' })
    expect(settledText(ended, buyer)).toBe('The call was ended on your side, so the rest stays paid.')
    expect(settledText(ended, influencer)).toBe(
      'The call was ended on the side of @sam, so the rest stays paid.',
    )
    const waited = aRequest({ settled_by: 'influencer_waited' })
    expect(settledText(waited, buyer)).toBe(
      '@maya waited for you and you did not come back, so the rest stays paid.',
    )
  })

  it('does not call a person absent who left a line because of their bank’s dispute', () => {
    const place = { settled_by: 'disputed_in_line', request_type: 'broadcast' } as const
    // Neither while the bank decides nor after the dispute is over.
    for (const status of ['disputed', 'paid'] as const) {
      const request = aRequest({ ...place, payment: { ...PAYMENT.paid, status } })
      expect(settledText(request, buyer)).toMatch(/^Your bank disputed the payment/)
      expect(settledText(request, influencer)).toMatch(/^The bank of @sam disputed the payment/)
    }
    const ended = aRequest({ state: 'completed', outcome: 'disputed_in_line' })
    expect(endedText(ended)).toBe('Taken out of the line')
    expect(settledText(aRequest({ settled_by: 'buyer_absent' }), buyer)).toMatch(/you did not come/)
  })

  it.each(SHOWN_SETTLED_BY)(
    '%s of a turn has a sentence for both that says where the money is',
    settled_by => {
      const request = aTurn({ settled_by })
      for (const viewer of [buyer, influencer])
        expect(settledText(request, viewer)).toMatch(/goes back|stays paid|All of the time|decided? who gets/)
    },
  )

  it('names the fifteen minutes of an event, not the ten of a call, where its owner did not come', () => {
    const event = {
      slug: 'e',
      title: 'Spring',
      format: 'broadcast',
      absent: 'refund',
      order: 'paid',
    } as const
    const absent = { settled_by: 'influencer_absent' } as const
    const place = aRequest({ request_type: 'broadcast', live_event: event, ...absent })
    expect(settledText(place, buyer)).toMatch(/^@maya did not begin the event within 15 minutes/)
    expect(settledText(place, influencer)).toMatch(/^You did not begin the event within 15 minutes/)
    expect(settledText(aRequest(absent), buyer)).toMatch(/not there 10 minutes after the start/)
  })

  it('of a turn that ended early does not say that anybody waited or stayed away', () => {
    const early = aTurn({ settled_by: 'not_used' })
    expect(settledText(early, buyer)).toBe(
      'Your turn ended early: what was not used goes back, second by second.',
    )
    expect(settledText(early, influencer)).toBe(
      'The turn of @sam ended early: what was not used goes back, second by second.',
    )
    expect(settledText(aTurn({ settled_by: 'never_used' }), buyer)).toBe(
      'You were not there for your turn, and by the event’s rule all of it goes back.',
    )
  })

  it.each(SHOWN_SETTLED_BY)('%s says nothing of a price that the bank took back', settled_by => {
    const request = aRequest({ settled_by, payment: { ...PAYMENT.paid, status: 'charged_back' } })
    for (const viewer of [buyer, influencer]) expect(settledText(request, viewer)).toBeNull()
  })

  it('has no text while a request is open', () => {
    expect(settledText(aRequest(), buyer)).toBeNull()
  })
})
