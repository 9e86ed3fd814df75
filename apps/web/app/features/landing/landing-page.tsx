import { CalendarCheck, Link2, Video } from 'lucide-react'
import type { AuthSnapshot } from '../../api/auth-store.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import css from './landing-page.module.css'
import { Preview } from './preview.tsx'
import { QuestionList } from './question-list.tsx'
import { QUESTIONS } from './questions.ts'
import { SLIDES } from './slides.ts'
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

function Calls({ auth }: { auth: AuthSnapshot }) {
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

export function LandingPage({ auth }: { auth: AuthSnapshot }) {
  const [state, rotation] = useRotation(SLIDES.length)
  return (
    <div className={css.page}>
      <section className={css.hero}>
        <div className={css.pitch}>
          <h1 className={css.headline}>Monitize your audience</h1>
          <p className={classes(css.line, state.pitchShown && css.lineShown)}>
            Get paid for{' '}
            <span className={css.caption} key={state.index}>
              {SLIDES[state.index]?.caption}
            </span>
          </p>
          <Calls auth={auth} />
        </div>
        <Preview state={state} rotation={rotation} />
      </section>
      <section className={css.section} aria-labelledby="how">
        <h2 id="how" className={css.title}>
          How it works
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
      <section className={classes(css.section, css.questions)} aria-labelledby="questions">
        <h2 id="questions" className={css.title}>
          Questions
        </h2>
        <div>
          <QuestionList questions={QUESTIONS.slice(0, 4)} />
          <ButtonLink to="/faq" look="quiet">
            All questions
          </ButtonLink>
        </div>
      </section>
    </div>
  )
}
