import { expect, it } from 'vitest'
import { laneOf } from './lanes.ts'

it.each([
  ['payments.provider-event', null, 'paid', 'paid'],
  ['payments.refund', null, 'money', 'bulk-money'],
  ['payments.dispute-changed', null, 'money', 'bulk-money'],
  ['payments.refund-changed', null, 'bulk-money', 'bulk-money'],
  ['payments.transfer', null, 'bulk-money', 'bulk-money'],
  ['requests.places-follow', null, 'bulk', 'bulk'],
  ['requests.changed', null, 'changes', 'bulk-changes'],
  ['requests.changed', 'notifications', 'mail', 'bulk-mail'],
  ['requests.changed', 'calls', 'changes', 'bulk-changes'],
  ['notifications.mail', null, 'mail', 'bulk-mail'],
  ['payments.provider-event', 'notifications', 'mail', 'bulk-mail'],
])('work on %s for %s waits in lane %s, that of bulk work in %s', (topic, subscriber, lane, inBulk) => {
  expect(laneOf({ topic, subscriber }, 'one')).toBe(lane)
  expect(laneOf({ topic, subscriber }, 'bulk')).toBe(inBulk)
})
