import type { AuthSnapshot } from '../../api/auth-store.ts'
import { t } from '../../language/text.ts'
import { ButtonLink } from '../../ui/button.tsx'
import css from './landing-page.module.css'

/** The calls to action, by who looks; both lists are in the page and the first script shows the right one. */
export function LandingCalls({ auth }: { auth: AuthSnapshot }) {
  return (
    <>
      <div data-for="visitor" className={css.calls}>
        <ButtonLink to="/signup/influencer" look="primary">
          {t('Sign up as an influencer')}
        </ButtonLink>
        <ButtonLink to="/signup/regular">{t('Sign up as a user')}</ButtonLink>
        <ButtonLink to="/login" look="quiet">
          {t('Log in')}
        </ButtonLink>
      </div>
      <div data-for="member" className={css.calls}>
        {auth.user?.is_influencer && (
          <ButtonLink to={`/profile/${auth.user.username}`} look="primary">
            {t('Go to your profile')}
          </ButtonLink>
        )}
        {auth.user && !auth.user.is_influencer && <ButtonLink to="/my-account">{t('My account')}</ButtonLink>}
      </div>
    </>
  )
}
