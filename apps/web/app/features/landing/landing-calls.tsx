import type { AuthSnapshot } from '../../api/auth-store.ts'
import { ButtonLink } from '../../ui/button.tsx'
import css from './landing-page.module.css'

/** The calls to action, by who looks; both lists are in the page and the first script shows the right one. */
export function LandingCalls({ auth }: { auth: AuthSnapshot }) {
  return (
    <>
      <div data-for="visitor" className={css.calls}>
        <ButtonLink to="/signup/influencer" look="primary">
          Sign up as an influencer
        </ButtonLink>
        <ButtonLink to="/signup/regular">Sign up as a user</ButtonLink>
        <ButtonLink to="/login" look="quiet">
          Log in
        </ButtonLink>
      </div>
      <div data-for="member" className={css.calls}>
        {auth.user?.is_influencer && (
          <ButtonLink to={`/profile/${auth.user.username}`} look="primary">
            Go to your profile
          </ButtonLink>
        )}
        {auth.user && !auth.user.is_influencer && <ButtonLink to="/my-account">My account</ButtonLink>}
      </div>
    </>
  )
}
