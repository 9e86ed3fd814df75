import { ChevronDown } from 'lucide-react'
import css from './question-list.module.css'
import type { Question } from './questions.ts'

/** Questions in `details` elements, which open without a script. */
export function QuestionList({ questions }: { questions: readonly Question[] }) {
  return (
    <div className={css.list}>
      {questions.map(question => (
        <details key={question.ask} className={css.item}>
          <summary className={css.ask}>
            {question.ask}
            <ChevronDown size={20} aria-hidden="true" className={css.arrow} />
          </summary>
          <p className={css.answer}>{question.answer}</p>
        </details>
      ))}
    </div>
  )
}
