import { NOTE_MAX } from '@parley/contract/constants'
import type { ReactNode } from 'react'
import { t } from '../../../language/text.ts'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/form/field.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { MoneyRule, type RuleOf } from '../money-rule.tsx'
import { RefusedNote } from '../refused-note.tsx'
import css from './booking-sheet.module.css'
import type { OrderSnapshot } from './order.ts'
import { payStep } from './pay-step.ts'

export interface OrderSheetProps {
  state: Omit<OrderSnapshot<unknown>, 'offer'>
  title: string
  description: string
  facts: readonly { name: string; value: ReactNode }[]
  /** In the format of the page's language. */
  price: string
  /** How the price is divided. */
  split?: string
  /** A drawing of the refund steps. */
  moneyBack?: ReactNode
  /** The sentence beside Confirm. */
  terms?: string
  moneyBackRule: string
  ruleOf: RuleOf
  noteLabel: string
  /** Says who reads the note. */
  noteHint: string
  /** What the buyer can choose instead of what was refused. */
  instead?: ReactNode
  /** Whether something is to be chosen before it can be confirmed. */
  isOpenChoice?: boolean
  onNote: (note: string) => void
  onCancel: () => void
  onConfirm: () => void
}

/** The offer, its price, and the refund rule: then Cancel or Confirm. */
export function OrderSheet(props: OrderSheetProps) {
  const { state, title, description, facts, price, noteLabel, noteHint, onNote, onCancel, onConfirm } = props
  const { moneyBackRule, ruleOf, split, moneyBack, terms, instead, isOpenChoice } = props
  return (
    <Sheet
      open={state.phase !== 'closed'}
      onOpenChange={open => {
        if (!open) onCancel()
      }}
      title={title}
      description={description}
      focusNext={payStep}
      actions={
        <>
          <span className={css.low} data-price={price} aria-hidden="true" />
          <Button onClick={onCancel}>{t('Cancel')}</Button>
          <Button
            variant="primary"
            busy={state.phase === 'sending'}
            disabled={isOpenChoice}
            onClick={onConfirm}
          >
            {t('Confirm')}
          </Button>
        </>
      }
    >
      {state.offerChanged && (
        <p role="alert" className={css.changed}>
          {t('The offer has just changed. Please look at it again before you confirm.')}
        </p>
      )}
      <dl className={css.facts}>
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt>{t('Price')}</dt>
          <dd className={css.price}>{price}</dd>
        </div>
      </dl>
      {split && <p className={css.split}>{split}</p>}
      {moneyBack}
      {terms && <p className={css.terms}>{terms}</p>}
      <MoneyRule of={ruleOf} rule={moneyBackRule} />
      <TextArea
        label={noteLabel}
        hint={noteHint}
        rows={2}
        className={css.note}
        maxLength={NOTE_MAX}
        value={state.note}
        onChange={event => onNote(event.target.value)}
      />
      {state.problem !== null && <RefusedNote problem={state.problem} wayOn={state.wayOn} />}
      {instead}
    </Sheet>
  )
}
