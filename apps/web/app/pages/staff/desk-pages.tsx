import type { Page } from '@parley/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api } from '../../api/browser.ts'
import css from '../../features/staff/staff.module.css'
import { t } from '../../language/text.ts'
import { Button } from '../../ui/button.tsx'

const PAGE_SIZE = 50

/** A list of the desk, page after page; `path` without its page size. */
export function useDeskPages<T>(key: string, path: `/api/staff/${string}`) {
  return useInfiniteQuery({
    queryKey: ['staff', key, path],
    queryFn: ({ pageParam, signal }) => api.get<Page<T>>(pageParam, { signal }),
    initialPageParam: `${path}${path.includes('?') ? '&' : '?'}page_size=${PAGE_SIZE}`,
    getNextPageParam: last => last.next,
  })
}

export const rowsOf = <T,>({ pages }: { pages: readonly Page<T>[] }): T[] =>
  pages.flatMap(page => page.results)

interface ShowMoreProps {
  query: Pick<
    ReturnType<typeof useDeskPages>,
    'data' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
  >
}

/** Says that a list has more than it shows, and loads more of it; renders nothing under a list of one page. */
export function ShowMore({ query }: ShowMoreProps) {
  const status = useRef<HTMLParagraphElement>(null)
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError } = query
  if (!data || (data.pages.length === 1 && !hasNextPage)) return null
  const shown = String(rowsOf(data).length)
  async function showMore() {
    const { hasNextPage: isMore } = await query.fetchNextPage()
    // The button has disappeared: the focus of a keyboard user continues here.
    if (!isMore) status.current?.focus()
  }
  return (
    <div className={css.pages}>
      <p className={css.muted} role="status" tabIndex={-1} ref={status}>
        {isFetchNextPageError
          ? t('That did not work. Please try again.')
          : hasNextPage
            ? t('{shown} are shown, and there are more.', { shown })
            : t('All {shown} are shown.', { shown })}
      </p>
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void showMore()}>
          {t('Show more')}
        </Button>
      )}
    </div>
  )
}

/**
 * The message above a list about the last decision. The decided case disappears with the pressed button, so the focus
 * moves here: the next case is one Tab away.
 */
export function useDone() {
  const place = useRef<HTMLParagraphElement>(null)
  const [words, setWords] = useState('')
  const [count, setCount] = useState(0)
  return {
    /**
     * The key of the form of a case: it is emptied when its act is done, and keeps what is written when somebody else
     * changes the case.
     */
    count,
    say(done: string) {
      setWords(done)
      setCount(before => before + 1)
      place.current?.focus()
    },
    place: (
      <p className={css.done} role="status" tabIndex={-1} ref={place}>
        {words}
      </p>
    ),
  }
}
