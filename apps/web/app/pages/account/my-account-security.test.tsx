import type { OwnUser } from '@parley/contract'
import { NOTIFICATION_DEFAULTS } from '@parley/contract/constants'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import SecurityTab from './my-account-security.tsx'

it.each([
  [true, false],
  [false, true],
])('Security has two switches: Public Profile is %s, and Expose your email is %s', (isPublic, isExposed) => {
  const user = {
    public_profile: isPublic,
    expose_email: isExposed,
    notifications: NOTIFICATION_DEFAULTS,
  } as OwnUser
  const page = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <SecurityTab user={user} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const switches = page.matchAll(
    /<label[^>]*><span><span[^>]*>([^<]*).*? role="switch".*? aria-checked="(\w+)"/g,
  )
  expect([...switches].map(([, label, isOn]) => [label, isOn])).toEqual([
    ['Public Profile', String(isPublic)],
    ['Expose your email', String(isExposed)],
  ])
})
