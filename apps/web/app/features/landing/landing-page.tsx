import { CalendarCheck, Link2, Video } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AuthSnapshot } from '../../api/auth-store.ts'
import { RichText } from '../../language/rich-text.tsx'
import { msg, t } from '../../language/text.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { EarningsSlider } from './earnings-slider.tsx'
import call from './images/call.webp?url'
import callPhone from './images/call-phone.webp?url'
import { LandingCalls } from './landing-calls.tsx'
import css from './landing-page.module.css'
import { PITCH_SCRIPT } from './pitch/early-pitch.ts'
import { Preview } from './pitch/preview.tsx'
import { FILM, IMAGES } from './pitch/slides.ts'
import { usePitch } from './pitch/use-pitch.ts'
import { QuestionList } from './question-list.tsx'
import { firstQuestions } from './questions.ts'

const STEPS = [
  {
    icon: Link2,
    title: msg('Share your link'),
    text: msg('Set a price and a length, and put the link to your profile where your audience is.'),
  },
  {
    icon: CalendarCheck,
    title: msg('They book and pay'),
    text: msg('The price and the money-back rule are clear before anyone pays.'),
  },
  {
    icon: Video,
    title: msg('You talk'),
    text: msg('A private video call in the browser. The clock runs only while both of you are there.'),
  },
] as const

function PitchLine() {
  return (
    <p className={css.line}>
      <span aria-hidden="true" data-testid="pitch">
        <RichText
          text="Get paid for {caption}"
          parts={{
            caption: (
              <span className={css.caption} key="caption" data-pitch="caption" suppressHydrationWarning>
                {t(FILM.caption)}
              </span>
            ),
          }}
        />
      </span>
      {/* Read out once and as a whole: a screen reader would read changing captions all the time. */}
      <span className="visually-hidden">
        {t('Get paid for {caption}: {others}.', {
          caption: t(FILM.caption),
          others: IMAGES.map(slide => t(slide.caption)).join(', '),
        })}
      </span>
    </p>
  )
}

function Hero({ auth, home }: Pick<LandingPageProps, 'auth' | 'home'>) {
  const hero = usePitch<HTMLElement>()
  return (
    <section className={css.hero} ref={hero}>
      <div className={css.pitch}>
        <h1 className={css.headline}>{t('Monitize your audience')}</h1>
        <PitchLine />
        {!home && <LandingCalls auth={auth} />}
      </div>
      <Preview />
      <script
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours.
        dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? PITCH_SCRIPT : '' }}
      />
    </section>
  )
}

export interface LandingPageProps {
  auth: AuthSnapshot
  feePercent: number
  /** An influencer's own part, above the pitch for visitors. */
  home?: ReactNode
  /** What is on now and soon. */
  onNow?: ReactNode
}

/** A recorded call of the product itself, with two drawn people. */
function ProductCall() {
  return (
    <section className={css.section} aria-labelledby="call">
      <h2 id="call" className={css.title}>
        {t('This is a call')}
      </h2>
      <figure className={css.product}>
        <picture>
          <source media="(max-width: 599px)" srcSet={callPhone} width="780" height="1440" />
          <img
            src={call}
            width="1920"
            height="1200"
            loading="lazy"
            decoding="async"
            alt={t(
              'A video call: the other person large, your own picture small, the time left in a ring at the top.',
            )}
          />
        </picture>
        <figcaption>
          {t(
            'A screen of Parley itself, with two demo people. You pay for the seconds you are both there, and you see them run.',
          )}
        </figcaption>
      </figure>
    </section>
  )
}

/** The landing page: the pitch, how it works, the earnings, and questions. */
export function LandingPage({ auth, feePercent, home, onNow }: LandingPageProps) {
  return (
    <div className={css.page}>
      <div className={css.home}>{home}</div>
      <Hero auth={auth} home={home} />
      {onNow}
      <ProductCall />
      <section className={css.section} aria-labelledby="how">
        <h2 id="how" className={css.title}>
          {t('How it works')}
        </h2>
        <ol className={css.steps}>
          {STEPS.map(step => (
            <li key={step.title} className={css.step}>
              <span className={css.icon}>
                <step.icon size={24} aria-hidden="true" />
              </span>
              <h3>{t(step.title)}</h3>
              <p>{t(step.text)}</p>
            </li>
          ))}
        </ol>
      </section>
      <section className={css.section} aria-labelledby="earn">
        <h2 id="earn" className={css.title}>
          {t('What you earn')}
        </h2>
        <div className={css.earnings}>
          <EarningsSlider feePercent={feePercent} />
        </div>
      </section>
      <section className={classes(css.section, css.questions)} aria-labelledby="questions">
        <h2 id="questions" className={css.title}>
          {t('Questions')}
        </h2>
        <div className={css.answers}>
          <QuestionList questions={firstQuestions()} />
          <ButtonLink to="/faq" variant="quiet" atEdge className={css.more ?? ''}>
            {t('All questions')}
          </ButtonLink>
        </div>
      </section>
    </div>
  )
}
