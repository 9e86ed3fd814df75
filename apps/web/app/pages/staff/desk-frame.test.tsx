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

it('a list that is here stays, with what somebody typed into it, although more of it did not come', () => {
  expect(shown({ data: 'The first fifty', error: AWAY })).toBe('<p>The first fifty</p>')
})

it('what did not come at all can be asked for again', () => {
  expect(shown({ error: AWAY })).toContain('Try again')
  expect(shown({})).toContain('Looking for cases')
})
