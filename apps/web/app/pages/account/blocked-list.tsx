import type { BlockedPerson, Page } from '@parley/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/browser.ts'
import { errorText } from '../../api/errors.ts'
import { BlockedPeople } from '../../features/safety/blocked-people.tsx'
import { t } from '../../language/text.ts'
import { alerts } from '../../ui/alerts/alerts.ts'
import { Waiting } from '../../ui/waiting/spinner.tsx'

const BLOCKED = ['blocked']

/** The people whom one has blocked, with buttons to unblock them. */
export function BlockedList() {
  const client = useQueryClient()
  const query = useQuery({
    queryKey: BLOCKED,
    queryFn: ({ signal }) => api.get<Page<BlockedPerson>>('/api/user/me/blocks/', { signal }),
  })
  const end = useMutation({
    mutationFn: (person: BlockedPerson) => api.delete(`/api/user/${person.id}/block/`),
    onError: error => alerts.error(errorText(error)),
    onSettled: () => client.invalidateQueries({ queryKey: BLOCKED }),
  })
  if (query.isPending) return <Waiting>{t('Looking for whom you have blocked')}</Waiting>
  if (query.isError) return <p role="alert">{errorText(query.error)}</p>
  const ending = end.isPending ? end.variables.id : null
  return (
    <BlockedPeople people={query.data.results} ending={ending} onUnblock={person => end.mutate(person)} />
  )
}
