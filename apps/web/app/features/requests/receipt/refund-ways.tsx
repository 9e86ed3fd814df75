import type { SessionRequest } from '@parley/contract'
import { useMutation } from '@tanstack/react-query'
import { CreditCard, Landmark } from 'lucide-react'
import { api } from '../../../api/browser.ts'
import { ApiError, errorText } from '../../../api/errors.ts'
import { t } from '../../../language/text.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { WordsPlace } from '../../../ui/words-place.tsx'
import css from './refund-ways.module.css'

export interface RefundWaysProps {
  request: SessionRequest
  changed: (request: SessionRequest) => void
}

/** Whether the server needs an account of the buyer first. */
function wantsAccount(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status !== 409) return false
  const { body } = error
  return typeof body === 'object' && body !== null && 'needs' in body && body.needs === 'payout_account'
}

/** The choices for a refund that the buyer's bank returned: the same card, or an account that the buyer names. */
export function RefundWays({ request, changed }: RefundWaysProps) {
  const again = useMutation({
    mutationFn: (to: 'card' | 'account') =>
      api.post<SessionRequest>(`/api/influencer/parley_requests/${request.id}/refund-again/`, { to }),
    onSuccess: changed,
  })
  const card = request.payment.card?.last4
  // It is no error: the account is the first step of this way.
  const isAccountNext = wantsAccount(again.error)
  return (
    <section className={css.ways} aria-label={t('Where should the money go?')}>
      <h2 className={css.heading}>{t('Where should the money go?')}</h2>
      <Button
        variant={isAccountNext ? 'secondary' : 'primary'}
        wide
        busy={again.isPending}
        icon={<Landmark size={18} aria-hidden="true" />}
        onClick={() => again.mutate('account')}
      >
        {t('To another card or bank account')}
      </Button>
      <Button
        wide
        busy={again.isPending}
        icon={<CreditCard size={18} aria-hidden="true" />}
        onClick={() => again.mutate('card')}
      >
        {card ? t('To the card ending {card} once more', { card }) : t('To the same card once more')}
      </Button>
      <WordsPlace
        error={again.isError && !isAccountNext ? errorText(again.error) : null}
        rest={t('Stripe, who sends the money, asks for the account on a page of its own.')}
      />
      <p role="status">
        {isAccountNext &&
          t('Tell Stripe first where it goes. Then come back here and choose this way again.')}
      </p>
      {isAccountNext && (
        <ButtonLink to="/earnings" variant="primary" wide>
          {t('Name your account')}
        </ButtonLink>
      )}
    </section>
  )
}
