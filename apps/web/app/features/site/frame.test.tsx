import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import type { AuthSnapshot } from '../../api/auth-store.ts'
import { wordsInNoCatalogue } from '../../language/testing/marked-language.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { SandboxBanner } from './sandbox-banner.tsx'

const render = (page: ReactNode) => renderToStaticMarkup(<MemoryRouter>{page}</MemoryRouter>)
const somebody = (is_influencer: boolean) =>
  ({ ready: true, data: {}, user: { username: 'ivy', is_influencer } }) as unknown as AuthSnapshot

it('the footer names the owner of the site with the current year, and links to the terms for influencers', () => {
  const page = render(<Footer />)
  expect(page).toContain(`© ${new Date().getFullYear()} Parley`)
  expect(page).toContain('href="/company-terms"')
})

it('the header of a member links to the account', () => {
  expect(render(<Header auth={somebody(false)} />)).toContain('href="/my-account"')
})

it('the header of an influencer links to their requests, with the number of open ones', () => {
  expect(render(<Header auth={somebody(true)} />)).toMatch(
    /href="\/profile\/ivy#sessions"[^>]*aria-label="Your requests, 0 open"|aria-label="Your requests, 0 open"[^>]*href="\/profile\/ivy#sessions"/,
  )
})

it('the header of every other member links to their bookings, with the number of open ones', () => {
  const waits = { open_private: 12, waiting: [] }
  const page = render(<Header auth={somebody(false)} waits={waits} />)
  expect(page).toContain('href="/bookings"')
  expect(page).toContain('aria-label="Your bookings, 9+ open"')
  expect(page).not.toContain('Your requests')
})

it('the header says who waits in a call, and links to it', () => {
  const waits = { open_private: 0, waiting: [{ username: 'mia', path: '/chat/OM0' }] }
  const page = render(<Header auth={somebody(false)} waits={waits} />)
  expect(page).toContain('@mia is waiting for you in a call.')
  expect(page).toContain('href="/chat/OM0"')
})

it('header and footer of a page are completely in its language', () => {
  const frame = () =>
    render(
      <>
        <SandboxBanner />
        <Header auth={somebody(true)} />
        <Footer />
      </>,
    )
  expect(wordsInNoCatalogue(frame)).toEqual([])
})
