import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { aRequest, PAYMENT } from '../a-request.testing.ts'
import { Receipt } from './receipt.tsx'

it('the receipt of a call whose whole price went back takes no negative fee from its influencer', () => {
  const request = aRequest({
    ...{ state: 'completed', settled_by: 'nobody_came', paid_at: '2026-01-01T00:00:00Z' },
    payment: { ...PAYMENT.paid, status: 'refunded', refunded_amount: '25.00' },
  })
  const page = renderToStaticMarkup(
    <MemoryRouter>
      <Receipt request={request} viewer={{ username: 'maya' }} actions={null} />
    </MemoryRouter>,
  )
  expect(page).toContain('−£25.00')
  expect(page).toMatch(/Platform fee \(10%\)<\/dt><dd>£0\.00/)
})
