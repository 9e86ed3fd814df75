import type { Influencer } from '@parley/contract'
import { CURRENCY_SIGN } from '@parley/contract/constants'
import { durationText } from '@parley/contract/duration'
import type { BookingSnapshot } from './booking.ts'
import { OrderSheet } from './order-sheet.tsx'

export interface BookingSheetProps {
  state: BookingSnapshot
  influencer: Influencer
  onCancel: () => void
  onConfirm: () => void
}

/** A private call before it is booked. */
export function BookingSheet({ state, influencer, onCancel, onConfirm }: BookingSheetProps) {
  const { offer } = state
  return (
    <OrderSheet
      state={state}
      title={`A video call with ${influencer.user.first_name} ${influencer.user.last_name}`}
      description={offer.description}
      facts={[{ name: 'Length', value: durationText(offer.duration, offer.duration_display) }]}
      price={`${CURRENCY_SIGN}${offer.amount}`}
      moneyBackRule={influencer.money_back_rule}
      onCancel={onCancel}
      onConfirm={onConfirm}
    />
  )
}
