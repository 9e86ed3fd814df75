import type { SessionRequest } from '@parley/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { aRequest, PAYMENT } from '../a-request.testing.ts'
import { Receipt } from './receipt.tsx'

const shown = (request: SessionRequest, username: string) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <Receipt request={request} viewer={{ username }} actions={null} />
    </MemoryRouter>,
  )

it('the receipt of a call whose whole price went back takes no negative fee from its influencer', () => {
  const request = aRequest({
    ...{ state: 'completed', settled_by: 'nobody_came', paid_at: '2026-01-01T00:00:00Z' },
    payment: { ...PAYMENT.paid, status: 'refunded', refunded_amount: '25.00' },
  })
  const page = shown(request, 'maya')
  expect(page).toContain('−£25.00')
  expect(page).toMatch(/Platform fee \(10%\)<\/dt><dd>£0\.00/)
})

const ended = {
  ...({ state: 'completed', outcome: 'part_served', settled_by: 'not_used' } as const),
  ...{ paid_at: '2026-01-01T00:00:00Z', ended_at: '2026-01-01T12:00:00Z' },
}

it('the receipt of a call that ended early says so once to its buyer, with what goes back', () => {
  const payment = { ...PAYMENT.paid, status: 'partly_refunded', refunded_amount: '10.00' } as const
  const page = shown(aRequest({ ...ended, payment }), 'sam')
  expect(page.match(/Ended early/g)).toHaveLength(1)
  expect(page).toContain('Ended early. £10.00 went back to the card you paid with.')
  expect(page).toMatch(/You paid<\/dt><dd>£15\.00/)
  expect(shown(aRequest({ ...ended, payment }), 'maya')).toContain('Ended early, £10.00 back')
})

it('the receipt of a payment that went back whole does not say that its buyer paid nothing', () => {
  const payment = { ...PAYMENT.paid, status: 'refunded', refunded_amount: '25.00' } as const
  const page = shown(aRequest({ ...ended, settled_by: 'rejected', outcome: 'rejected', payment }), 'sam')
  expect(page).toMatch(/Price after refunds<\/dt><dd>£0\.00/)
  expect(page).not.toContain('You paid')
})

it('a reason to reject stands beside the name of who gave it', () => {
  const page = shown(aRequest({ ...ended, settled_by: 'rejected', reject_reason: 'I am ill' }), 'sam')
  expect(page).toContain('@maya: <q>I am ill</q>')
})

it('while a refund is with us that the bank sent back, the receipt does not say that its buyer has it', () => {
  const sums = { refunded_amount: '25.00', returned_amount: '15.00' }
  const payment = { ...PAYMENT.paid, ...sums, status: 'refund_failed' } as const
  const page = shown(aRequest({ ...ended, settled_by: 'rejected', outcome: 'rejected', payment }), 'sam')
  expect(page).toContain('Rejected, but your bank sent the refund back')
  expect(page).toMatch(/Paid back<\/dt><dd>−£10\.00/)
  expect(page).toMatch(/Sent back by your bank<\/dt><dd>−£15\.00/)
  expect(page).toMatch(/Price after refunds<\/dt><dd>£0\.00/)
  expect(page).not.toContain('You paid')
})
