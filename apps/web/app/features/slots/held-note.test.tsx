import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { aRequest, PAYMENT } from '../requests/a-request.testing.ts'
import { HeldNote } from './held-note.tsx'

const [start, end] = ['2027-03-02T09:00:00.000Z', '2027-03-02T09:20:00.000Z']
const UNTIL = '2027-03-01T10:00:00.000Z'
const agreed = { payment: PAYMENT.unpaid, timeRange: { start, end } }
const shown = (over: Parameters<typeof aRequest>[0]) =>
  renderToStaticMarkup(<HeldNote request={aRequest(over)} onEnd={() => undefined} />)

it('says until when an agreed time is held, as of a picked one', () => {
  expect(shown({ ...agreed, hold_expires_at: UNTIL })).toContain('Held for you until')
  const slot = { start, end, hold_expires_at: UNTIL } as ReturnType<typeof aRequest>['slot']
  expect(shown({ ...agreed, slot })).toContain('Held for you until')
})

it('says nothing of a time that is not held', () => {
  expect(shown({ ...agreed, hold_expires_at: null })).toBe('')
})
