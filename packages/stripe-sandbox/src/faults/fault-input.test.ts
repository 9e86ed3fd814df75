import { expect, it } from 'vitest'
import { readFaultRule, readWebhookFault } from './fault-input.ts'

it.each<[object, object]>([
  [{ action: 'fail' }, { status: 500, times: 1, skip: 0 }],
  [
    { action: 'fail', status: 402, code: 'card_declined', times: 3 },
    { status: 402, code: 'card_declined', times: 3 },
  ],
  [{ action: 'failAfter' }, { replay: 'answer' }],
  [{ action: 'failAfter', replay: 'error' }, { replay: 'error' }],
  [
    { action: 'delay', when: 'after' },
    { ms: 1000, when: 'after' },
  ],
  [{ action: 'kill' }, { when: 'before' }],
  [{ action: 'drop', method: 'POST' }, { method: 'POST' }],
])('reads the fault %o', (given, read) => {
  expect(readFaultRule({ path: '/v1/refunds', ...given })).toMatchObject({ path: '/v1/refunds', ...read })
})

it.each<unknown>([
  { action: 'fail' },
  { path: '/v1/refunds' },
  { path: '/v1/refunds', action: 'explode' },
  { path: '/v1/refunds', action: 'fail', times: -1 },
  { path: '/v1/refunds', action: 'fail', status: '500' },
  { path: 7, action: 'fail' },
  null,
])('refuses %o', given => {
  expect(() => readFaultRule(given)).toThrow()
})

it('reads faults of webhooks, for all types where none are named', () => {
  expect(readWebhookFault({ action: 'stale' })).toEqual({ action: 'stale', times: 1, seconds: 3600 })
  expect(readWebhookFault({ action: 'drop', types: ['refund.failed'] })).toMatchObject({
    types: ['refund.failed'],
  })
  expect(() => readWebhookFault({ action: 'drop', types: 'refund.failed' })).toThrow()
  expect(() => readWebhookFault({ action: 'lose' })).toThrow()
})
