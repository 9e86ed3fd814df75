import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { LineLink } from './line-link.tsx'

it('the line opens in a tab of its own, and says so: the stage of a host stays open in a turn', () => {
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <LineLink slug="meet-ivy" className="count">
        3 wait
      </LineLink>
    </MemoryRouter>,
  )
  const [, attributes = '', inside = ''] = /<a([^>]*)>(.*)<\/a>/.exec(html) ?? []
  for (const part of ['href="/queue/meet-ivy"', 'target="_blank"', 'rel="noreferrer"'])
    expect(attributes).toContain(part)
  expect(inside).toMatch(/3 wait.*<span class="visually-hidden">Opens in a new tab<\/span>/)
})
