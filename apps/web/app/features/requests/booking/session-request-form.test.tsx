import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { deviceZone, zoneName } from '../../../language/shown-zone.ts'
import { createSessionRequest } from './session-request.ts'
import { SessionRequestForm } from './session-request-form.tsx'

const nothing = () => undefined
const never = () => Promise.reject(new Error('this form asks nothing'))
const requesting = createSessionRequest({
  api: { get: never, post: never },
  isLoggedIn: () => true,
  goToLogin: nothing,
  sent: nothing,
  alerts: { error: nothing, clear: nothing },
  newKey: () => 'key',
  setTimer: nothing,
})

const formOf = (isDated: boolean): string =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <SessionRequestForm
          requesting={requesting}
          initial={{ username: '', start: '' }}
          isDated={isDated}
          zone="Asia/Tokyo"
          ownUsername={null}
          times={() => null}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  )

it('names the zone of this device beside the field for an agreed start', () => {
  const hint = `In your device’s time: ${zoneName(deviceZone())}`
  expect(formOf(true)).toContain(hint)
  expect(formOf(false)).not.toContain(hint)
})
