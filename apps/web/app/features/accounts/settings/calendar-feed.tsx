import type { CalendarFeed as Feed, NewCalendarFeed } from '@parley/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/browser.ts'
import { errorText } from '../../../api/errors.ts'
import { dateText } from '../../../language/formats.ts'
import { t } from '../../../language/text.ts'
import { alerts } from '../../../ui/alerts/alerts.ts'
import { LoadFailed } from '../../../ui/alerts/load-failed.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyRow } from '../../../ui/share/copy-row.tsx'
import { Waiting } from '../../../ui/waiting/spinner.tsx'
import css from './settings.module.css'

const PATH = '/api/user/me/calendar-feed/'
const KEY = ['calendar-feed']
const DATE = { day: 'numeric', month: 'long', year: 'numeric' } as const

/** The private address of a person's calendar feed: created, replaced, removed. */
export function CalendarFeed() {
  const client = useQueryClient()
  const [url, setUrl] = useState<string | null>(null)
  const query = useQuery({ queryKey: KEY, queryFn: ({ signal }) => api.get<Feed>(PATH, { signal }) })
  const after = {
    onError: (error: unknown) => alerts.error(errorText(error)),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  }
  const renew = useMutation({
    mutationFn: () => api.post<NewCalendarFeed>(PATH, {}),
    onSuccess: made => setUrl(made.url),
    ...after,
  })
  const end = useMutation({
    mutationFn: () => api.delete<Feed>(PATH),
    onSuccess: () => setUrl(null),
    ...after,
  })
  // Who does not know whether there is one would end it by making another.
  if (query.isPending) return <Waiting>{t('Looking for the address of your calendar')}</Waiting>
  if (query.isLoadingError)
    return <LoadFailed problem={errorText(query.error)} retry={() => void query.refetch()} />
  const since = query.data.created_at
  const isThere = url !== null || since !== null
  const busy = renew.isPending || end.isPending
  return (
    <div className={css.form}>
      <div aria-live="polite" className={css.head}>
        {url !== null && <CopyRow label={t('Address of your calendar')} url={url} />}
        <p className={css.facts}>
          {url !== null
            ? t('It is shown this once. Paste it where your calendar program subscribes to a calendar.')
            : since !== null
              ? t('Your address works since {date}. A new one or a new password ends it.', {
                  date: dateText(new Date(since), DATE),
                })
              : t(
                  'There is no address yet. Anybody who has it can read when you have calls, so keep it to yourself.',
                )}
        </p>
      </div>
      <div className={css.buttons}>
        <Button busy={renew.isPending} disabled={busy} onClick={() => renew.mutate()}>
          {isThere ? t('Make a new address') : t('Make an address')}
        </Button>
        {isThere && (
          <Button variant="quiet" busy={end.isPending} disabled={busy} onClick={() => end.mutate()}>
            {t('End the address')}
          </Button>
        )}
      </div>
    </div>
  )
}
