import type { Earnings, EarningsEntry } from '@parley/contract'
import type { ReactNode } from 'react'
import { numberText } from '../../language/formats.ts'
import { plural, t } from '../../language/text.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { EarningsEntries } from './earnings-entries.tsx'
import { EarningsFigures } from './earnings-figures.tsx'
import css from './earnings-page.module.css'
import { isNothing } from './earnings-words.ts'
import { PayoutAccountCard } from './payout-account-card.tsx'
import { UpcomingPayouts } from './upcoming-payouts.tsx'

export interface EarningsPageProps {
  earnings: Earnings
  entries: readonly EarningsEntry[]
  feePercent: number
  releaseAfterHours: number
  /** The path of the person's own profile, where they have one to share. */
  profilePath: string | null
  onSetUp: () => void
  settingUp: { busy: boolean; problem: string | null }
  onMore: (() => void) | null
  loadingMore: boolean
  /** Shown first: disputes have a deadline for an answer. */
  first: ReactNode
}

const hasNothing = ({ held, payable, in_transit, paid_out, debt }: Earnings) =>
  [held, payable, in_transit, paid_out, debt].every(isNothing)

/** A person's money: the payout account, where the money is, the next payouts, and the history. */
export function EarningsPage(props: EarningsPageProps) {
  const { earnings, entries, feePercent, releaseAfterHours, profilePath } = props
  const isEmpty = hasNothing(earnings) && entries.length === 0
  return (
    <div className={css.page}>
      <PayoutAccountCard account={earnings.payout_account} {...props.settingUp} onSetUp={props.onSetUp} />
      {props.first}
      {isEmpty ? (
        <Card>
          <EmptyState
            action={profilePath !== null && <ButtonLink to={profilePath}>{t('Your profile')}</ButtonLink>}
          >
            {plural(
              releaseAfterHours,
              {
                one: 'Nothing earned yet. Of each call or event you keep {share}%; it becomes yours {count} hour after it took place, and shows here from the moment it is paid.',
                other:
                  'Nothing earned yet. Of each call or event you keep {share}%; it becomes yours {count} hours after it took place, and shows here from the moment it is paid.',
              },
              { share: numberText(100 - feePercent) },
            )}
          </EmptyState>
        </Card>
      ) : (
        <>
          <Card>
            <EarningsFigures
              earnings={earnings}
              feePercent={feePercent}
              releaseAfterHours={releaseAfterHours}
            />
          </Card>
          <UpcomingPayouts payouts={earnings.upcoming} />
          {entries.length > 0 && (
            <EarningsEntries entries={entries} onMore={props.onMore} busy={props.loadingMore} />
          )}
        </>
      )}
    </div>
  )
}
