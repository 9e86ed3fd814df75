import type { BlockedPerson, Page } from '@parley/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { ApiError } from '../../api/errors.ts'
import { BLOCKS_QUERY, isNotThere, PartedNote } from './parted-note.tsx'

const sam: BlockedPerson = { id: 'u1', username: 'sam', since: '2027-03-01T10:00:00Z' }

/** The note about sam for a reader who has blocked these. */
function shown(blocked: BlockedPerson[]): string {
  const client = new QueryClient()
  const page: Page<BlockedPerson> = { count: blocked.length, next: null, previous: null, results: blocked }
  client.setQueryData(BLOCKS_QUERY, page)
  return renderToStaticMarkup(
    <MemoryRouter>
      <QueryClientProvider client={client}>
        <PartedNote username="sam" />
      </QueryClientProvider>
    </MemoryRouter>,
  )
}

it('who blocked somebody reads it on their public pages, and finds the way to take it back', () => {
  expect(shown([sam])).toContain('You have blocked @sam: neither of you finds the other here.')
  expect(shown([sam])).toContain('href="/my-account#security"')
})

it('nobody else learns of a block', () => {
  expect(shown([])).toBe('')
  expect(shown([{ ...sam, id: 'u2', username: 'maya' }])).toBe('')
})

it('only a 404 is taken for somebody who is not there', () => {
  const refused = (status: number) => new ApiError(status, { detail: 'no' }, '')
  expect([404, 403, 503].map(status => isNotThere(refused(status)))).toEqual([true, false, false])
  expect(isNotThere(new TypeError('no network'))).toBe(false)
})
