import { CalendarCheck, Link2, Video } from 'lucide-react'
import type { AuthSnapshot } from '../../api/auth-store.ts'
import { t } from '../../language/text.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { EarningsSlider } from './earnings-slider.tsx'
import { LandingCalls } from './landing-calls.tsx'
import css from './landing-page.module.css'
import { Preview } from './preview.tsx'
import { QuestionList } from './question-list.tsx'
import { FIRST_QUESTIONS } from './questions.ts'
import { FILM, PICTURES, SLIDES } from './slides.ts'
import { useRotation } from './use-rotation.ts'

const STEPS = [
  {
    icon: Link2,
    title: 'Share your link',
    text: 'Set a price and a length, and put the link to your profile where your audience is.',
  },
  {
    icon: CalendarCheck,
    title: 'They book and pay',
    text: 'The price and the money-back rule are clear before anyone pays.',
  },
  {
    icon: Video,
    title: 'You talk',
    text: 'A private video call in the browser. The clock runs only while both of you are there.',
  },
] as const

/** Until the pitch begins, and beside the film, the line says what is sold anyway: it is never empty. */
function PitchLine({ caption }: { caption: string }) {
  return (
    <p className={css.line}>
      <span aria-hidden="true" data-testid="pitch">
        Get paid for{' '}
        <span className={css.caption} key={caption}>
          {caption}
        </span>
      </span>
      {/* Said once and as a whole: words that change by themselves would talk over the reader. */}
      <span className="visually-hidden">
        Get paid for {FILM.caption}: {PICTURES.map(slide => slide.caption).join(', ')}.
      </span>
    </p>
  )
}

function Hero({ auth }: { auth: AuthSnapshot }) {
  const [state, rotation] = useRotation(SLIDES.length)
  const caption = state.pitchShown ? SLIDES[state.index]?.caption : undefined
  return (
    <section className={css.hero}>
      <div className={css.pitch}>
        <h1 className={css.headline}>{t('Monitize your audience')}</h1>
        <PitchLine caption={caption ?? FILM.caption} />
        <LandingCalls auth={auth} />
      </div>
      <Preview state={state} rotation={rotation} />
    </section>
  )
}

/** The first page: the pitch, how it works, what it earns, and questions. */
export function LandingPage({ auth, feePercent }: { auth: AuthSnapshot; feePercent: number }) {
  return (
    <div className={css.page}>
      <Hero auth={auth} />
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
              <h3>{step.title}</h3>
              <p>{step.text}</p>
            </li>
          ))}
        </ol>
      </section>
      <section className={css.section} aria-labelledby="earn">
        <h2 id="earn" className={css.title}>
          {t('What you earn')}
        </h2>
        <EarningsSlider feePercent={feePercent} />
      </section>
      <section className={classes(css.section, css.questions)} aria-labelledby="questions">
        <h2 id="questions" className={css.title}>
          {t('Questions')}
        </h2>
        <div>
          <QuestionList questions={FIRST_QUESTIONS} />
          <ButtonLink to="/faq" look="quiet" className={css.more ?? ''}>
            {t('All questions')}
          </ButtonLink>
        </div>
      </section>
    </div>
  )
}
