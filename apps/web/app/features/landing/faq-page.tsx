import { t } from '../../language/text.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { PageBody } from '../../ui/page.tsx'
import { QuestionList } from './question-list.tsx'
import { questionGroups } from './questions.ts'
import css from './reading.module.css'

export function FaqPage({ releaseAfterHours }: { releaseAfterHours: number }) {
  return (
    <PageBody width="text" className={css.reading}>
      <h1>{t('Frequently asked questions')}</h1>
      {questionGroups(releaseAfterHours).map(group => (
        <section key={group.title} className={css.group}>
          <h2>{group.title}</h2>
          <QuestionList questions={group.questions} />
        </section>
      ))}
      <p>
        <ButtonLink to="/terms">{t('Terms and privacy')}</ButtonLink>
      </p>
    </PageBody>
  )
}
