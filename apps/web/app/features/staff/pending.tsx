import type { StaffAct, StaffPending } from '@parley/contract'
import { useState } from 'react'
import { Link } from 'react-router'
import { priceText } from '../../language/prices.ts'
import { t } from '../../language/text.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { rolesText } from './code-words.ts'
import { ActNote, isReason, ReasonField } from './reason-field.tsx'
import css from './staff.module.css'
import { momentText } from './staff-words.ts'

/** The requested act, in one sentence. */
function requestText({ kind, amount, person, role }: StaffPending): string {
  const name = person?.username ?? ''
  switch (kind) {
    case 'give_back':
      return t('Give {amount} back to @{name}', { amount: priceText(amount ?? '0'), name })
    case 'decide_problem':
      return t('Settle the problem of @{name}: {amount} goes back', {
        amount: priceText(amount ?? '0'),
        name,
      })
    case 'concede_dispute':
      return t('Accept the loss of {amount} to the bank of @{name}', {
        amount: priceText(amount ?? '0'),
        name,
      })
    case 'restore':
      return t('Open the account of @{name} again', { name })
    case 'grant_role':
      return t('Give @{name} the role {role}', { name, role: rolesText(role ? [role] : []) })
    case 'revoke_role':
      return t('Take the role {role} from @{name}', { name, role: rolesText(role ? [role] : []) })
  }
}

export type PendingWord = 'confirm' | 'refuse'

interface PendingActProps {
  pending: StaffPending
  onDecide: (word: PendingWord, act: StaffAct) => void
  problem: string | null
  busy: boolean
}

/** One act that waits for a second member of staff; the member who requested it can only withdraw it. */
export function PendingAct({ pending, onDecide, problem, busy }: PendingActProps) {
  const [reason, setReason] = useState('')
  const { by, at, is_own: isOwn, is_party: isParty, person, request_id: requestId, version } = pending
  const isTooShort = !isReason(reason)
  const press = (word: PendingWord) => onDecide(word, { reason, version })
  return (
    <Card className={css.form}>
      <h3>
        <Link to={requestId ? `/staff/requests/${requestId}` : `/staff/people/${person?.id ?? ''}`}>
          {requestText(pending)}
        </Link>
      </h3>
      <p className={css.muted}>{t('Asked for by @{name}, {at}', { name: by, at: momentText(at) })}</p>
      {pending.reason !== '' && <p className={css.quote}>{pending.reason}</p>}
      {isOwn && <p>{t('You asked for this: another member of staff confirms it.')}</p>}
      {isParty && !isOwn ? (
        <p>{t('You are part of this case: somebody else decides it')}</p>
      ) : (
        <>
          <ReasonField reason={reason} onReason={setReason} />
          <ActNote problem={problem} />
          <div className={css.choices}>
            {!isOwn && (
              <Button variant="primary" busy={busy} disabled={isTooShort} onClick={() => press('confirm')}>
                {t('Confirm')}
              </Button>
            )}
            <Button busy={busy} disabled={isTooShort} onClick={() => press('refuse')}>
              {isOwn ? t('Take it back') : t('Refuse')}
            </Button>
          </div>
        </>
      )}
    </Card>
  )
}
