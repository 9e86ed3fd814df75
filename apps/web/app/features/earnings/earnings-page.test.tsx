import type { Earnings } from '@parley/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { EarningsPage } from './earnings-page.tsx'

const NOTHING: Earnings = {
  currency: 'gbp',
  payout_account: { status: 'active', requirements: [], due_at: null, payouts_enabled: true },
  ...{ held: '0.00', payable: '0.00', in_transit: '0.00', debt: '0.00', paid_out: '0.00' },
  upcoming: [],
  entries: { count: 0, next: null, previous: null, results: [] },
}

it.each([
  [1, 'it becomes yours 1 hour after it took place'],
  [48, 'it becomes yours 48 hours after it took place'],
])('who has earned nothing reads when it becomes theirs: after %i h', (hours, words) => {
  const page = renderToStaticMarkup(
    <EarningsPage
      earnings={NOTHING}
      entries={[]}
      feePercent={10}
      releaseAfterHours={hours}
      profilePath={null}
      onSetUp={() => undefined}
      settingUp={{ busy: false, problem: null }}
      onMore={null}
      loadingMore={false}
      first={null}
    />,
  )
  expect(page).toContain(words)
})
