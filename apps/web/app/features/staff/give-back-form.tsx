import {
  STAFF_REASON_MAX,
  STAFF_REASON_MIN,
  type StaffGiveBackBody,
  type StaffRequest,
} from '@parley/contract'
import { useState } from 'react'
import { priceText } from '../../language/prices.ts'
import { t } from '../../language/text.ts'
import { ProblemNote } from '../../ui/alerts/problem-note.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { TextArea, TextField } from '../../ui/form/field.tsx'
import css from './staff.module.css'

interface GiveBackFormProps {
  request: StaffRequest
  onGive: (act: StaffGiveBackBody) => void
  /** Whether it waits for a second member of staff now. */
  waits: boolean
  problem: string | null
  busy: boolean
}

/** Gives a part of a sale back to its buyer; above 500.00 a second member of staff confirms it. */
export function GiveBackForm({ request, onGive, waits, problem, busy }: GiveBackFormProps) {
  const [amount, setAmount] = useState('')
  const [reason, setReason] = useState('')
  const isReady = amount.trim() !== '' && reason.trim().length >= STAFF_REASON_MIN
  return (
    <Card>
      <h2>{t('Give money back')}</h2>
      <p className={css.muted}>
        {t('The buyer gets a mail. Above £500 in all a second member of staff confirms it first.')}
      </p>
      <TextField
        label={t('Amount in pounds')}
        hint={t('Not more than is left of the sale, which cost {amount}.', {
          amount: priceText(request.amount),
        })}
        inputMode="decimal"
        value={amount}
        onChange={event => setAmount(event.target.value)}
      />
      <TextArea
        label={t('Reason, for the record')}
        hint={t('At least {least} characters.', { least: String(STAFF_REASON_MIN) })}
        value={reason}
        maxLength={STAFF_REASON_MAX}
        onChange={event => setReason(event.target.value)}
      />
      <div className={css.problem} aria-live="polite">
        {problem !== null ? (
          <ProblemNote>{problem}</ProblemNote>
        ) : (
          waits && <p>{t('This waits for a second member of staff, at the desk.')}</p>
        )}
      </div>
      <Button
        look="danger"
        busy={busy}
        disabled={!isReady}
        onClick={() => onGive({ amount: amount.trim(), reason, version: request.version })}
      >
        {t('Give back')}
      </Button>
    </Card>
  )
}
