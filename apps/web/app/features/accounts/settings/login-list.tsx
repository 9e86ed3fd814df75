import type { StandingLogin } from '@parley/contract'
import { dateText } from '../../../language/formats.ts'
import { RichText } from '../../../language/rich-text.tsx'
import { t } from '../../../language/text.ts'
import { Button } from '../../../ui/button.tsx'
import { deviceText } from './device-text.ts'
import css from './settings.module.css'

export interface LoginListProps {
  logins: readonly StandingLogin[]
  /** The login that is being ended. */
  ending: string | null
  onEnd: (login: StandingLogin) => void
}

const whenText = (iso: string) => dateText(new Date(iso), { dateStyle: 'medium', timeStyle: 'short' })

/** The logins of a person; each other one can be ended here. */
export function LoginList({ logins, ending, onEnd }: LoginListProps) {
  return (
    <ul className={css.logins}>
      {logins.map(login => (
        <li key={login.id}>
          <div>
            <p className={css.device}>{deviceText(login.device)}</p>
            <p className={css.facts}>
              <RichText
                text="Since {since}, last used {used}"
                parts={{
                  since: <time dateTime={login.created_at}>{whenText(login.created_at)}</time>,
                  used: <time dateTime={login.last_used_at}>{whenText(login.last_used_at)}</time>,
                }}
              />
            </p>
          </div>
          {login.is_current ? (
            <span className={css.current}>{t('This device')}</span>
          ) : (
            <Button
              busy={ending === login.id}
              aria-label={t('Revoke {device}, last used {used}', {
                device: deviceText(login.device),
                used: whenText(login.last_used_at),
              })}
              onClick={() => onEnd(login)}
            >
              {t('Revoke')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
