import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ApiError } from '../../../../api/errors.ts'
import { line } from '../../testing/queue-line.ts'
import { LineDeskPage } from './desk-page.tsx'
import type { LineDesk } from './line-desk.ts'

const FRED = {
  place: 'p',
  number: 1,
  name: 'fred',
  state: 'waiting',
  ready: true,
  missed: 0,
  rest: false,
} as const
const shown = line({ role: 'usher', you: null, line: [FRED] })

/** What the desk says of the line, and whether it shows its people. */
function pageWith(problem: unknown) {
  const snapshot = { event: null, shown, sending: null, problem }
  const desk = { subscribe: () => () => undefined, getSnapshot: () => snapshot } as unknown as LineDesk
  const html = renderToStaticMarkup(<LineDeskPage desk={desk} slug="meet-ivy" />)
  return { says: /<p role="status"[^>]*>(.*?)<\/p>/.exec(html)?.[1], hasFred: html.includes('@fred') }
}

it('a line that cannot be read any more is still shown, and the desk says that it may be old', () => {
  expect(pageWith(null)).toEqual({ says: 'The line moves. Next: @fred, number 1, ready', hasFred: true })
  expect(pageWith(new ApiError(0, null, 'No connection.'))).toEqual({
    says: 'No connection. What you see of the line may be old.',
    hasFred: true,
  })
})
