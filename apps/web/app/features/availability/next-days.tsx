import type { Availability } from '@parley/contract'
import { errorText } from '../../api/errors.ts'
import { dateText } from '../../language/formats.ts'
import { plural, t } from '../../language/text.ts'
import { LoadFailed } from '../../ui/alerts/load-failed.tsx'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/waiting/skeleton.tsx'
import css from './next-days.module.css'
import { useNextDays } from './use-availability.ts'

const SHOWN = 6

/** The next seven days as fans see them, by the saved hours. */
export function NextDays({ username, saved }: { username: string; saved: Availability }) {
  const query = useNextDays(username, saved.version)
  return (
    <Card className={css.card} role="region" aria-labelledby="next-days">
      <h2 id="next-days" className={css.title}>
        {t('The next seven days, as fans see them')}
      </h2>
      {query.isPending && <Skeleton height="308px" />}
      {query.isLoadingError && (
        <LoadFailed problem={errorText(query.error)} retry={() => void query.refetch()} />
      )}
      <ul className={css.days}>
        {query.data?.days.map(({ date, slots }) => (
          <li key={date} className={css.day}>
            <strong>
              {dateText(new Date(`${date}T12:00:00Z`), {
                weekday: 'short',
                day: 'numeric',
                month: 'short',
                timeZone: 'UTC',
              })}
            </strong>
            <span className={css.times}>
              {slots.length === 0 && t('Nothing free')}
              {slots
                .slice(0, SHOWN)
                .map(({ start }) =>
                  dateText(new Date(start), { hour: '2-digit', minute: '2-digit', timeZone: saved.zone }),
                )
                .join(' · ')}
              {slots.length > SHOWN &&
                ` · ${plural(slots.length - SHOWN, { one: '{count} more', other: '{count} more' })}`}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
