import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { aRequest } from '../a-request.testing.ts'
import { PrepaidCalls } from './prepaid-calls.tsx'

const attendee = { id: 'u3', username: 'gil' }

/** The ways into a call of sam with maya that a reader finds on the page of maya. */
function waysIn(username: string, given: boolean) {
  const request = aRequest({
    request_type: 'prepaid',
    state: 'accepted',
    attendee: given ? attendee : null,
  })
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <PrepaidCalls requests={[request]} performer="maya" viewer={{ username }} />
    </MemoryRouter>,
  )
  const links = [...html.matchAll(/<a [^>]*href="([^"]+)"[^>]*>(.*?)<\/a>/g)]
  const starts = links.filter(([, , inside]) => inside?.includes('Start Session'))
  return { text: html.replace(/<[^>]+>/g, ' '), paths: starts.map(([, path]) => path) }
}

it.each([
  ['the performer', 'maya', false, ['/paidchat/slug1']],
  ['the buyer', 'sam', false, ['/chat/slug1']],
  ['the attendee of a gift', 'gil', true, ['/chat/slug1']],
  ['the buyer of a gift, whose guest attends', 'sam', true, []],
] as const)(
  "the page of a prepaid call's performer leads %s back into it",
  (_who, username, given, paths) => {
    expect(waysIn(username, given).paths).toEqual(paths)
  },
)

it('a buyer who gave a prepaid call away reads who attends it', () => {
  expect(waysIn('sam', true).text).toContain('@gil attends in your place.')
})

it('the page shows nothing of prepaid calls to a person who has none there', () => {
  const html = renderToStaticMarkup(
    <PrepaidCalls requests={[aRequest()]} performer="maya" viewer={{ username: 'sam' }} />,
  )
  expect(html).toBe('')
})
