import { HOUR_MS } from '@parley/contract/time-units'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { aRequest } from '../a-request.testing.ts'
import { ReportProblem } from './report-problem.tsx'

const endedBefore = (hours: number) =>
  aRequest({
    state: 'completed',
    outcome: 'served',
    ended_at: new Date(Date.now() - hours * HOUR_MS).toISOString(),
    attendee: { id: 'u3', username: 'gina' },
  })

it.each([
  ['sam', 1, true],
  ['maya', 47, true],
  ['sam', 49, false],
  ['gina', 1, false],
])('@%s sees the button %i hours after the end: %s', (username, hours, shown) => {
  const html = renderToStaticMarkup(<ReportProblem request={endedBefore(hours)} viewer={{ username }} />)
  expect(html.includes('Something was wrong')).toBe(shown)
})

it.each([
  ['sam', /You told us on .* that something was wrong/],
  ['maya', /a person has been looking at what happened/],
])('@%s reads what becomes of a problem that is open, and finds no button', (username, words) => {
  const problem = { state: 'open', is_own: username === 'sam', at: '2026-01-02T10:00:00Z' } as const
  const request = { ...endedBefore(1), problem: { ...problem, decision: null, again: null } }
  const html = renderToStaticMarkup(<ReportProblem request={request} viewer={{ username }} />)
  expect(html).toMatch(words)
  expect(html).not.toContain('<button')
})

it('among other turns the button says with whom it was', () => {
  const html = renderToStaticMarkup(
    <ReportProblem request={endedBefore(1)} viewer={{ username: 'sam' }} isListed />,
  )
  expect(html).toContain('Something was wrong with @maya')
})
