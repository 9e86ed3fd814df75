import { messages } from '@parley/contract/messages'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { RichText } from '../../../language/rich-text.tsx'
import { t } from '../../../language/text.ts'
import { useStore } from '../../../store/use-store.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Ring } from '../../../ui/ring.tsx'
import css from '../form-page.module.css'
import { FormPage } from '../form-page.tsx'
import type { Sold } from '../login-purpose.ts'
import { AccountStepForm } from './account-step.tsx'
import { InfluencerStepForm } from './influencer-step.tsx'
import { PurposeCard } from './purpose-card.tsx'
import { SIGN_UP_STEPS, type SignUp, type SignUpKind } from './sign-up.ts'
import done from './sign-up-page.module.css'

export interface SignUpPageProps {
  kind: SignUpKind
  signUp: SignUp
  /** The offer for which the person signs up; null when there is none. */
  sold: Sold | null
  loginTo: string
  /** Ends the login of this account, before somebody else logs in. */
  logOut: () => void
  /** The page on which a logged-in user becomes an influencer; null for an influencer. */
  becomeTo: string | null
  /** The platform's fee in percent. */
  feePercent: number
  /** The payment step of a regular sign-up, shown when the account exists. */
  payment?: ReactNode
}

function Created({ username }: { username: string | null }) {
  // The last step was longer and scrolled: its end would be shown, without the heading. Chromium answers a promise,
  // which React would call as the end of the effect.
  useEffect(() => void window.scrollTo(0, 0), [])
  return (
    <div className={done.done} role="status">
      <Ring className={done.ring} weight={8} />
      {username !== null && (
        <p className={done.name}>
          <RichText
            text="Your profile is {profile}"
            parts={{ profile: <Link to={`/profile/${username}`}>@{username}</Link> }}
          />
        </p>
      )}
      <p>{t('Taking you on…')}</p>
    </div>
  )
}

/**
 * An influencer's account is created at the end of the sign-up: a person who was logged in before has another account
 * already.
 */
function AlreadyHere({ username, becomeTo }: { username: string; becomeTo: string | null }) {
  return (
    <EmptyState
      title={<h1>{t('You have an account')}</h1>}
      action={
        <div className={done.choices}>
          {becomeTo !== null && (
            <ButtonLink to={becomeTo} variant="primary">
              {t('Become an influencer')}
            </ButtonLink>
          )}
          <ButtonLink to="/my-account">{t('My account')}</ButtonLink>
          <ButtonLink to="/logout">{t('Log out')}</ButtonLink>
        </div>
      }
    >
      {t('You are logged in as @{username}. Log out to create another account.', { username })}
    </EmptyState>
  )
}

type LoginLineProps = Pick<SignUpPageProps, 'loginTo' | 'logOut'> & { username: string | null }

/** The way to a login: the person's own, or that of somebody else once this account exists. */
function LoginLine({ username, loginTo, logOut }: LoginLineProps) {
  return (
    <p>
      {username === null ? (
        <RichText
          text="Already have an account? <login>Login</login>"
          parts={{ login: words => <Link to={loginTo}>{words}</Link> }}
        />
      ) : (
        <RichText
          text="Not {profile}? <login>Login</login>"
          parts={{
            profile: `@${username}`,
            login: words => (
              <Link to={loginTo} onClick={logOut}>
                {words}
              </Link>
            ),
          }}
        />
      )}
    </p>
  )
}

/** Scrolls to the top when a new step begins; one that begins with a refused field has the focus there. */
function useTopOfStep(step: number, isRefused: boolean) {
  const top = useRef<HTMLParagraphElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    if (isRefused) return
    top.current?.scrollIntoView({ block: 'start' })
    top.current?.focus({ preventScroll: true })
  }, [step, isRefused])
  return top
}

/** Both sign-ups: heading, step number, and the step's form. */
export function SignUpPage({ kind, signUp, sold, becomeTo, feePercent, payment, ...ways }: SignUpPageProps) {
  const { step, busy, done: finished, username, errors } = useStore(signUp)
  const top = useTopOfStep(step, errors !== null)
  if (kind === 'influencer' && username !== null && !finished)
    return <AlreadyHere username={username} becomeTo={becomeTo} />
  if (finished) {
    return (
      <FormPage title={t(messages.accountCreated)}>
        <Created username={username} />
      </FormPage>
    )
  }
  return (
    <FormPage
      title={t(messages.createAccount)}
      lead={
        kind === 'influencer'
          ? t('Set your price, share your link, get paid for your time.')
          : sold === null && t('Book time with the people you follow.')
      }
      before={sold && <PurposeCard sold={sold} />}
      after={<LoginLine username={username} {...ways} />}
    >
      <p className={css.step} ref={top} tabIndex={-1}>
        {t('STEP {step} / {steps}', { step, steps: SIGN_UP_STEPS })}
      </p>
      <div className={css.bar} aria-hidden="true">
        <div className={css.progress} style={{ transform: `scaleX(${step / SIGN_UP_STEPS})` }} />
      </div>
      <div hidden={step !== 1}>
        <AccountStepForm onContinue={signUp.continueAccount} busy={busy} errors={errors} />
        {kind === 'regular' && username !== null && (
          <Button variant="quiet" wide onClick={signUp.finish}>
            {t('Skip')}
          </Button>
        )}
      </div>
      {kind === 'influencer' && (
        <div hidden={step !== 2}>
          <InfluencerStepForm
            feePercent={feePercent}
            onSignUp={signUp.signUp}
            onBack={signUp.back}
            busy={busy}
            errors={errors}
          />
        </div>
      )}
      {kind === 'regular' && step === 2 && payment}
    </FormPage>
  )
}
