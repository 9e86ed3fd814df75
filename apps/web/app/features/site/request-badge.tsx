import type { Page, SessionRequest } from '@parley/contract'
import { SESSIONS_BADGE_MAX } from '@parley/contract/constants'
import { Inbox } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../api/browser.ts'
import { t } from '../../language/text.ts'
import css from './header.module.css'

const OPEN_PRIVATE = '/api/influencer/requests/?request_type=private&state=offered&page_size=1'

/** The way to the influencer's requests, with how many private ones are open. */
export function RequestBadge({ username }: { username: string }) {
  const [count, setCount] = useState(0)
  useEffect(() => {
    const leaving = new AbortController()
    api
      .get<Page<SessionRequest>>(OPEN_PRIVATE, { signal: leaving.signal })
      .then(page => setCount(page.count))
      .catch(() => setCount(0))
    return () => leaving.abort()
  }, [])
  const shown = count > SESSIONS_BADGE_MAX ? `${SESSIONS_BADGE_MAX}+` : String(count)
  return (
    <Link
      to={`/profile/${username}#sessions`}
      className={`${css.account} ${css.badge}`}
      aria-label={t('Your requests, {count} open', { count: shown })}
    >
      <Inbox size={20} aria-hidden="true" />
      {count > 0 && <span className={css.count}>{shown}</span>}
    </Link>
  )
}
