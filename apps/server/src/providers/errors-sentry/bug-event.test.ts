import { expect, test } from 'vitest'
import { bugEvent, framesOf, servedEvent } from './bug-event.ts'

const SECRETS = ['ann@example.org', '4242424242424242', 'eyJhbGciOi', 'about my divorce', 't=Bearer']

function thrown(make: () => Error): Error {
  try {
    throw make()
  } catch (error) {
    return error as Error
  }
}

test('a bug is told by type, code and places in the source, never by its words', () => {
  const cause = Object.assign(new TypeError(SECRETS.join(' ')), { code: '23505', detail: SECRETS[0] })
  const error = thrown(() => new Error(`no such person: ${SECRETS.join('\n    at ')}`, { cause }))
  const event = bugEvent(error, { kind: 'route', name: '/api/user/:id/', requestId: 'r-1' })
  const text = JSON.stringify(event)
  for (const secret of SECRETS) expect(text).not.toContain(secret)
  expect(event.exception.values.map(({ type, value }) => [type, value])).toEqual([
    ['TypeError', '23505'],
    ['Error', ''],
  ])
  const frames = event.exception.values[1]?.stacktrace?.frames ?? []
  expect(frames.at(-1)).toMatchObject({
    filename: 'apps/server/src/providers/errors-sentry/bug-event.test.ts',
    in_app: true,
  })
  expect(event).toMatchObject({ transaction: '/api/user/:id/', tags: { request_id: 'r-1' } })
})

test('a name or a code that is somebody else’s text is left out', () => {
  const error = Object.assign(new Error('x'), { name: 'ann@example.org', code: 'about my divorce' })
  const event = bugEvent(error, { kind: 'part', name: 'outbox poll failed' })
  expect(event.exception.values[0]).toMatchObject({ type: 'Error', value: '' })
  expect(bugEvent('ann@example.org', { kind: 'part', name: 'x' }).exception.values).toEqual([
    { type: 'Error', value: '' },
  ])
})

test('a message that is written like a stack gives no places', () => {
  const lines = ['Error: at ann', '    at ann@example.org', '    at secret (ann@example.org:1:2)']
  const real = '    at deep (file:///srv/parley/apps/server/src/app.ts:10:5)'
  expect(framesOf([...lines, real].join('\n'))).toEqual([
    { filename: 'apps/server/src/app.ts', function: 'deep', lineno: 10, colno: 5, in_app: true },
  ])
})

test.each([
  '/api/influencer/parley_requests/:id/pay/',
  '/api/influencer/parley_requests/:id/session/',
  '/api/influencer/requests/:id/session/',
  '/api/user/:id/card-wallet/',
  '/api/parley/parley_request/payment-intent/',
  '/api/parley/prepaid/:id/accept/',
  '/api/ws-ticket/',
  '/api/stripe/webhook/',
  '/chat/:slug/',
])('%s belongs to a call or a payment: no trace, and its bugs by code alone', name => {
  const served = { method: 'POST', status: 200, startedMs: 1, endedMs: 2, requestId: 'r', parent: undefined }
  expect(servedEvent({ ...served, route: name })).toBeNull()
  const error = Object.assign(new RangeError('x'), { code: 'P0001' })
  const [value] = bugEvent(error, { kind: 'route', name }).exception.values
  expect(value).toEqual({ type: 'RangeError', value: 'P0001' })
})

test('a request that a traced browser made belongs to its trace', () => {
  const [traceId, spanId] = ['1'.repeat(32), '2'.repeat(16)]
  const served = { method: 'GET', route: '/api/user/me/', status: 200, startedMs: 1000, endedMs: 1500 }
  const event = servedEvent({ ...served, requestId: 'r', parent: `${traceId}-${spanId}-1` })
  expect(event).toMatchObject({
    transaction: 'GET /api/user/me/',
    start_timestamp: 1,
    timestamp: 1.5,
    contexts: { trace: { trace_id: traceId, parent_span_id: spanId, op: 'http.server' } },
  })
  const forged = servedEvent({ ...served, requestId: 'r', parent: 'ann@example.org' })
  expect(JSON.stringify(forged)).not.toContain('ann@')
})
