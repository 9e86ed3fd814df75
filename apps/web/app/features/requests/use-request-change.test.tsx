import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, it } from 'vitest'
import { ApiError } from '../../api/errors.ts'
import { alerts } from '../../ui/alerts/alerts.ts'
import { useRequestChange } from './use-request-change.ts'

afterEach(() => alerts.clear())

/** Sends a change, with this answer, on a page that has loaded its list before. */
async function send(answer: () => Promise<string>) {
  const client = new QueryClient()
  client.setQueryData(['prepaid'], 'as before')
  const log: unknown[] = []
  let sent: Promise<unknown> = Promise.resolve()
  function Page() {
    const change = useRequestChange({
      mutationFn: answer,
      onSuccess: (request: string) => void log.push(request),
      onError: (error: Error) => void log.push(error.message),
    })
    // A refusal is the page's to show; here it is only waited for.
    sent = change.mutateAsync().catch(() => undefined)
    return null
  }
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>,
  )
  await sent
  return { log, isOld: client.getQueryState(['prepaid'])?.isInvalidated, said: alerts.getSnapshot() }
}

it.each([
  ['a lost answer', new ApiError(0, null, 'No connection')],
  ['a refusal', new ApiError(409, { detail: 'No connection' }, '')],
])('after %s the page loads again what it shows, and says why', async (_what, error) => {
  const { log, isOld, said } = await send(() => Promise.reject(error))
  expect([log, isOld]).toEqual([['No connection'], true])
  expect(JSON.stringify(said)).toContain('No connection')
})

it('after an answer only that is used', async () => {
  const { log, isOld, said } = await send(async () => 'cancelled')
  expect([log, isOld]).toEqual([['cancelled'], false])
  expect(JSON.stringify(said)).not.toContain('No connection')
})
