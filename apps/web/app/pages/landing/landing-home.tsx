import type { Influencer } from '@parley/contract'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { api } from '../../api/browser.ts'
import { checklist, type StepName } from '../../features/onboarding/checklist.ts'
import { OnboardingCard } from '../../features/onboarding/onboarding-card.tsx'
import { useProgress } from '../../features/onboarding/use-progress.ts'
import { t } from '../../language/text.ts'
import { OWN_PART_STORAGE_KEY } from '../../theme/theme-mode.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { ShareButton } from '../../ui/share/share-button.tsx'
import css from './landing-home.module.css'
import { NextBooking, NoBooking, useNextBooking } from './next-booking.tsx'

/** The influencer's public data; undefined until they are loaded, and null where they cannot be. */
function useOwnProfile(username: string): Influencer | null | undefined {
  const [influencer, setInfluencer] = useState<Influencer | null>()
  useEffect(() => {
    const abort = new AbortController()
    api
      .get<Influencer>(`/api/parley/${username}/`, { signal: abort.signal })
      .then(setInfluencer)
      // The link to the profile works without it.
      .catch(() => setInfluencer(null))
    return () => abort.abort()
  }, [username])
  return influencer
}

/** Keeps how high this part is with the space around it, for the first paint of the next visit. */
function useKeptHeight(part: RefObject<HTMLElement | null>, isComplete: boolean): void {
  useEffect(() => {
    const around = part.current?.parentElement
    if (!around || !isComplete) return
    const keep = () => {
      try {
        localStorage.setItem(OWN_PART_STORAGE_KEY, String(around.getBoundingClientRect().height))
      } catch {
        // The browser may refuse storage; the next page then keeps a space of the usual height.
      }
    }
    const watch = new ResizeObserver(keep)
    watch.observe(around)
    return () => watch.disconnect()
  }, [part, isComplete])
}

/**
 * An influencer's part of the landing page: the link to their profile, their next call, and the remaining steps before
 * the first booking.
 */
export default function LandingHome({ username }: { username: string }) {
  const influencer = useOwnProfile(username)
  const { progress, state } = useProgress(username)
  const next = useNextBooking(username)
  const isComplete = (influencer !== undefined || state.dismissed) && next !== 'loading'
  const part = useRef<HTMLElement>(null)
  useKeptHeight(part, isComplete)
  const profile = `/profile/${username}`
  const steps = influencer && !state.dismissed ? checklist(influencer, state) : []
  const isReady = isComplete && steps.every(({ done }) => done)
  const actionFor = (step: StepName) => {
    if (step === 'call') return <ButtonLink to="/device-check">{t('Test')}</ButtonLink>
    if (step !== 'share') return <ButtonLink to={`${profile}#edit`}>{t('Edit')}</ButtonLink>
    const shared = () => progress.mark('shared')
    return (
      <ShareButton path={profile} title={t('{name} on Parley', { name: `@${username}` })} onShared={shared} />
    )
  }
  return (
    <section
      ref={part}
      className={css.home}
      aria-labelledby="own-part"
      data-complete={isComplete || undefined}
    >
      <div className={css.head}>
        <h2 id="own-part" className={css.title}>
          {t('Welcome, @{name}', { name: username })}
        </h2>
        <ButtonLink to={profile} variant={typeof next === 'string' ? 'primary' : 'secondary'}>
          {t('Go to your profile')}
        </ButtonLink>
      </div>
      {isComplete && typeof next !== 'string' && <NextBooking request={next} username={username} />}
      {isReady && next === 'none' && <NoBooking username={username} />}
      {isComplete && steps.length > 0 && (
        <OnboardingCard steps={steps} actionFor={actionFor} onDismiss={() => progress.mark('dismissed')} />
      )}
    </section>
  )
}
