import type { StaffGiveBackBody, StaffRequest } from '@parley/contract'
import { formatAmount, penceOf } from '@parley/contract/money'
import { useState } from 'react'
import { priceText } from '../../language/prices.ts'
import { t } from '../../language/text.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { TextField } from '../../ui/form/field.tsx'
import { penceWithin } from '../../ui/offer/pence-within.ts'
import { ActNote, isReason, ReasonField } from './reason-field.tsx'
import css from './staff.module.css'

interface GiveBackFormProps {
  request: StaffRequest
  onGive: (act: StaffGiveBackBody & { amount: string }) => void
  /** Whether the refund waits for a second member of staff now. */
  waits: boolean
  problem: string | null
  busy: boolean
}

/** Refunds a part of a sale to its buyer; a second member of staff confirms more than 500.00. */
export function GiveBackForm({ request, onGive, waits, problem, busy }: GiveBackFormProps) {
  const [amount, setAmount] = useState('')
  const [reason, setReason] = useState('')
  const leftPence = penceOf(request.left)
  const back = penceWithin(amount, leftPence)
  const isSum = back !== null && back > 0
  const range = t('Up to {left}: so much of the sale is left.', { left: priceText(request.left) })
  const isWrong = !isSum && amount !== ''
  const isAtBank = request.payment === 'disputed' || request.payment === 'charged_back'
  if (leftPence === 0 || isAtBank)
    return (
      <Card className={css.form}>
        <h2>{t('Give money back')}</h2>
        <p>
          {isAtBank
            ? t('The bank of the buyer decides about this payment: nothing can be given back before.')
            : t('Nothing of this sale is left that could go back.')}
        </p>
      </Card>
    )
  return (
    <Card className={css.form}>
      <h2>{t('Give money back')}</h2>
      <p className={css.muted}>
        {t('The buyer gets a mail. Above £500 in all a second member of staff confirms it first.')}
      </p>
      <TextField
        label={t('Amount in pounds')}
        error={isWrong ? range : undefined}
        hint={
          isSum
            ? t('{back} goes back to @{buyer}, {rest} stays paid.', {
                back: priceText(formatAmount(back)),
                buyer: request.buyer.username,
                rest: priceText(formatAmount(leftPence - back)),
              })
            : !isWrong && range
        }
        inputMode="decimal"
        value={amount}
        onChange={event => setAmount(event.target.value)}
      />
      <ReasonField reason={reason} onReason={setReason} />
      <ActNote problem={problem} waits={waits} />
      <Button
        variant="danger"
        busy={busy}
        disabled={!isSum || !isReason(reason)}
        onClick={() =>
          back !== null && onGive({ amount: formatAmount(back), reason, version: request.version })
        }
      >
        {t('Give back')}
      </Button>
    </Card>
  )
}
