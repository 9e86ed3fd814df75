import type { Earnings, OwnFactors } from '@parley/contract'
import { t } from '../../language/text.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import css from './earnings-page.module.css'
import { isNothing } from './earnings-words.ts'

type Sums = Pick<Earnings, 'held' | 'payable' | 'in_transit' | 'paid_out'>

/** Whether a person has money that a thief with the password alone could redirect. */
export function needsFactor(
  earnings: Sums,
  { totp, passkeys }: Pick<OwnFactors, 'totp' | 'passkeys'>,
): boolean {
  const { held, payable, in_transit, paid_out } = earnings
  return !totp && passkeys.length === 0 && ![held, payable, in_transit, paid_out].every(isNothing)
}

/** From the first earnings on, invites a person without a second factor to add one. */
export function FactorInvitation() {
  return (
    <Card className={css.invitation}>
      <p>
        {t(
          'Your password alone opens your account, and with it your money. Add a passkey or an authenticator app, so that nobody else can change where your earnings go.',
        )}
      </p>
      <ButtonLink to="/my-account#security">{t('Add a second factor')}</ButtonLink>
    </Card>
  )
}
