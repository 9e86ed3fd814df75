import type { CardIntent, SessionRequest } from '@parley/contract'
import { messages } from '@parley/contract/messages'
import { parseAmount } from '@parley/contract/money'
import { CreditCard } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { priceText } from '../../language/prices.ts'
import { t } from '../../language/text.ts'
import { Button } from '../../ui/button.tsx'
import { Waiting } from '../../ui/spinner.tsx'
import { CardEntry } from './card-entry.tsx'
import { cardName } from './card-name.ts'
import css from './pay-panel.module.css'
import type { Payment } from './payment.ts'
import { OUTCOME_TEXT } from './payment-outcome.ts'

export interface PayPanelProps {
  request: SessionRequest
  payment: Payment
  cards: readonly CardIntent[]
}

/** Pays a request: a saved card in one tap, or a card typed now. */
export function PayPanel({ request, payment, cards }: PayPanelProps) {
  const state = useSyncExternalStore(payment.subscribe, payment.getSnapshot, payment.getSnapshot)
  const [typing, setTyping] = useState(false)
  const amount = priceText(request.amount)
  const busy = state.phase !== 'ready'
  const saved = cards.filter(card => card.is_valid)
  if (state.phase === 'leaving') return <Waiting>{t("Opening your bank's check")}</Waiting>
  if (state.outcome === 'processing') return <Waiting>{t(messages.paymentProcessing)}</Waiting>
  return (
    <div className={css.panel}>
      {state.outcome !== null && state.outcome !== 'succeeded' && (
        <p role="alert" className={css.outcome}>
          {t(OUTCOME_TEXT[state.outcome])}
        </p>
      )}
      {saved.length > 0 && !typing ? (
        <>
          {saved.map((card, index) => (
            <Button
              key={card.id}
              look={index === 0 ? 'primary' : 'secondary'}
              wide
              busy={busy}
              icon={<CreditCard size={18} aria-hidden="true" />}
              onClick={() => void payment.payBySavedCard(request.id, card.id)}
            >
              {t('Pay {amount} with {card}', { amount, card: cardName(card) })}
            </Button>
          ))}
          {state.cardError !== null && (
            <div role="alert" className={css.outcome}>
              <strong>{t(messages.cardError)}</strong>
              <p>{t(state.cardError)}</p>
            </div>
          )}
          {state.problem !== null && (
            <p role="alert" className={css.outcome}>
              {t(state.problem)}
            </p>
          )}
          <Button look="quiet" wide onClick={() => setTyping(true)}>
            {t('Pay with another card')}
          </Button>
        </>
      ) : (
        <CardEntry
          provider={payment.provider}
          purpose={{ kind: 'payment', amountPence: parseAmount(request.amount) ?? 0 }}
          submitLabel={t('Pay {amount}', { amount })}
          busy={busy}
          cardError={state.cardError}
          problem={state.problem}
          onCard={card => payment.payByCard(request.id, card)}
        />
      )}
    </div>
  )
}
