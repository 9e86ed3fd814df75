import type { BlockedPerson, Page } from '@parley/contract'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router'
import { api } from '../../api/browser.ts'
import { ApiError } from '../../api/errors.ts'
import { BookActionWaiting } from '../../features/requests/booking/book-action.tsx'
import { t } from '../../language/text.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RequestsFailed } from '../payment/booking-sections.tsx'

const ownBlockQuery = (username: string) => ['blocked', 'one', username]

/** Whether the server answered 404. */
export const isNotThere = (error: unknown): boolean => error instanceof ApiError && error.status === 404

interface Blocks {
  data: Pick<Page<BlockedPerson>, 'results'> | undefined
  isError: boolean
  isFetchedAfterMount: boolean
}

/** What a reader sees. Whether they have blocked the person counts as it is now, not as it was on another page. */
export function whatToShow(blocks: Blocks, username: string): 'waiting' | 'failed' | 'nothing' | 'own block' {
  if (!blocks.isFetchedAfterMount) return 'waiting'
  if (blocks.isError) return 'failed'
  return blocks.data?.results.some(person => person.username === username) ? 'own block' : 'nothing'
}

/**
 * Replaces the panel of a public page whose owner is not there for the reader. The one who blocked reads that, with a
 * link to the settings. The one who was blocked is sent to the page for bad links, and does not learn of the block.
 */
export function PartedNote({ username }: { username: string }) {
  const blocks = useQuery({
    queryKey: ownBlockQuery(username),
    refetchOnMount: 'always',
    queryFn: ({ signal }) =>
      api.get<Page<BlockedPerson>>(`/api/user/me/blocks/?username=${encodeURIComponent(username)}`, {
        signal,
      }),
  })
  const shows = whatToShow(blocks, username)
  if (shows === 'waiting') return <BookActionWaiting />
  if (shows === 'failed') return <RequestsFailed error={blocks.error} retry={() => void blocks.refetch()} />
  if (shows === 'nothing') return <Navigate to="/not-found-cover" replace />
  return (
    <EmptyState action={<ButtonLink to="/my-account#security">{t('Whom you have blocked')}</ButtonLink>}>
      {t('You have blocked @{name}: neither of you finds the other here.', { name: username })}
    </EmptyState>
  )
}
