import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { Footer } from './footer.tsx'

it('the footer says whose the site is, with the year it is now', () => {
  const page = renderToStaticMarkup(
    <MemoryRouter>
      <Footer />
    </MemoryRouter>,
  )
  expect(page).toContain(`© ${new Date().getFullYear()} Parley`)
})
