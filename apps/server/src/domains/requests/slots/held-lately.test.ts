import { AVAILABILITY_DEFAULTS, MINUTE_MS, seconds } from '@parley/contract'
import { expect, test } from 'vitest'
import { nearbyOf } from '../../schedule/public.ts'
import { assertNotHeldTooLong, assertNotKeptByStrangers, heldMs, type UnpaidHold } from './held-lately.ts'

const NOW_MS = Date.parse('2027-03-02T12:00:00.000Z')
const ago = (minutes: number) => new Date(NOW_MS - minutes * MINUTE_MS)
const at = (time: string) => new Date(`2027-03-05T${time}:00.000Z`)
const time = { startsAt: at('10:00'), endsAt: at('10:20') }
const wanted = {
  nearby: nearbyOf(AVAILABILITY_DEFAULTS, { ...time, durationSeconds: seconds(900) }),
  now: new Date(NOW_MS),
}

/** A slot that was held from so many minutes ago; let go earlier where that is said. */
function hold(minutesAgo: number, more: Partial<UnpaidHold> = {}): UnpaidHold {
  const createdAt = ago(minutesAgo)
  const holdUntil = new Date(createdAt.getTime() + 10 * MINUTE_MS)
  return { id: 'one', createdAt, endedAt: null, holdUntil, takesTime: false, ...time, ...more }
}

test.each<[string, UnpaidHold[], number]>([
  ['nothing', [], 0],
  ['a hold that ended', [hold(30)], 10],
  ['one that goes on, up to now', [hold(4)], 4],
  ['one that was let go', [hold(30, { endedAt: ago(27) })], 3],
  ['one whose end was carried out late', [hold(30, { endedAt: ago(5) })], 10],
  ['several together', [hold(50), hold(30, { endedAt: ago(25) }), hold(2)], 17],
  ['what lies within the hour', [hold(65)], 5],
  ['nothing of what is older', [hold(80)], 0],
  ['a window, for as long as a slot', [hold(30, { holdUntil: null, takesTime: true })], 10],
  [
    'nothing of a request without a time of its own',
    [hold(30, { holdUntil: null, startsAt: null, endsAt: null })],
    0,
  ],
  ['a time a call away from it', [hold(30, { startsAt: at('10:45'), endsAt: at('11:05') })], 10],
  ['nothing of a time further away', [hold(30, { startsAt: at('10:50'), endsAt: at('11:10') })], 0],
  ['a time that overlaps it', [hold(30, { startsAt: at('10:10'), endsAt: at('10:30') })], 10],
])('counted is %s', (_what, holds, minutes) => {
  expect(heldMs(holds, wanted)).toBe(minutes * MINUTE_MS)
})

test('a time may be held once more after ten minutes, and not after more', () => {
  expect(() => assertNotHeldTooLong([hold(30)], wanted)).not.toThrow()
  const more = [hold(30), hold(15, { endedAt: new Date(ago(15).getTime() + 1) })]
  expect(() => assertNotHeldTooLong(more, wanted)).toThrow('too_many')
})

test('who is refused hears when the first of these holds counts no more', () => {
  const refused = () => assertNotHeldTooLong([hold(90), hold(40), hold(20)], wanted)
  // It ended half an hour ago.
  expect(refused).toThrow(expect.objectContaining({ retryAfterSeconds: 30 * 60 }))
})

test('a stranger may hold what strangers held for twenty minutes, and not what they held for longer', () => {
  expect(() => assertNotKeptByStrangers([hold(50), hold(30)], wanted)).not.toThrow()
  const more = [hold(50), hold(30), hold(15, { endedAt: new Date(ago(15).getTime() + 1) })]
  expect(() => assertNotKeptByStrangers(more, wanted)).toThrow(
    expect.objectContaining({ body: expect.objectContaining({ way_on: 'confirm_email' }) }),
  )
})
