import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ENGLISH, readLanguageFrom } from '../../../language/text.ts'
import { aRequest } from '../a-request.testing.ts'
import { PrepaidForm } from './prepaid-form.tsx'
import { PrepaidOffer } from './prepaid-offer.tsx'

/** The visible text, without its markup. */
const wordsOf = (part: ReactNode) =>
  renderToStaticMarkup(part)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
const form = (
  <PrepaidForm
    feePercent={10}
    moneyBackRule="All of it comes back"
    sending={false}
    errors={null}
    problem={null}
    wayOn={null}
    onSend={async () => undefined}
  />
)

it('the form of a prepaid link is named after the product, and generates the link', () => {
  expect(wordsOf(form)).toMatch(
    /^ ?Create a Parley request .*Amount .*Duration .*Description .*Generate Link/,
  )
})

it('a prepaid link begins with a length of one minute', () => {
  expect(wordsOf(form)).toContain('That is 1 minute.')
})

it('the page of a prepaid link shows its amount, duration and description', () => {
  const link = aRequest({ request_type: 'prepaid', influencer: null, description: 'On running far' })
  const words = wordsOf(<PrepaidOffer request={link} view="to-accept" />)
  expect(words).toMatch(/£25(\.00)? .*30 minutes .*On running far/)
})

it('a German page writes the decimals of the fee with a comma', () => {
  const link = aRequest({ request_type: 'prepaid', influencer: null, fee_percent: 12.5 })
  readLanguageFrom(() => ({ language: 'de', catalogue: {} }))
  try {
    expect(wordsOf(<PrepaidOffer request={link} view="to-accept" />)).toContain('fee of 12,5%')
  } finally {
    readLanguageFrom(() => ENGLISH)
  }
})
