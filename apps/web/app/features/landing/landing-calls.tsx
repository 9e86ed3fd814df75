import type { AuthSnapshot } from '../../api/auth-store.ts'
import { t } from '../../language/text.ts'
import { ButtonLink } from '../../ui/button.tsx'
import css from './landing-page.module.css'

/**
 * Two links for a new visitor: the larger for people who look for a person, the other for people who sell their time.
 */
function Doors() {
  return (
    <>
      <div className={css.doors}>
        <section className={css.door} aria-labelledby="door-fan">
          <h2 id="door-fan" className={css.doorName}>
            {t('I want to talk to somebody')}
          </h2>
          <p>{t('Pick a person, see the price, talk in your browser.')}</p>
          <ButtonLink to="/explore" variant="primary" wide>
            {t('Find somebody')}
          </ButtonLink>
          <ButtonLink to="/signup/regular" wide>
            {t('Sign up as a user')}
          </ButtonLink>
        </section>
        <section className={css.door} aria-labelledby="door-seller">
          <h2 id="door-seller" className={css.doorName}>
            {t('I sell my time')}
          </h2>
          <p>{t('Set a price and a length, and share your link.')}</p>
          <ButtonLink to="/signup/influencer" wide>
            {t('Sign up as an influencer')}
          </ButtonLink>
        </section>
      </div>
      <div>
        <ButtonLink to="/login" variant="quiet" atEdge>
          {t('Log in')}
        </ButtonLink>
      </div>
    </>
  )
}

/**
 * The calls to action for each kind of reader; both lists are in the HTML, and the first script shows the right one.
 */
export function LandingCalls({ auth }: { auth: AuthSnapshot }) {
  return (
    <>
      <div data-for="visitor" className={css.entrance}>
        <Doors />
      </div>
      <div data-for="member" className={css.calls}>
        {auth.user?.is_influencer && (
          <ButtonLink to={`/profile/${auth.user.username}`} variant="primary">
            {t('Go to your profile')}
          </ButtonLink>
        )}
        {auth.user && !auth.user.is_influencer && (
          <ButtonLink to="/explore" variant="primary">
            {t('Find somebody')}
          </ButtonLink>
        )}
        {auth.user && !auth.user.is_influencer && <ButtonLink to="/my-account">{t('My account')}</ButtonLink>}
      </div>
    </>
  )
}
