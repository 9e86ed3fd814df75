import type { OwnUser } from '@parley/contract'
import { SESSIONS_BADGE_MAX } from '@parley/contract/constants'
import { CalendarClock, Inbox } from 'lucide-react'
import { Link } from 'react-router'
import { t } from '../../language/text.ts'
import css from './header.module.css'

export interface RequestBadgeProps {
  user: Pick<OwnUser, 'username' | 'is_influencer'>
  /** Open private calls: those that an influencer must answer, or a fan's own. */
  count: number
}

/** The link to one's private calls, with the number of open ones: an influencer's requests, a fan's bookings. */
export function RequestBadge({ user, count }: RequestBadgeProps) {
  const shown = count > SESSIONS_BADGE_MAX ? `${SESSIONS_BADGE_MAX}+` : String(count)
  const Icon = user.is_influencer ? Inbox : CalendarClock
  return (
    <Link
      to={user.is_influencer ? `/profile/${user.username}#sessions` : '/bookings'}
      className={`${css.account} ${css.badge}`}
      aria-label={
        user.is_influencer
          ? t('Your requests, {count} open', { count: shown })
          : t('Your bookings, {count} open', { count: shown })
      }
    >
      <Icon size={20} aria-hidden="true" />
      {count > 0 && <span className={css.count}>{shown}</span>}
    </Link>
  )
}
