import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { WaitingMoney } from './waiting-money.tsx'

it('money about which only an operator can do something is shown with the next step', () => {
  const page = renderToStaticMarkup(
    <WaitingMoney
      waits={[
        { kind: 'returned_to_leaver', amount: '25.00' },
        { kind: 'taken_back', amount: '22.50' },
      ]}
    />,
  )
  expect(page).toContain('£25.00 came back from the bank of the buyer, who has left.')
  expect(page).toContain('£22.50 of the payout was taken back by hand')
  expect(page).not.toContain('gave back')
})

it('nothing is shown where no money waits', () => {
  expect(renderToStaticMarkup(<WaitingMoney waits={[]} />)).toBe('')
})
