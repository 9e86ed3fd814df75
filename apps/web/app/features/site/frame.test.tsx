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

it('the footer says whose the site is, with the year it is now, and leads to the terms for influencers', () => {
  const page = render(<Footer />)
  expect(page).toContain(`© ${new Date().getFullYear()} Parley`)
  expect(page).toContain('href="/company-terms"')
})

it('the header of a member leads to the account', () => {
  expect(render(<Header auth={somebody(false)} />)).toContain('href="/my-account"')
})

it('the header of an influencer leads to their requests, with how many are open', () => {
  expect(render(<Header auth={somebody(true)} />)).toMatch(
    /href="\/profile\/ivy#sessions"[^>]*aria-label="Your requests, 0 open"|aria-label="Your requests, 0 open"[^>]*href="\/profile\/ivy#sessions"/,
  )
})

it('the header of anybody else leads to their bookings, with how many are open', () => {
  const waits = { open_private: 12, waiting: [] }
  const page = render(<Header auth={somebody(false)} waits={waits} />)
  expect(page).toContain('href="/bookings"')
  expect(page).toContain('aria-label="Your bookings, 9+ open"')
  expect(page).not.toContain('Your requests')
})

it('the header says who waits in a call, and leads there', () => {
  const waits = { open_private: 0, waiting: [{ username: 'mia', path: '/chat/OM0' }] }
  const page = render(<Header auth={somebody(false)} waits={waits} />)
  expect(page).toContain('@mia is waiting for you in a call.')
  expect(page).toContain('href="/chat/OM0"')
})

it('the frame of a page is in its language to the last word', () => {
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
