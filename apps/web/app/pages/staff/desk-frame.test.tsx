import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { Answered } from './desk-frame.tsx'

const AWAY = new Error('Please try again later')

function shown(query: { data?: string; error?: Error }): string {
  const { data, error = null } = query
  return renderToStaticMarkup(
    <MemoryRouter>
      <Answered
        query={{ data, error, isError: error !== null, refetch: () => undefined }}
        waiting="Looking for cases"
      >
        {found => <p>{found}</p>}
      </Answered>
    </MemoryRouter>,
  )
}

it('a loaded list stays, with the text that a person typed into it, when its next page fails to load', () => {
  expect(shown({ data: 'The first fifty', error: AWAY })).toBe('<p>The first fifty</p>')
})

it('a list that failed to load can be requested again', () => {
  expect(shown({ error: AWAY })).toContain('Try again')
  expect(shown({})).toContain('Looking for cases')
})
