import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../api/errors.ts'
import { alerts } from '../../ui/alerts/alerts.ts'

interface RequestChange<Sent, Answer> {
  mutationFn: (sent: Sent) => Promise<Answer>
  onSuccess: (answer: Answer) => void
  onError?: (error: Error) => void
}

/**
 * Sends a change of a request. When it fails the page loads again what it shows: the answer alone may be lost, or the
 * request is another one than the page shows.
 */
export function useRequestChange<Answer, Sent = void>(change: RequestChange<Sent, Answer>) {
  const client = useQueryClient()
  return useMutation({
    ...change,
    onError: error => {
      change.onError?.(error)
      alerts.error(errorText(error))
      void client.invalidateQueries()
    },
  })
}
