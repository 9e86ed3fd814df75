import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { aRequest } from './a-request.testing.ts'
import { Note } from './note.tsx'

const event = { slug: 'e', title: 'Spring', absent: null, order: null } as const

it.each([
  ['of a call', null, 'What I would like to talk about'],
  ['of a turn', { ...event, format: 'queue' }, 'What I would like to talk about'],
  [
    'of a broadcast, at which they only watch',
    { ...event, format: 'broadcast' },
    'What I would like to hear about',
  ],
] as const)('the note of the buyer %s says what it is', (_which, live_event, name) => {
  expect(renderToStaticMarkup(<Note request={aRequest({ note: 'Endgames', live_event })} />)).toContain(name)
})

it('a request without a note shows none', () => {
  expect(renderToStaticMarkup(<Note request={aRequest()} />)).toBe('')
})
