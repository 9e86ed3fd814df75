import type { BlockedPerson, Page } from '@parley/contract'
import { PAGE_SIZE_MAX } from '@parley/contract/constants'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router'
import { api } from '../../api/browser.ts'
import { ApiError } from '../../api/errors.ts'
import { BookActionWaiting } from '../../features/requests/booking/book-action.tsx'
import { t } from '../../language/text.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

export const BLOCKS_QUERY = ['blocked', 'all']

/** Whether the server answered 404. */
export const isNotThere = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/**
 * Replaces the panel of a public page whose owner is not there for the reader. The one who blocked reads that, with a link
 * to the settings. The one who was blocked is sent to the page for bad links, and does not learn of the block.
 */
export function PartedNote({ username }: { username: string }) {
  const blocks = useQuery({
    queryKey: BLOCKS_QUERY,
    queryFn: ({ signal }) =>
      api.get<Page<BlockedPerson>>(`/api/user/me/blocks/?page_size=${PAGE_SIZE_MAX}`, { signal }),
  })
  if (blocks.isPending) return <BookActionWaiting />
  if (!blocks.data?.results.some(person => person.username === username))
    return <Navigate to="/not-found-cover" replace />
  return (
    <EmptyState action={<ButtonLink to="/my-account#security">{t('Whom you have blocked')}</ButtonLink>}>
      {t('You have blocked @{name}: neither of you finds the other here.', { name: username })}
    </EmptyState>
  )
}
