import type { Influencer } from '@parley/contract'
import { MONEY_BACK_RULE } from '@parley/contract/call-money'
import { durationText } from '../../../language/durations.ts'
import { priceText } from '../../../language/prices.ts'
import { t } from '../../../language/text.ts'
import type { BookingSnapshot } from './booking.ts'
import { OrderSheet } from './order-sheet.tsx'

export interface BookingSheetProps {
  state: BookingSnapshot
  influencer: Influencer
  /** When the call begins, as the reader's zone says it; null for any time. */
  when: string | null
  onNote: (note: string) => void
  onCancel: () => void
  onConfirm: () => void
}

/** A private call before it is booked. */
export function BookingSheet({ state, influencer, when, onNote, onCancel, onConfirm }: BookingSheetProps) {
  const { offer } = state
  return (
    <OrderSheet
      state={state}
      title={t('A video call with {name}', {
        name: `${influencer.user.first_name} ${influencer.user.last_name}`,
      })}
      description={offer.description}
      facts={[
        ...(when === null ? [] : [{ name: t('When'), value: when }]),
        { name: t('Length'), value: durationText(offer.duration, offer.duration_display) },
      ]}
      price={priceText(offer.amount)}
      ruleOf="call"
      moneyBackRule={t(MONEY_BACK_RULE, { name: influencer.user.username })}
      noteHint={t('Only the two of you read this. You may leave it empty.')}
      onNote={onNote}
      onCancel={onCancel}
      onConfirm={onConfirm}
    />
  )
}
