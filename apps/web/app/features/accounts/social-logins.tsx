import { useEffect, useState } from 'react'
import { api } from '../../api/browser.ts'
import css from './social-logins.module.css'

const NETWORKS = ['google', 'facebook', 'instagram', 'twitter', 'linkedin', 'snapchat'] as const
type Network = (typeof NETWORKS)[number]
type Answer = Partial<Record<`${Network}_login_url`, string | null>>

/** Logins by other networks; only those the server has credentials for are shown. */
export function SocialLogins() {
  const [answer, setAnswer] = useState<Answer>({})
  useEffect(() => {
    const leaving = new AbortController()
    // The icons are an extra: without them the form still logs in.
    api
      .post<Answer>('/api/user/social-login/', {}, { signal: leaving.signal })
      .then(setAnswer)
      .catch(() => undefined)
    return () => leaving.abort()
  }, [])
  const shown = NETWORKS.flatMap(network => {
    const url = answer[`${network}_login_url`]
    return url && /^(https:\/\/|\/(?!\/))/.test(url) ? [{ network, url }] : []
  })
  if (shown.length === 0) return null
  return (
    <ul className={css.list} aria-label="Log in with">
      {shown.map(({ network, url }) => (
        <li key={network}>
          <a href={url} className={css.icon} aria-label={`Log in with ${network}`} title={network}>
            {network[0]?.toUpperCase()}
          </a>
        </li>
      ))}
    </ul>
  )
}
