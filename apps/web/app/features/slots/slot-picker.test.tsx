import type { Slots } from '@parley/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { deviceZone } from '../../language/shown-zone.ts'
import { datesOf, monthOf } from './month.ts'
import { SlotPicker } from './slot-picker.tsx'
import { todayIn } from './slot-text.ts'

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
  free: readonly string[]
  chosen: string | null
  /** How long after the choice the answer came. */
  answeredMs?: number
  refused?: string | null
}

function pickerOf({ free, chosen, answeredMs = 1, refused = null }: Seen): string {
  const zone = deviceZone()
  const dates = datesOf(monthOf(todayIn(zone))).filter(date => date >= todayIn(zone))
  const answer = {
    ...{ mode: 'offered', zone, amount: '25.00', duration: 900 },
    days: [{ date: todayIn(zone), slots: free.map(slot) }],
    next_slot: free[0] ? slot(free[0]) : null,
  } as Slots
  const client = new QueryClient()
  const asked = ['slots', 'ivy', dates[0], dates.at(-1), zone, null]
  client.setQueryData(asked, answer, { updatedAt: NOW.getTime() + answeredMs })
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <SlotPicker
          influencer={{ user: { username: 'ivy' }, booking_mode: 'offered' }}
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
