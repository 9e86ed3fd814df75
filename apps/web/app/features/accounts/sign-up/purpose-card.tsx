import type { ReactNode } from 'react'
import { t } from '../../../language/text.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Portrait } from '../../../ui/portrait.tsx'
import { presentSold, type Sold } from '../login-purpose.ts'
import css from './purpose-card.module.css'

/** The reason for the login, with the image of the person or event. */
export function PurposeCard({ sold }: { sold: Sold }) {
  const { name, picture, words } = presentSold(sold)
  return (
    <div className={css.purpose}>
      <Portrait name={name} picture={picture} sizes="72px" className={css.portrait} />
      <p className={css.words}>{words}</p>
    </div>
  )
}

/** Shown in a browser in which a person has logged in before; `NewHere` is for all others. */
export function ForKnown({ children }: { children: ReactNode }) {
  return <div className={css.forKnown}>{children}</div>
}

/**
 * A person who has never logged in here first sees the sign-up; the login is below it. The server's HTML is the same
 * for everyone: an attribute of the document, set before the first paint, tells whether this browser is known.
 */
export function NewHere({ to }: { to: string }) {
  return (
    <div className={css.newHere}>
      <ButtonLink to={to} variant="primary" wide data-goes-first="new">
        {t('Sign up as a user')}
      </ButtonLink>
      <p className={css.or}>{t('It takes a minute. Or log in, if you have an account:')}</p>
    </div>
  )
}
