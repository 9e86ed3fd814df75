import type { SocialLogins as Answer } from '@parley/contract'
import { SOCIAL_NETWORKS, type SocialNetworkName } from '@parley/contract/accounts'
import { useEffect, useState } from 'react'
import { api } from '../../api/browser.ts'
import { t } from '../../language/text.ts'
import { urlOf } from '../../store/url-of.ts'
import css from './social-logins.module.css'
import { SOCIAL_MARKS } from './social-marks.tsx'

/**
 * The address of a network's login with the page to open afterwards; null when it is not an address that we link to.
 */
function startUrl(url: string | null | undefined, next: string): string | null {
  const start = urlOf(url, window.location.origin)
  if (!start) return null
  if (start.protocol !== 'https:' && start.origin !== window.location.origin) return null
  if (next !== '/') start.searchParams.set('next', next)
  return start.href
}

/** Keeps the place of the icons until their addresses are there, so that nothing below moves. */
function Places({ networks }: { networks: readonly SocialNetworkName[] }) {
  return (
    <div className={css.list} aria-hidden="true">
      {networks.map(network => (
        <span key={network} className={css.place} />
      ))}
    </div>
  )
}

export interface SocialLoginsProps {
  /** The networks with credentials, as the page's first HTML knows them. */
  networks: readonly SocialNetworkName[]
  next: string
}

/** Logins by other networks; shows only those for which the server has credentials. */
export function SocialLogins({ networks, next }: SocialLoginsProps) {
  const [answer, setAnswer] = useState<Partial<Answer> | null>(null)
  useEffect(() => {
    const abort = new AbortController()
    // The icons are an extra: without them the form still works.
    api
      .post<Answer>('/api/user/social-login/', {}, { signal: abort.signal })
      .then(setAnswer)
      // Without an answer no icons are shown; the form beside them works.
      .catch(() => undefined)
    return () => abort.abort()
  }, [])
  if (answer === null) return networks.length > 0 && <Places networks={networks} />
  const shown = SOCIAL_NETWORKS.flatMap(network => {
    const url = startUrl(answer[`${network}_login_url`], next)
    return url ? [{ network, url, mark: SOCIAL_MARKS[network] }] : []
  })
  if (shown.length === 0) return null
  return (
    <ul className={css.list} aria-label={t('Log in with')}>
      {shown.map(({ network, url, mark }) => (
        <li key={network}>
          <a href={url} className={css.icon} title={mark.name}>
            <span className="visually-hidden">{t('Log in with {network}', { network: mark.name })}</span>
            <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
              {mark.drawing}
            </svg>
          </a>
        </li>
      ))}
    </ul>
  )
}
