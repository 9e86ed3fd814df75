import type { LiveEvent } from '@parley/contract'
import { useCallback, useEffect, useState } from 'react'
import { api } from '../../api/browser.ts'
import { eventNews } from './event-news.ts'
import { followEvent } from './follow-event.ts'

/** The finished page is answered from the server's memory, and with 304 while its event stands as it did. */
async function pageVersion(slug: string): Promise<string | null> {
  const answer = await fetch(`/live-event/${encodeURIComponent(slug)}`, { cache: 'no-cache' })
  return answer.ok ? answer.headers.get('etag') : null
}

export interface FreshEvent {
  event: LiveEvent
  /** What changed since the page was opened, for those who hear it. */
  news: string | null
  /** Takes the event as something done here left it. */
  put: (event: LiveEvent) => void
}

/** An event as it stands now, for as long as its page is looked at. */
export function useFreshEvent(loaded: LiveEvent, access: 'public' | 'private'): FreshEvent {
  const [shown, setShown] = useState({ loaded, event: loaded, news: null as string | null })
  const { slug } = loaded
  const put = useCallback(
    (event: LiveEvent) =>
      setShown(before => ({ ...before, event, news: eventNews(before.event, event) ?? before.news })),
    [],
  )
  // The page was loaded again in place: that is newer than what was asked for.
  if (shown.loaded !== loaded) setShown({ ...shown, loaded, event: loaded })
  useEffect(
    () =>
      followEvent({
        page: document,
        random: Math.random,
        pageVersion: () => (access === 'public' ? pageVersion(slug) : Promise.resolve(null)),
        load: () => api.get<LiveEvent>(`/api/parley/${encodeURIComponent(slug)}/event/`),
        loaded: put,
      }),
    [slug, access, put],
  )
  return { event: shown.event, news: shown.news, put }
}
