import type { BlockedPerson, Page } from '@parley/contract'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/browser.ts'
import { errorText } from '../../api/errors.ts'
import { nextPageOf } from '../../api/lists/next-page.ts'
import { BlockedPeople } from '../../features/safety/blocked-people.tsx'
import { t } from '../../language/text.ts'
import { alerts } from '../../ui/alerts/alerts.ts'
import { LoadFailed } from '../../ui/alerts/load-failed.tsx'
import { Button } from '../../ui/button.tsx'
import { Waiting } from '../../ui/waiting/spinner.tsx'

const BLOCKED = ['blocked']
const FIRST_PAGE = '/api/user/me/blocks/?page_size=100'

/** The people whom one has blocked, with buttons to unblock them. */
export function BlockedList() {
  const client = useQueryClient()
  const query = useInfiniteQuery({
    queryKey: BLOCKED,
    queryFn: ({ pageParam, signal }) => api.get<Page<BlockedPerson>>(pageParam, { signal }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: last => last.next,
  })
  const end = useMutation({
    mutationFn: (person: BlockedPerson) => api.delete(`/api/user/${person.id}/block/`),
    onError: error => alerts.error(errorText(error)),
    onSettled: () => client.invalidateQueries({ queryKey: BLOCKED }),
  })
  if (query.isPending) return <Waiting>{t('Looking for whom you have blocked')}</Waiting>
  if (!query.data) return <LoadFailed problem={errorText(query.error)} retry={() => void query.refetch()} />
  const ending = end.isPending ? end.variables.id : null
  const showMore = nextPageOf(query)
  const people = query.data.pages.flatMap(page => page.results)
  return (
    <>
      <BlockedPeople people={people} ending={ending} onUnblock={person => end.mutate(person)} />
      {showMore && (
        <Button busy={query.isFetchingNextPage} onClick={showMore}>
          {t('Show more')}
        </Button>
      )}
    </>
  )
}
