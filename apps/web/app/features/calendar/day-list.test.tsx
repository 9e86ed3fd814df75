import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { daysOf } from './calendar-days.ts'
import { DayList } from './day-list.tsx'

const days = daysOf([], new Date(2027, 2, 2), 1)
const show = () => ({ what: 'A call' })

it('a day without a call says so once its calendar has loaded, and not before', () => {
  const loading = renderToStaticMarkup(<DayList days={days} isLoading show={show} />)
  expect(loading).not.toContain('Nothing')
  expect(loading).toContain('aria-busy="true"')
  expect(renderToStaticMarkup(<DayList days={days} isLoading={false} show={show} />)).toContain('Nothing')
})
