import { STAFF_REPORTS_COUNTED_MAX, type StaffStoryLine } from '@parley/contract'
import { Link } from 'react-router'
import { t } from '../../language/text.ts'
import css from './staff.module.css'
import { momentText } from './staff-words.ts'

const countText = (counted: number) =>
  counted > STAFF_REPORTS_COUNTED_MAX ? `${STAFF_REPORTS_COUNTED_MAX}+` : String(counted)

/** A summary of a person for the desk, in four lines. */
export function Story({ story, title }: { story: StaffStoryLine; title: string }) {
  const counted = ({ all, upheld }: StaffStoryLine['reports_about']) =>
    t('{all}, of which {upheld} upheld', { all: countText(all), upheld: countText(upheld) })
  return (
    <section>
      <h2>{title}</h2>
      <dl className={css.facts}>
        {/* On the person's own page the link would lead to that page itself. */}
        {title !== `@${story.username}` && (
          <>
            <dt>{t('Who')}</dt>
            <dd>
              <Link to={`/staff/people/${story.id}`}>@{story.username}</Link>
            </dd>
          </>
        )}
        <dt>{t('Since')}</dt>
        <dd>{momentText(story.since)}</dd>
        <dt>{t('Reports about them')}</dt>
        <dd>{counted(story.reports_about)}</dd>
        <dt>{t('Reports by them')}</dt>
        <dd>{counted(story.reports_made)}</dd>
      </dl>
    </section>
  )
}
