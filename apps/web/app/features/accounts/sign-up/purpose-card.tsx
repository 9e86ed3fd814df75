import type { ReactNode } from 'react'
import { t } from '../../../language/text.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Portrait } from '../../../ui/portrait.tsx'
import { presentSold, type Sold } from '../login-purpose.ts'
import css from './purpose-card.module.css'

/** What the login is for, with the face it is about. */
export function PurposeCard({ sold }: { sold: Sold }) {
  const { name, picture, words } = presentSold(sold)
  return (
    <div className={css.purpose}>
      <Portrait name={name} picture={picture} sizes="72px" className={css.portrait} />
      <p className={css.words}>{words}</p>
    </div>
  )
}

/** What the page has instead of `NewHere` where somebody was logged in before. */
export function ForKnown({ children }: { children: ReactNode }) {
  return <div className={css.forKnown}>{children}</div>
}

/**
 * Somebody who was never logged in here makes an account first; the login stays below. The page is the same for everyone:
 * whether this browser is known is in the document before it is first painted.
 */
export function NewHere({ to }: { to: string }) {
  return (
    <div className={css.newHere}>
      <ButtonLink to={to} look="primary" wide data-goes-first="new">
        {t('Sign up as a user')}
      </ButtonLink>
      <p className={css.or}>{t('It takes a minute. Or log in, if you have an account:')}</p>
    </div>
  )
}
