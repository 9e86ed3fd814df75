import type { OwnFactors } from '@parley/contract'
import type { ReactNode } from 'react'
import { dateText } from '../../../language/formats.ts'
import { RichText } from '../../../language/rich-text.tsx'
import { plural, t } from '../../../language/text.ts'
import { Button } from '../../../ui/button.tsx'
import css from './settings.module.css'

export interface SecondFactorsProps {
  factors: OwnFactors
  /** The running act, or the id of the factor that is being removed. */
  busy: string | null
  onAddApp: () => void
  onAddPasskey: () => void
  onRemove: (id: string) => void
  onRenew: () => void
  onKeep: () => void
}

function Since({ at }: { at: string }) {
  const day = dateText(new Date(at), { dateStyle: 'medium' })
  return <RichText text="Since {since}" parts={{ since: <time dateTime={at}>{day}</time> }} />
}

function Line({ name, facts, children }: { name: string; facts: ReactNode; children: ReactNode }) {
  return (
    <li>
      <div>
        <p className={css.device}>{name}</p>
        <p className={css.facts}>{facts}</p>
      </div>
      {children}
    </li>
  )
}

/** The second factors of a person: passkeys, the authenticator app and the recovery codes. */
export function SecondFactors(props: SecondFactorsProps) {
  const { factors, busy, onAddApp, onAddPasskey, onRemove, onRenew, onKeep } = props
  const { totp, passkeys, recovery_codes_left: left, ends_at: endsAt } = factors
  const hasFactor = totp !== null || passkeys.length > 0
  return (
    <>
      {endsAt !== null && (
        <div role="alert" className={css.pending}>
          <p>
            {t('Somebody said that all of them are lost: they are removed on {when}.', {
              when: dateText(new Date(endsAt), { dateStyle: 'long', timeStyle: 'short' }),
            })}
          </p>
          <div>
            <Button variant="primary" busy={busy === 'keep'} onClick={onKeep}>
              {t('Stop it')}
            </Button>
          </div>
        </div>
      )}
      {hasFactor && (
        <ul className={css.logins}>
          {passkeys.map(({ id, name, since }) => (
            <Line key={id} name={name} facts={<Since at={since} />}>
              <Button
                busy={busy === id}
                aria-label={t('Remove the passkey “{name}”', { name })}
                onClick={() => onRemove(id)}
              >
                {t('Remove')}
              </Button>
            </Line>
          ))}
          {totp && (
            <Line name={t('Authenticator app')} facts={<Since at={totp.since} />}>
              <Button
                busy={busy === totp.id}
                aria-label={t('Remove the authenticator app')}
                onClick={() => onRemove(totp.id)}
              >
                {t('Remove')}
              </Button>
            </Line>
          )}
          <Line
            name={t('Recovery codes')}
            facts={plural(left, { one: '{count} code is left', other: '{count} codes are left' })}
          >
            <Button busy={busy === 'renew'} onClick={onRenew}>
              {t('New codes')}
            </Button>
          </Line>
        </ul>
      )}
      <div className={css.buttons}>
        <Button busy={busy === 'passkey'} onClick={onAddPasskey}>
          {t('Add a passkey')}
        </Button>
        {totp === null && (
          <Button busy={busy === 'app'} onClick={onAddApp}>
            {t('Set up an authenticator app')}
          </Button>
        )}
      </div>
    </>
  )
}
