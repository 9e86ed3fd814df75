import { CURRENCY_SIGN } from '@parley/contract/constants'
import { durationText } from '@parley/contract/duration'
import { EVENT_MONEY_BACK_RULE } from '@parley/contract/live-events'
import { OrderSheet } from './order-sheet.tsx'
import type { PlaceBooking } from './place-booking.ts'

export interface PlaceSheetProps {
  state: ReturnType<PlaceBooking['getSnapshot']>
  /** When it begins, as this page writes it. */
  when: string
  onCancel: () => void
  onConfirm: () => void
}

/** A place at an event before it is booked. */
export function PlaceSheet({ state, when, onCancel, onConfirm }: PlaceSheetProps) {
  const { offer } = state
  return (
    <OrderSheet
      state={state}
      title={`A place at “${offer.title}”`}
      description={offer.description}
      facts={[
        { name: 'When', value: when },
        { name: 'Length', value: durationText(offer.duration, offer.duration_display) },
      ]}
      price={`${CURRENCY_SIGN}${offer.amount}`}
      moneyBackRule={EVENT_MONEY_BACK_RULE}
      onCancel={onCancel}
      onConfirm={onConfirm}
    />
  )
}
