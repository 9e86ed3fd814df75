import { expect, it } from 'vitest'
import { laneOf } from './lanes.ts'

it.each([
  ['payments.provider-event', null, 'paid'],
  ['payments.refund', null, 'money'],
  ['requests.places-follow', null, 'bulk'],
  ['requests.changed', null, 'changes'],
  ['requests.changed', 'notifications', 'mail'],
  ['requests.changed', 'calls', 'changes'],
  ['notifications.mail', null, 'mail'],
  ['payments.provider-event', 'notifications', 'mail'],
])('work on %s for %s waits in lane %s', (topic, subscriber, lane) => {
  expect(laneOf({ topic, subscriber })).toBe(lane)
})
