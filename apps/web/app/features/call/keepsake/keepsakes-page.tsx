import type { Keepsake, KeepsakeList } from '@parley/contract/live/keepsake'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Download, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { api, auth } from '../../../api/browser.ts'
import { errorText } from '../../../api/errors.ts'
import { t } from '../../../language/text.ts'
import { alerts } from '../../../ui/alerts/alerts.ts'
import { LoadFailed } from '../../../ui/alerts/load-failed.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LocalTime } from '../../../ui/local-time.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { Waiting } from '../../../ui/waiting/spinner.tsx'
import css from './keepsakes-page.module.css'

const FIRST_PAGE = '/api/keepsakes/?page_size=100'
const DAY = { day: 'numeric', month: 'long', year: 'numeric' } as const

/** A photo is read with the login, so that its address alone shows it to nobody. */
function useSecretPicture(id: string, isWanted: boolean): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!isWanted) return
    const abort = new AbortController()
    let made: string | null = null
    const load = async () => {
      const headers = { authorization: `Bearer ${await auth.accessToken()}` }
      const answer = await fetch(`/api/keepsakes/${id}/picture/`, { headers, signal: abort.signal })
      if (!answer.ok) return
      made = URL.createObjectURL(await answer.blob())
      if (abort.signal.aborted) URL.revokeObjectURL(made)
      else setUrl(made)
    }
    // A photo that does not come leaves its place empty, with its words beside it.
    load().catch(() => undefined)
    return () => {
      abort.abort()
      if (made) URL.revokeObjectURL(made)
    }
  }, [id, isWanted])
  return url
}

/** Whether an element has been near the window: a long list loads only the photos that somebody comes to. */
function useWasNear() {
  const element = useRef<HTMLLIElement>(null)
  const [wasNear, setWasNear] = useState(false)
  useEffect(() => {
    const watch = new IntersectionObserver(
      entries => entries.some(({ isIntersecting }) => isIntersecting) && setWasNear(true),
      { rootMargin: '100%' },
    )
    if (element.current) watch.observe(element.current)
    return () => watch.disconnect()
  }, [])
  return { element, wasNear }
}

function OneKeepsake({ keepsake, onRemove }: { keepsake: Keepsake; onRemove: () => void }) {
  const { id, other, at, until } = keepsake
  const { element, wasNear } = useWasNear()
  const url = useSecretPicture(id, wasNear)
  return (
    <li className={css.card} ref={element}>
      <div className={css.picture}>
        {url && <img src={url} alt={t('You and @{name}', { name: other })} width={1080} height={720} />}
      </div>
      <div className={css.words}>
        <h2 className={css.name}>@{other}</h2>
        <p className={css.facts}>
          <LocalTime at={at} format={DAY} />
        </p>
        <p className={css.facts}>
          {t('Here until')} <LocalTime at={until} format={DAY} />
        </p>
      </div>
      <div className={css.acts}>
        {/* In its place before there is a photo, so that the button beside it never moves under a finger. */}
        <a
          className={css.save}
          href={url ?? undefined}
          download={`keepsake-${other}.jpg`}
          aria-label={t('Save it: @{name}', { name: other })}
          data-later={url === null || undefined}
        >
          <Download size={18} aria-hidden="true" />
          {t('Save it')}
        </a>
        <Button
          variant="quiet"
          icon={<Trash2 size={18} aria-hidden="true" />}
          aria-label={t('Take it away: @{name}', { name: other })}
          onClick={onRemove}
        >
          {t('Take it away')}
        </Button>
      </div>
    </li>
  )
}

/** The person's keepsakes, each kept for 90 days, and the button to delete one for both. */
export function KeepsakesPage() {
  const query = useInfiniteQuery({
    queryKey: ['keepsakes'],
    queryFn: ({ pageParam, signal }) => api.get<KeepsakeList>(pageParam, { signal }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: last => last.next,
  })
  const [toRemove, setToRemove] = useState<Keepsake | null>(null)
  const [isBusy, setBusy] = useState(false)
  async function showMore() {
    const { isFetchNextPageError, error } = await query.fetchNextPage()
    if (isFetchNextPageError) alerts.error(errorText(error))
  }
  async function remove({ id }: Keepsake) {
    setBusy(true)
    try {
      await api.delete(`/api/keepsakes/${id}/`)
      // All pages again: what follows a removed one has moved up by one place.
      await query.refetch()
      setToRemove(null)
    } catch (error) {
      alerts.error(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  if (query.isPending) return <Waiting>{t('Looking for your keepsakes')}</Waiting>
  if (!query.data) return <LoadFailed problem={errorText(query.error)} retry={() => void query.refetch()} />
  const list = query.data.pages.flatMap(page => page.results)
  if (list.length === 0)
    return (
      <EmptyState action={<ButtonLink to="/explore">{t('Explore')}</ButtonLink>}>
        {t('Nothing here yet. In a call, one of you asks for a keepsake, and both say yes.')}
      </EmptyState>
    )
  return (
    <>
      <ul className={css.list}>
        {list.map(each => (
          <OneKeepsake key={each.id} keepsake={each} onRemove={() => setToRemove(each)} />
        ))}
      </ul>
      {query.hasNextPage && (
        <Button busy={query.isFetchingNextPage} onClick={() => void showMore()}>
          {t('Show more')}
        </Button>
      )}
      <Sheet
        open={toRemove !== null}
        onOpenChange={open => !open && setToRemove(null)}
        title={t('Take the picture away for both?')}
        description={t('You and @{name} no longer have it here. This cannot be undone.', {
          name: toRemove?.other ?? '',
        })}
        actions={
          <>
            <Button onClick={() => setToRemove(null)}>{t('Keep it')}</Button>
            <Button variant="danger" busy={isBusy} onClick={() => toRemove && void remove(toRemove)}>
              {t('Take it away for both')}
            </Button>
          </>
        }
      />
    </>
  )
}
