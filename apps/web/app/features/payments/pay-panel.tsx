import type { CardIntent, SessionRequest } from '@parley/contract'
import { messages } from '@parley/contract/messages'
import { penceOf } from '@parley/contract/money'
import { CreditCard } from 'lucide-react'
import { useState } from 'react'
import { priceText } from '../../language/prices.ts'
import { t } from '../../language/text.ts'
import { useStore } from '../../store/use-store.ts'
import { Button } from '../../ui/button.tsx'
import { WordsPlace } from '../../ui/words-place.tsx'
import { CardEntry } from './card-entry.tsx'
import { cardName } from './card-name.ts'
import css from './pay-panel.module.css'
import { type Payment, type PaymentSnapshot, paymentAt } from './payment.ts'
import { OUTCOME_TEXT, outcomeOf, type PaymentOutcome } from './payment-outcome.ts'

export interface PayPanelProps {
  request: SessionRequest
  payment: Payment
  cards: readonly CardIntent[]
}

/** Pays a request: with a saved card in one tap, or with a card typed now. */
export function PayPanel({ request, payment, cards }: PayPanelProps) {
  const state = useStore(payment)
  const [typing, setTyping] = useState(false)
  const [savesCard, setSavesCard] = useState(false)
  const amount = priceText(request.amount)
  const own = paymentAt(state, request)
  const outcome = outcomeAt(own, request)
  const busy = state.phase !== 'ready' || outcome === 'processing'
  const words = wordsOf(own, outcome)
  const saved = cards.filter(card => card.is_valid)
  if (saved.length === 0 || typing) {
    return (
      <CardEntry
        provider={payment.provider}
        purpose={{ kind: 'payment', amountPence: penceOf(request.amount ?? '0.00') }}
        submitLabel={t('Pay {amount}', { amount })}
        busy={busy}
        {...words}
        saving={{ checked: savesCard, onChange: setSavesCard }}
        onCard={card => payment.payByCard({ requestId: request.id, savesCard }, card)}
      />
    )
  }
  return (
    <div className={css.panel}>
      <WordsPlace
        error={words.cardError ? t(words.cardError) : words.problem && t(words.problem)}
        title={words.cardError ? t(messages.cardError) : undefined}
        status={words.status}
        rest={words.rest}
      />
      {saved.map((card, index) => (
        <Button
          key={card.id}
          variant={index === 0 ? 'primary' : 'secondary'}
          wide
          busy={busy}
          icon={<CreditCard size={18} aria-hidden="true" />}
          onClick={() => void payment.payBySavedCard(request.id, card.id)}
        >
          {t('Pay {amount} with {card}', { amount, card: cardName(card) })}
        </Button>
      ))}
      <Button variant="quiet" wide disabled={busy} onClick={() => setTyping(true)}>
        {t('Pay with another card')}
      </Button>
    </div>
  )
}

/** How the payment stands: this page has just learnt it, or the request says it by itself. */
function outcomeAt(own: PaymentSnapshot, { payment }: SessionRequest): PaymentOutcome | null {
  const isKnown = own.outcome !== null && own.outcome !== 'lost'
  if (isKnown || own.phase !== 'ready' || payment.status === 'unpaid') return own.outcome
  return outcomeOf(payment.status)
}

const FAILURES: ReadonlySet<PaymentOutcome> = new Set(['unsuccessful', 'wrong', 'lost'])

/** The message about a payment: one at a time, always in the same place. */
function wordsOf({ phase, cardError, problem }: PaymentSnapshot, outcome: PaymentOutcome | null) {
  const failed = outcome === null || !FAILURES.has(outcome) ? null : OUTCOME_TEXT[outcome]
  return {
    cardError,
    problem: problem ?? failed,
    status: outcome === 'processing' ? t(messages.paymentProcessing) : underWay(phase),
    rest: t('Nothing is charged before you press Pay.'),
  }
}

function underWay(phase: PaymentSnapshot['phase']): string | null {
  switch (phase) {
    case 'ready':
      return null
    case 'paying':
      return t('Paying...')
    case 'redirecting':
      return t("Opening your bank's check")
    case 'checking':
      return t('Confirming your payment...')
  }
}
