import type { Availability, Slots } from '@parley/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/browser.ts'

const PATH = '/api/influencer/me/availability/'
const KEY = ['availability']

/** The saved hours of the person who is logged in. */
export const useAvailability = () =>
  useQuery({ queryKey: KEY, queryFn: ({ signal }) => api.get<Availability>(PATH, { signal }) })

/** Saves all hours at once. */
export function useSaving() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (hours: Availability) => api.put<Availability>(PATH, hours),
    onSuccess(saved) {
      client.setQueryData(KEY, saved)
      void client.invalidateQueries({ queryKey: ['own-slots'] })
    },
  })
}

/** The next seven days as fans will see them, by the saved hours. */
export const useNextDays = (username: string, version: number) =>
  useQuery({
    queryKey: ['own-slots', username, version],
    queryFn: ({ signal }) => api.get<Slots>(`/api/parley/${username}/slots/`, { signal }),
  })
