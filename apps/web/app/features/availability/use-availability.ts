import type { Availability, Slots } from '@parley/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/browser.ts'

const PATH = '/api/influencer/me/availability/'
const KEY = ['availability']

/** The hours of the person who is logged in, as they are saved. */
export const useAvailability = () =>
  useQuery({ queryKey: KEY, queryFn: ({ signal }) => api.get<Availability>(PATH, { signal }) })

/** Saves them as a whole. */
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

/** The next seven days as fans will see them, by the hours that are saved. */
export const useNextDays = (username: string, version: number) =>
  useQuery({
    queryKey: ['own-slots', username, version],
    queryFn: ({ signal }) => api.get<Slots>(`/api/parley/${username}/slots/`, { signal }),
  })
