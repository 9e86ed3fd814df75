import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import type { StreamParties } from '../../broadcast/stream-admission.ts'
import { line } from '../../testing/queue-line.ts'
import { LineOver } from './line-over.tsx'

const NO_FIGURES = { round_trip_ms: null, lost_permille: null, freezes: 0, restarts: 0 }

function pageAfter(names: readonly string[]) {
  const met = names.map(name => ({ place: `place-${name}`, other: name, figures: NO_FIGURES }))
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <LineOver
        shown={line({ state: 'ended', you: null, line: [] })}
        met={met}
        parties={{ ownerUsername: 'ivy' } as StreamParties}
        problemOf={({ place }) => <button type="button">Wrong in {place}</button>}
      />
    </MemoryRouter>,
  )
  const ratable = [...html.matchAll(/aria-label="How was the call with @(\w+)\?"/g)].map(([, name]) => name)
  const reportable = [...html.matchAll(/Wrong in (?:<!-- -->)?place-(\w+)/g)].map(([, name]) => name)
  return { ratable, reportable, hasMore: html.includes('Show earlier turns') }
}

it('the host is asked about each turn of the evening, and may report it, the newest first, a few at once', () => {
  const listed = (names: string[]) => ({ ratable: names, reportable: names })
  expect(pageAfter([])).toEqual({ ...listed([]), hasMore: false })
  expect(pageAfter(['fred', 'gina'])).toEqual({ ...listed(['fred', 'gina']), hasMore: false })
  expect(pageAfter(['a', 'b', 'c', 'd', 'e', 'f', 'g'])).toEqual({
    ...listed(['a', 'b', 'c', 'd', 'e']),
    hasMore: true,
  })
})
