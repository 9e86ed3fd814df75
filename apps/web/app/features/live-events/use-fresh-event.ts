import type { LiveEvent } from '@parley/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { api } from '../../api/browser.ts'
import { eventNews } from './event-news.ts'
import { type Following, followEvent } from './follow-event.ts'

/** The server answers the finished page from memory, and with 304 while its event is unchanged. */
async function pageVersion(slug: string): Promise<string | null> {
  const answer = await fetch(`/live-event/${encodeURIComponent(slug)}`, { cache: 'no-cache' })
  return answer.ok ? answer.headers.get('etag') : null
}

export interface FreshEvent {
  event: LiveEvent
  /** What changed since the page was opened, for screen readers. */
  news: string | null
  /** Sets the event after an action on this page. */
  put: (event: LiveEvent) => void
  /** Loads the event again after an action on this page that changed it, such as a booked place. */
  reload: () => void
}

/** An event, kept up to date as long as its page is visible. */
export function useFreshEvent(loaded: LiveEvent, access: 'public' | 'private'): FreshEvent {
  const [shown, setShown] = useState({ loaded, event: loaded, news: null as string | null })
  const { slug } = loaded
  const following = useRef<Following | null>(null)
  const show = useCallback(
    (event: LiveEvent) =>
      setShown(before => ({ ...before, event, news: eventNews(before.event, event) ?? before.news })),
    [],
  )
  const put = useCallback(
    (event: LiveEvent) => {
      following.current?.outdate()
      show(event)
    },
    [show],
  )
  const reload = useCallback(() => following.current?.changed(), [])
  // The router has loaded the page again: its data are newer than those of the last poll.
  if (shown.loaded !== loaded) setShown({ ...shown, loaded, event: loaded })
  useEffect(() => {
    const started = followEvent({
      page: document,
      random: Math.random,
      pageVersion: () => (access === 'public' ? pageVersion(slug) : Promise.resolve(null)),
      load: () => api.get<LiveEvent>(`/api/parley/${encodeURIComponent(slug)}/event/`),
      loaded: show,
    })
    following.current = started
    return started.stop
  }, [slug, access, show])
  return { event: shown.event, news: shown.news, put, reload }
}
