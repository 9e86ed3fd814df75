import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { LoadingScreen } from './loading-screen.tsx'

it.each([
  ['call', 'Getting your call ready'],
  ['event', 'Getting the event ready'],
] as const)('until the %s is ready, the page says that it gets ready', (what, words) => {
  expect(renderToStaticMarkup(<LoadingScreen what={what} />)).toContain(words)
})
