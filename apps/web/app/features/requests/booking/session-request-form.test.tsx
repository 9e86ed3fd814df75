import type { Influencer } from '@parley/contract'
import { HOUR_MS } from '@parley/contract/time-units'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { ApiError } from '../../../api/errors.ts'
import { deviceZone, zoneName } from '../../../language/shown-zone.ts'
import { momentText } from '../money-back/money-back-words.ts'
import { createSessionRequest, type SessionRequestFields } from './session-request.ts'
import { SessionRequestForm } from './session-request-form.tsx'

afterEach(() => {
  vi.useRealTimers()
})

const SLOT = '2027-03-02T09:00:00.000Z'
const ivy = {
  user: { username: 'ivy', first_name: 'Ivy', last_name: 'Green' },
  booking_mode: 'offered',
  main_session: { amount: '25.00', duration: 900, duration_display: 2, description: 'Anything' },
  fee_percent: 10,
  money_back: { policy: 'strict' },
} as unknown as Influencer

async function formOf(
  initial: SessionRequestFields,
  isDated = false,
  { zone = 'Europe/London', get = async (): Promise<unknown> => ivy } = {},
) {
  const requesting = createSessionRequest({
    api: { get: async <T,>() => (await get()) as T, post: async <T,>() => ivy as T },
    isLoggedIn: () => true,
    goToLogin: () => undefined,
    sent: () => undefined,
    alerts: { error: () => undefined, clear: () => undefined },
    newKey: () => 'key',
    setTimer: () => undefined,
  })
  await requesting.lookUp(initial.username)
  const chosen: (string | null)[] = []
  const page = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <SessionRequestForm
          requesting={requesting}
          initial={initial}
          isDated={isDated}
          zone={zone}
          ownUsername={null}
          times={(_influencer, picked) => {
            chosen.push(picked)
            return null
          }}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const checked = /<input type="radio" name="dated" checked=""\/>([^<]*)/.exec(page)?.[1]
  return { page, chosen: chosen.at(-1), checked }
}

it('is after a login as it was before: the picked time is chosen', async () => {
  const { chosen, checked } = await formOf({ username: '@Ivy', start: '', slot: SLOT })
  expect(chosen).toBe(SLOT)
  expect(checked).toBe('At the time above')
})

it('has no picked time where the address has none', async () => {
  const { chosen, checked } = await formOf({ username: 'ivy', start: '' })
  expect(chosen).toBeNull()
  expect(checked).toBe('Any time in the next 30 days')
})

it('names the zone of this device beside the field for an agreed start', async () => {
  const hint = `In your device’s time: ${zoneName(deviceZone())}`
  expect((await formOf({ username: 'ivy', start: '' }, true)).page).toContain(hint)
  expect((await formOf({ username: 'ivy', start: '' })).page).not.toContain(hint)
})

it('says until when how much comes back in the zone of the times beside it', async () => {
  vi.useFakeTimers({ now: new Date('2027-02-20T09:00:00.000Z') })
  const ends = [72, 24].map(hours => new Date(Date.parse(SLOT) - hours * HOUR_MS))
  for (const zone of ['Asia/Tokyo', 'Australia/Lord_Howe']) {
    const { page } = await formOf({ username: 'ivy', start: '', slot: SLOT }, false, { zone })
    for (const end of ends) expect(page).toContain(`until ${momentText(end, zone)}`)
  }
})

it('says that there is no connection, offers to try again, and says of nobody that they do not exist', async () => {
  const get = () => Promise.reject(new ApiError(0, null, 'No connection'))
  const { page } = await formOf({ username: 'ivy', start: '' }, false, { get })
  expect(page).toMatch(/role="alert"[^>]*>No connection<.*Try again/)
  expect(page).not.toContain('There is no influencer by this name')
})
