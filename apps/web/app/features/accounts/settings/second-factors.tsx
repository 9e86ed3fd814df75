import type { OwnFactors } from '@parley/contract'
import { dateText } from '../../../language/formats.ts'
import { RichText } from '../../../language/rich-text.tsx'
import { plural, t } from '../../../language/text.ts'
import { Button } from '../../../ui/button.tsx'
import css from './settings.module.css'

export interface SecondFactorsProps {
  factors: OwnFactors
  /** What is under way. */
  busy: 'add' | 'remove' | 'renew' | null
  onAdd: () => void
  onRemove: (id: string) => void
  onRenew: () => void
}

const dayText = (iso: string) => dateText(new Date(iso), { dateStyle: 'medium' })

/** What one shows beside the password: the authenticator app and the recovery codes. */
export function SecondFactors({ factors, busy, onAdd, onRemove, onRenew }: SecondFactorsProps) {
  const { totp, recovery_codes_left: left } = factors
  if (totp === null) {
    return (
      <div>
        <Button busy={busy === 'add'} onClick={onAdd}>
          {t('Set up an authenticator app')}
        </Button>
      </div>
    )
  }
  return (
    <ul className={css.logins}>
      <li>
        <div>
          <p className={css.device}>{t('Authenticator app')}</p>
          <p className={css.facts}>
            <RichText
              text="Since {since}"
              parts={{ since: <time dateTime={totp.since}>{dayText(totp.since)}</time> }}
            />
          </p>
        </div>
        <Button
          busy={busy === 'remove'}
          aria-label={t('Remove the authenticator app')}
          onClick={() => onRemove(totp.id)}
        >
          {t('Remove')}
        </Button>
      </li>
      <li>
        <div>
          <p className={css.device}>{t('Recovery codes')}</p>
          <p className={css.facts}>
            {plural(left, { one: '{count} code is left', other: '{count} codes are left' })}
          </p>
        </div>
        <Button busy={busy === 'renew'} onClick={onRenew}>
          {t('New codes')}
        </Button>
      </li>
    </ul>
  )
}
