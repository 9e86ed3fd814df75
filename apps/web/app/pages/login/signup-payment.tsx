import type { OwnUser } from '@parley/contract'
import { useEffect, useState } from 'react'
import { api, auth } from '../../api/browser.ts'
import { useNextPath } from '../../api/use-next-path.ts'
import type { SignUp } from '../../features/accounts/sign-up/sign-up.ts'
import { createCardSaving } from '../../features/payments/card-saving.ts'
import { SaveCard } from '../../features/payments/save-card.tsx'
import { t } from '../../language/text.ts'
import { useStore } from '../../store/use-store.ts'
import { Button } from '../../ui/button.tsx'
import { useCardProvider } from '../payment/use-card-provider.ts'
import { setupReturnUrl, useSetupReturn } from '../payment/use-setup-return.ts'
import css from './signup-payment.module.css'

/** The payment step of a regular sign-up: save a card, or skip. */
export function SignUpPayment({ user, signUp }: { user: OwnUser; signUp: SignUp }) {
  const provider = useCardProvider()
  const [saving] = useState(() =>
    createCardSaving({
      api,
      userId: user.id,
      provider,
      returnUrl: setupReturnUrl,
      leave: url => window.location.assign(url),
      saved: () => {
        void auth.refreshUser()
        signUp.finish()
      },
    }),
  )
  useSetupReturn(saving)
  const { problem } = useStore(saving)
  const isInvited = useNextPath().startsWith('/gift?')
  useEffect(() => {
    if (problem !== null) signUp.paymentFailed(t(problem))
  }, [signUp, problem])
  return (
    <section className={css.step}>
      <h2>{t('Payment Details')}</h2>
      <p className={css.lead}>
        {isInvited
          ? t('Your invitation needs no card: you can skip this.')
          : t('Save a card now and book in one tap later. Nothing is charged.')}
      </p>
      <SaveCard
        saving={saving}
        submitLabel={t('Sign Up')}
        aside={<Button onClick={signUp.finish}>{t('Skip')}</Button>}
      />
      <Button variant="quiet" onClick={signUp.back}>
        {t('Back')}
      </Button>
    </section>
  )
}
