import { durationText } from '../../../language/durations.ts'
import { priceText } from '../../../language/prices.ts'
import { t } from '../../../language/text.ts'
import { noteName } from '../note.tsx'
import { placeRule } from '../place-rule.ts'
import { OrderSheet } from './order-sheet.tsx'
import type { PlaceBooking } from './place-booking.ts'

export interface PlaceSheetProps {
  state: ReturnType<PlaceBooking['getSnapshot']>
  /** When the event begins, as this page writes it. */
  when: string
  onNote: (note: string) => void
  onCancel: () => void
  onConfirm: () => void
}

/** The confirmation of a place at an event. */
export function PlaceSheet({ state, when, onNote, onCancel, onConfirm }: PlaceSheetProps) {
  const { offer } = state
  const isQueue = offer.format === 'queue'
  return (
    <OrderSheet
      state={state}
      title={
        isQueue
          ? t('A turn at “{event}”', { event: offer.title })
          : t('A place at “{event}”', { event: offer.title })
      }
      description={offer.description}
      facts={[
        { name: t('When'), value: when },
        {
          name: isQueue ? t('Your turn') : t('Length'),
          value: durationText(offer.duration, offer.duration_display),
        },
        ...(isQueue ? [{ name: t('What you get'), value: t('A private video call, one to one') }] : []),
      ]}
      price={priceText(offer.amount)}
      {...placeRule(offer)}
      noteLabel={noteName(offer.format)}
      noteHint={t('Only the two of you read this. You may leave it empty.')}
      onNote={onNote}
      onCancel={onCancel}
      onConfirm={onConfirm}
    />
  )
}
