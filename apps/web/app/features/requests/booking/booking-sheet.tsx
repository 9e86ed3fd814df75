import type { Influencer } from '@parley/contract'
import { MONEY_BACK_RULE, TERMS_SENTENCE } from '@parley/contract/call-money'
import { datedSteps, MONEY_BACK_SENTENCES } from '@parley/contract/money-back'
import type { ReactNode } from 'react'
import { durationText } from '../../../language/durations.ts'
import { priceText } from '../../../language/prices.ts'
import { t } from '../../../language/text.ts'
import { serverNowMs } from '../../../store/server-clock.ts'
import { LadderLine } from '../money-back/ladder-line.tsx'
import { splitText } from '../split-text.ts'
import type { BookingSnapshot } from './booking.ts'
import { OrderSheet } from './order-sheet.tsx'

export interface BookingSheetProps {
  state: BookingSnapshot
  influencer: Influencer
  /** When the call begins, in the reader's zone, and in the API's format; null for any time. */
  when: string | null
  start: string | null
  /** The zone in which `when` is written. */
  zone: string
  /**
   * Other times, because somebody else took the chosen one in between; the fan chooses one of them, or closes the
   * sheet.
   */
  instead?: ReactNode
  onNote: (note: string) => void
  onCancel: () => void
  onConfirm: () => void
}

/** The confirmation of a private call: everything in one view. */
export function BookingSheet({
  state,
  influencer,
  when,
  start,
  zone,
  instead = null,
  onNote,
  onCancel,
  onConfirm,
}: BookingSheetProps) {
  const { offer } = state
  const now = new Date(serverNowMs())
  // Who wanted a time must not confirm a call without one, because somebody else took theirs.
  const isLost = start === null && instead !== null
  const said = isLost ? t('Pick a time') : when
  const steps =
    start === null
      ? null
      : datedSteps({ policy: offer.money_back, startsAt: new Date(start), paidAt: now, atMostPercent: 100 })
  return (
    <OrderSheet
      state={state}
      title={t('A video call with {name}', {
        name: `${influencer.user.first_name} ${influencer.user.last_name}`,
      })}
      description={offer.description}
      facts={[
        ...(said === null ? [] : [{ name: t('When'), value: said }]),
        { name: t('Length'), value: durationText(offer.duration, offer.duration_display) },
      ]}
      price={priceText(offer.amount)}
      split={splitText(influencer, offer.amount)}
      moneyBack={steps && <LadderLine steps={steps} amount={offer.amount} now={now} zone={zone} />}
      terms={steps || isLost ? t(MONEY_BACK_SENTENCES[offer.money_back]) : t(TERMS_SENTENCE)}
      ruleOf="call"
      moneyBackRule={t(MONEY_BACK_RULE, { name: influencer.user.username })}
      noteLabel={t('What I would like to talk about')}
      noteHint={t('Only the two of you read this. You may leave it empty.')}
      instead={instead}
      isOpenChoice={isLost}
      onNote={onNote}
      onCancel={onCancel}
      onConfirm={onConfirm}
    />
  )
}
