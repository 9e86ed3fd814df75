import type { StandingLogin } from '@parley/contract'
import { t } from '../../language/text.ts'
import { Button } from '../../ui/button.tsx'
import css from './settings.module.css'

export interface LoginListProps {
  logins: readonly StandingLogin[]
  /** The login whose end is under way. */
  ending: string | null
  onEnd: (login: StandingLogin) => void
}

const WHEN = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** Where one is logged in; any other place can be logged out from here. */
export function LoginList({ logins, ending, onEnd }: LoginListProps) {
  return (
    <ul className={css.logins}>
      {logins.map(login => (
        <li key={login.id}>
          <div>
            <p className={css.device}>{login.device}</p>
            <p className={css.facts}>
              Since <time dateTime={login.created_at}>{WHEN.format(new Date(login.created_at))}</time>, last
              used <time dateTime={login.last_used_at}>{WHEN.format(new Date(login.last_used_at))}</time>
            </p>
          </div>
          {login.is_current ? (
            <span className={css.current}>{t('This device')}</span>
          ) : (
            <Button
              busy={ending === login.id}
              aria-label={`Revoke ${login.device}, last used ${WHEN.format(new Date(login.last_used_at))}`}
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
