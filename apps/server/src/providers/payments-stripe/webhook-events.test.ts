import { expect, test } from 'vitest'
import { missingEvents } from './webhook-events.ts'

const PATH = '/api/payments/webhook/'
const endpoint = (enabled_events: string[], change: { url?: string; status?: string } = {}) => ({
  ...{ url: `https://parley.example${PATH}`, status: 'enabled', enabled_events },
  ...change,
})
/** What an account without any endpoint lacks: all that is needed. */
const ALL = missingEvents([], PATH)
const CONNECTED = ['account.application.deauthorized', 'account.updated']
const OWN = ALL.filter(type => !CONNECTED.includes(type))

test('an endpoint for everything, or the two of the documentation, lack nothing', () => {
  expect(ALL).toEqual(
    expect.arrayContaining(['payment_intent.succeeded', 'charge.dispute.created', ...CONNECTED]),
  )
  expect(missingEvents([endpoint(['*'])], PATH)).toEqual([])
  expect(missingEvents([endpoint(OWN), endpoint(CONNECTED)], PATH)).toEqual([])
  expect(
    missingEvents([endpoint(ALL, { url: 'https://other.example/api/payments/webhook?a=1' })], PATH),
  ).toEqual([])
})

test('what no endpoint is sent is named', () => {
  const former = OWN.filter(type => !type.startsWith('topup.'))
  expect(missingEvents([endpoint(former), endpoint(['account.updated'])], PATH)).toEqual([
    'account.application.deauthorized',
    'topup.reversed',
    'topup.succeeded',
  ])
})

test.each<[string, { url?: string; status?: string }]>([
  ['is switched off', { status: 'disabled' }],
  ['leads to another path', { url: 'https://parley.example/api/payments/' }],
  ['has no address', { url: '' }],
])('an endpoint that %s does not count', (_what, change) => {
  expect(missingEvents([endpoint(['*'], change)], PATH)).toEqual(ALL)
})
