import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import type { AuthSnapshot } from '../../api/auth-store.ts'
import { wordsInNoCatalogue } from '../../language/testing/marked-language.ts'
import { CompanyTermsPage } from './company-terms-page.tsx'
import { FaqPage } from './faq-page.tsx'
import { LandingPage } from './landing-page.tsx'
import { TermsPage } from './terms-page.tsx'

const render = (page: ReactNode) => renderToStaticMarkup(<MemoryRouter>{page}</MemoryRouter>)
const somebody = (is_influencer: boolean) =>
  ({ ready: true, data: {}, user: { username: 'ivy', is_influencer } }) as unknown as AuthSnapshot
const nobody: AuthSnapshot = { ready: true, data: null, user: null }

it('the first page begins with its pitch', () => {
  expect(render(<LandingPage auth={nobody} feePercent={10} />)).toContain('Monitize your audience')
})

it('a visitor may log in, sign up as a user or as an influencer', () => {
  const page = render(<LandingPage auth={nobody} feePercent={10} />)
  for (const path of ['/login', '/signup/regular', '/signup/influencer']) {
    expect(page).toContain(`href="${path}"`)
  }
  expect(page).not.toContain('Go to your profile')
})

it('only an influencer sees a link to their profile', () => {
  const influencer = render(<LandingPage auth={somebody(true)} feePercent={10} />)
  expect(influencer).toMatch(/href="\/profile\/ivy"[^>]*>(<[^>]*>)*Go to your profile/)
  expect(render(<LandingPage auth={somebody(false)} feePercent={10} />)).not.toContain('Go to your profile')
})

it('the pitch line has a text before the captions begin, and the fee is the one of this site', () => {
  const page = render(<LandingPage auth={nobody} feePercent={12.5} />)
  expect(page).toMatch(/Get paid for <span[^>]*>your time/)
  expect(page).toContain('Platform fee, 12.5%')
})

it('the questions have answers', () => {
  const page = render(<FaqPage releaseAfterHours={72} />)
  expect(page).toContain('released to you 72 hours later')
  expect(render(<FaqPage releaseAfterHours={1} />)).toContain('released to you 1 hour later')
  expect(page).toContain('Frequently asked questions')
  expect(page.match(/<summary|<h[23]|<button/g)?.length).toBeGreaterThanOrEqual(4)
})

it('terms and privacy were last modified on 23 Aug 2022 and cover data, use, sharing, rights, review and deletion', () => {
  const page = render(<TermsPage />)
  expect(page).toContain('Last modified: 23 Aug 2022')
  for (const topic of ['collect', 'use', 'Sharing', 'rights', 'Review and deletion']) {
    expect(page).toMatch(new RegExp(`<h2>[^<]*${topic}`))
  }
})

it.each([
  ['the first page', <LandingPage key="first" auth={somebody(true)} feePercent={10} />],
  ['the questions', <FaqPage key="faq" releaseAfterHours={72} />],
  ['the terms', <TermsPage key="terms" />],
  ['the terms for influencers', <CompanyTermsPage key="company" feePercent={10} releaseAfterHours={72} />],
])('%s are in the language of the page to the last word', (_name, page) => {
  expect(wordsInNoCatalogue(() => render(page))).toEqual([])
})
