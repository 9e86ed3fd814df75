import type { OwnPayment } from '@parley/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { PaymentList } from './payment-list.tsx'

const NOWHERE = { held: '0.00', on_its_way_back: '0.00', back: '0.00', earned: '0.00' }

function textOf(where: Partial<OwnPayment['where']>): string {
  const payment: OwnPayment = {
    ...{ request_slug: 'a-call', request_type: 'private', influencer: 'ivy', event_title: null },
    ...{ at: '2026-03-01T12:00:00Z', amount: '25.00', card: { brand: 'visa', last4: '4242' } },
    where: { ...NOWHERE, ...where },
  }
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <PaymentList payments={[payment]} onMore={null} busy={false} />
    </MemoryRouter>,
  )
  return html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
}

it.each([
  // The call may be over or cancelled already: what stays paid of it is held too, until it is the influencer's.
  ['what is held, whether its call is to come or not', { held: '25.00' }, 'Held by Parley £25.00'],
  ['what is on its way back', { on_its_way_back: '5.00' }, 'On its way back to you £5.00'],
  ['what has come back', { back: '25.00' }, 'Given back to you £25.00'],
  ['what is the influencer’s', { earned: '25.00' }, 'Earned £25.00'],
])('a payment says %s', (_what, where, text) => {
  const shown = textOf(where)
  expect(shown).toContain(text)
  expect(shown.match(/£/g)).toHaveLength(2)
})
