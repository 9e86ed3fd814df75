import type { Keepsake } from '@parley/contract/live/keepsake'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { KeepsakesPage } from './keepsakes-page.tsx'

const kept = (other: string): Keepsake => ({
  id: crypto.randomUUID(),
  other,
  at: '2026-11-01T12:00:00.000Z',
  until: '2027-01-30T12:00:00.000Z',
})

/** The page of these keepsakes, with the address of what follows. */
function shown(results: Keepsake[], next: string | null): string {
  const client = new QueryClient()
  const page = { count: results.length, next, previous: null, results }
  client.setQueryData(['keepsakes'], { pages: [page], pageParams: [''] })
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <KeepsakesPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

it('lists with whom each picture was taken, and offers more while there are more', () => {
  const page = shown([kept('nora'), kept('otto')], '/api/keepsakes/?page=2')
  expect(page).toMatch(/@nora[\s\S]*@otto[\s\S]*Show more/)
  expect(shown([kept('nora')], null)).not.toContain('Show more')
})

it('says how to get the first one', () => {
  expect(shown([], null)).toContain('Nothing here yet.')
})
