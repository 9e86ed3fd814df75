import type { PaymentStatus, SessionRequest } from '@parley/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { PaymentSnapshot } from '../../features/payments/payment.ts'
import { BookingNews } from './booking-sections.tsx'

const person = (name: string) => ({ id: `id-${name}`, username: name })
function requestOf(status: PaymentStatus): SessionRequest {
  const isPaid = status !== 'unpaid'
  return {
    id: 'a',
    user: person('fred'),
    influencer: { user: person('ivy'), profile: { picture: null } },
    attendee: null,
    live_event: null,
    timeRange: null,
    used_duration: 0,
    payment: { status, stripe_intent_secret: 'pi_a_secret_x', stripe_intent_confirmed: isPaid },
  } as unknown as SessionRequest
}
const paying: PaymentSnapshot = {
  requestId: null,
  returnedIntent: 'pi_a',
  phase: 'ready',
  outcome: 'lost',
  cardError: null,
  problem: null,
}
const shown = (current: SessionRequest | null, more: Partial<PaymentSnapshot> = {}) =>
  renderToStaticMarkup(
    <BookingNews
      current={current}
      viewerId="id-fred"
      touched={null}
      sent={false}
      paying={{ ...paying, ...more }}
    />,
  )
const WRONG = 'Something went wrong.'

it('a paid booking has no failure beside it because an answer about its payment was lost', () => {
  expect(shown(requestOf('paid'))).not.toContain(WRONG)
  expect(shown(requestOf('paid'), { requestId: 'a' })).not.toContain(WRONG)
})

it('a lost answer is told where no booking is shown', () => {
  expect(shown(null)).toContain(WRONG)
})

it('a payment that the server calls wrong is told beside its own booking only', () => {
  expect(shown(requestOf('refunded'), { requestId: 'a', outcome: 'wrong' })).toContain(WRONG)
  expect(shown(requestOf('refunded'), { requestId: 'b', outcome: 'wrong' })).not.toContain(WRONG)
})
