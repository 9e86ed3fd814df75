import type { LiveEvent } from '@parley/contract'
import { expect, it } from 'vitest'
import { ApiError } from '../../../api/errors.ts'
import { aRequest } from '../a-request.testing.ts'
import { ownPlace } from './own-place.ts'
import { createPlaceBooking } from './place-booking.ts'

const EVENT = {
  slug: 'chess',
  title: 'Chess',
  amount: '5.00',
  duration: 3600,
  format: 'broadcast',
  absent: null,
  order: null,
  starts_at: '2026-03-01T19:00:00.000Z',
  influencer: { user: { id: 'ivy-id', username: 'ivy' } },
} as LiveEvent

function setUp(answers: (() => unknown)[], offer = EVENT) {
  const sent: { path: string; body: unknown }[] = []
  let keys = 0
  const booking = createPlaceBooking({
    api: {
      post: async <T>(path: string, body?: unknown) => {
        sent.push({ path, body })
        return answers.shift()?.() as T
      },
    },
    offer,
    isLoggedIn: () => true,
    pageUrl: () => 'http://here/live-event/chess',
    goToLogin: () => undefined,
    booked: () => undefined,
    alerts: { error: () => undefined, clear: () => undefined },
    newKey: () => `key${++keys}`,
    setTimer: () => undefined,
  })
  return { booking, sent }
}

it('a place is booked with the event’s title and address, and with all of its shown terms', async () => {
  const { booking, sent } = setUp([() => aRequest()])
  booking.open()
  await booking.confirm()
  expect(sent).toEqual([
    {
      path: '/api/parley/ivy/live_event/',
      body: {
        title: 'Chess',
        slug: 'chess',
        session_request: {
          ...{ amount: '5.00', uuid: 'key1', format: 'broadcast', duration: 3600 },
          ...{ absent: null, order: null, starts_at: '2026-03-01T19:00:00.000Z' },
        },
        callback: 'http://here/live-event/chess',
      },
    },
  ])
  expect(booking.getSnapshot()).toMatchObject({ phase: 'closed', sent: true })
})

it('a turn of a queue is booked with the shown length and rule', async () => {
  const turn = { ...EVENT, format: 'queue', duration: 90, absent: 'keep', order: 'drawn' } as const
  const { booking, sent } = setUp([() => aRequest()], turn)
  booking.open()
  await booking.confirm()
  expect(sent[0]?.body).toMatchObject({
    session_request: { format: 'queue', duration: 90, absent: 'keep', order: 'drawn' },
  })
})

it('a price that has changed is shown and must be confirmed again', async () => {
  const changed = () => {
    throw new ApiError(409, { detail: 'The offer has changed', offer: { ...EVENT, amount: '6.00' } }, '')
  }
  const { booking, sent } = setUp([changed, () => aRequest()])
  booking.open()
  await booking.confirm()
  expect(booking.getSnapshot()).toMatchObject({
    phase: 'confirming',
    offerChanged: true,
    offer: { amount: '6.00' },
  })
  await booking.confirm()
  expect(sent.at(-1)?.body).toMatchObject({ session_request: { amount: '6.00', uuid: 'key2' } })
})

it('one’s own place is the newest request for the event', () => {
  const live_event = {
    slug: 'chess',
    title: 'Chess',
    format: 'broadcast' as const,
    absent: null,
    order: null,
  }
  const older = aRequest({ id: 'older', live_event, created_at: '2026-03-01T10:00:00Z', state: 'expired' })
  const newer = aRequest({ id: 'newer', live_event, created_at: '2026-03-01T11:00:00Z' })
  const other = aRequest({ id: 'other', created_at: '2026-03-01T12:00:00Z' })
  expect(ownPlace([older, newer, other], 'chess')?.id).toBe('newer')
  expect(ownPlace([other], 'chess')).toBeNull()
})
