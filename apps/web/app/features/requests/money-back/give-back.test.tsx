import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { aRequest } from '../a-request.testing.ts'
import { GiveBack } from './give-back.tsx'

const nothing = () => undefined
const paid_at = new Date().toISOString()

it.each([
  ['the influencer of a completed call', 'maya', 'completed', true],
  ['its buyer', 'sam', 'completed', false],
  ['the influencer of a call that is not over', 'maya', 'accepted', false],
] as const)('%s sees the button that gives money back, or not', (_who, username, state, shown) => {
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <GiveBack
        request={aRequest({ state, paid_at })}
        viewer={{ username }}
        changed={nothing}
        failed={nothing}
      />
    </QueryClientProvider>,
  )
  expect(html.includes('Give money back')).toBe(shown)
})
