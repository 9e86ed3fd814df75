import { ButtonLink } from '../../ui/button.tsx'
import { PageBody } from '../../ui/page.tsx'
import { QuestionList } from './question-list.tsx'
import { QUESTIONS } from './questions.ts'
import css from './reading.module.css'

export function FaqPage() {
  return (
    <PageBody width="text" className={css.reading}>
      <h1>Frequently asked questions</h1>
      <QuestionList questions={QUESTIONS} />
      <p>
        <ButtonLink to="/terms">Terms and privacy</ButtonLink>
      </p>
    </PageBody>
  )
}
