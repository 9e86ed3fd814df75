import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { deviceZone } from '../../language/shown-zone.ts'
import { datesOf, monthOf } from './month.ts'
import { SlotPicker } from './slot-picker.tsx'
import { todayIn } from './slot-text.ts'
import type { SoldCall } from './use-slots.ts'

const NOW = new Date('2027-03-02T08:00:00.000Z')
const [NINE, TEN, ELEVEN] = ['09', '10', '11'].map(hour => `2027-03-02T${hour}:00:00.000Z`) as [
  string,
  string,
  string,
]
const slot = (start: string) => ({ start, end: new Date(Date.parse(start) + 1_200_000).toISOString() })

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
})
afterEach(() => {
  vi.useRealTimers()
})

interface Seen {
  /** Null where the free times could not be loaded. */
  free: readonly string[] | null
  chosen: string | null
  /** How long after the choice the answer came. */
  answeredMs?: number
  refused?: string | null
  mode?: 'offered' | 'only'
  sold?: SoldCall | null
}

function pickerOf(seen: Seen): string {
  const { free, chosen, answeredMs = 1, refused = null, mode = 'offered', sold = null } = seen
  const zone = deviceZone()
  const dates = datesOf(monthOf(todayIn(zone))).filter(date => date >= todayIn(zone))
  const answer = (starts: readonly string[]) => ({
    ...{ mode, zone, amount: '25.00', duration: 900 },
    days: [{ date: todayIn(zone), slots: starts.map(slot) }],
    next_slot: starts[0] ? slot(starts[0]) : null,
  })
  // A try that failed stays failed while the page is rendered.
  const client = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } })
  const queryKey = ['slots', 'ivy', dates[0], dates.at(-1), zone, sold]
  if (free) client.setQueryData(queryKey, answer(free), { updatedAt: NOW.getTime() + answeredMs })
  else client.getQueryCache().build(client, { queryKey }).setState({ status: 'error', error: new Error() })
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <SlotPicker
          influencer={{ user: { username: 'ivy' }, booking_mode: mode }}
          sold={sold}
          chosen={chosen}
          onChoose={() => undefined}
          refused={refused}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
const YOURS = 'Your time'
const GONE = 'Not free any more'

it('says that a chosen time is not free any more, as soon as an answer leaves it out', () => {
  const seen = pickerOf({ free: [NINE, ELEVEN], chosen: TEN })
  expect(seen).toContain(GONE)
  expect(seen).toContain('Please choose another time')
  expect(seen).not.toContain(YOURS)
})

it('says the same of a time that a booking was refused, whatever the answer of before said', () => {
  expect(pickerOf({ free: [NINE, TEN], chosen: TEN, answeredMs: -1, refused: TEN })).toContain(GONE)
})

it.each([
  ['is among the free ones', { free: [NINE, TEN], chosen: TEN }],
  ['was chosen after the answer', { free: [NINE], chosen: TEN, answeredMs: -1 }],
  ['is another than the refused one', { free: [NINE, TEN], chosen: TEN, refused: NINE }],
])('a chosen time that %s is theirs', (_why, seen) => {
  const page = pickerOf(seen)
  expect(page).toContain(YOURS)
  expect(page).not.toContain(GONE)
})

it('offers the next free time where none is chosen', () => {
  const page = pickerOf({ free: [NINE], chosen: null })
  expect(page).toContain('Next free time')
  expect(page).not.toContain(GONE)
})

const FAILED = 'The free times could not be loaded'
const SUGGEST = 'href="/session-request?influencer=ivy&amp;when=agreed"'

it.each([null, TEN])(
  'says that the times could not be loaded, and tries again when asked (chosen: %s)',
  chosen => {
    const page = pickerOf({ free: null, chosen })
    expect(page).toContain(FAILED)
    expect(page).toMatch(/<button(?![^>]*disabled)[^>]*>Try again/)
    expect(page).not.toContain('No free times')
    expect(page.includes(YOURS)).toBe(chosen !== null)
  },
)

it('where nothing is free, another time can be suggested without opening anything', () => {
  const page = pickerOf({ free: [], chosen: null })
  expect(page).toContain('No free times at the moment')
  expect(page).toContain(SUGGEST)
  expect(page).not.toContain(FAILED)
})

it.each([
  ['while a time is free', { free: [NINE] }],
  ['to an influencer who sells only their own times', { free: [], mode: 'only' as const }],
  ['for a call that has a time already', { free: [], sold: { id: 'r1', as: 'moving' as const } }],
])('no other time is suggested %s', (_why, seen) => {
  expect(pickerOf({ chosen: null, ...seen })).not.toContain(SUGGEST)
})
