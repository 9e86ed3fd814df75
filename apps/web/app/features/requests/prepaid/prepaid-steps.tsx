import { msg, t } from '../../../language/text.ts'
import css from './prepaid-steps.module.css'

const STEPS = [
  {
    title: msg('You pay and get a link'),
    text: msg('Parley keeps the money until the call.'),
  },
  {
    title: msg('You pass the link on'),
    text: msg('The first person who accepts it performs, and nobody else can accept it any more.'),
  },
  {
    title: msg('You talk'),
    text: msg('The clock runs only while both are there. Then the other person is paid.'),
  },
] as const

/** How a prepaid link works, for a person who has none yet; what comes back is in the rule below the form. */
export function PrepaidSteps() {
  return (
    <section className={css.steps} aria-labelledby="prepaid-steps">
      <h2 id="prepaid-steps" className={css.heading}>
        {t('How it works')}
      </h2>
      <ol className={css.list}>
        {STEPS.map(({ title, text }) => (
          <li key={title} className={css.step}>
            <h3 className={css.name}>{t(title)}</h3>
            <p className={css.text}>{t(text)}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
