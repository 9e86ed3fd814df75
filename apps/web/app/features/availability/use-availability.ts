import type { Availability, Slots } from '@parley/contract'
import {
  mutationOptions,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { api } from '../../api/browser.ts'
import type { ApiClient } from '../../api/client.ts'
import { ApiError } from '../../api/errors.ts'

const PATH = '/api/influencer/me/availability/'
const KEY = ['availability']

/** The saved hours of the person who is logged in. */
export const useAvailability = () =>
  useQuery({ queryKey: KEY, queryFn: ({ signal }) => api.get<Availability>(PATH, { signal }) })

/** Saves all hours at once. */
export function useSaving() {
  const client = useQueryClient()
  return useMutation(savingOptions({ api, client }))
}

/** How hours are saved. If newer ones were saved elsewhere, this reads them before it answers. */
export const savingOptions = ({ api, client }: { api: Pick<ApiClient, 'put'>; client: QueryClient }) =>
  mutationOptions({
    mutationFn: (hours: Availability) => api.put<Availability>(PATH, hours),
    onSuccess(saved) {
      client.setQueryData(KEY, saved)
      void client.invalidateQueries({ queryKey: ['own-slots'] })
    },
    onError: error => (isConflict(error) ? client.refetchQueries({ queryKey: KEY }) : undefined),
  })

const isConflict = (error: unknown) => error instanceof ApiError && error.status === 409

/** Whether hours were not saved because of these newer ones. */
export const isOlderThan = (
  saved: Availability,
  { hours, error }: { hours: Availability; error: unknown },
): boolean => isConflict(error) && saved.version !== hours.version

/** The next seven days as fans will see them, by the saved hours. */
export const useNextDays = (username: string, version: number) =>
  useQuery({
    queryKey: ['own-slots', username, version],
    queryFn: ({ signal }) => api.get<Slots>(`/api/parley/${username}/slots/`, { signal }),
  })
