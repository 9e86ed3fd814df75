import type { Influencer } from '@parley/contract'
import { CURRENCY_SIGN } from '@parley/contract/constants'
import { durationText } from '@parley/contract/duration'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import type { BookingSnapshot } from './booking.ts'
import css from './booking-sheet.module.css'

export interface BookingSheetProps {
  state: BookingSnapshot
  influencer: Influencer
  onCancel: () => void
  onConfirm: () => void
}

/** What, how long, how much, and when money comes back: then Cancel or Confirm. */
export function BookingSheet({ state, influencer, onCancel, onConfirm }: BookingSheetProps) {
  const { offer } = state
  const name = `${influencer.user.first_name} ${influencer.user.last_name}`
  return (
    <Sheet
      open={state.phase !== 'closed'}
      onOpenChange={open => {
        if (!open) onCancel()
      }}
      title={`A video call with ${name}`}
      description={offer.description}
      actions={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button look="primary" busy={state.phase === 'sending'} onClick={onConfirm}>
            Confirm
          </Button>
        </>
      }
    >
      {state.offerChanged && (
        <p role="alert" className={css.changed}>
          The offer has just changed. Please look at it again before you confirm.
        </p>
      )}
      <dl className={css.facts}>
        <div>
          <dt>Length</dt>
          <dd>{durationText(offer.duration, offer.duration_display)}</dd>
        </div>
        <div>
          <dt>Price</dt>
          <dd className={css.price}>
            {CURRENCY_SIGN}
            {offer.amount}
          </dd>
        </div>
      </dl>
      <p className={css.rule}>{influencer.money_back_rule}</p>
      {state.problem !== null && (
        <p role="alert" className={css.problem}>
          {state.problem}
        </p>
      )}
    </Sheet>
  )
}
