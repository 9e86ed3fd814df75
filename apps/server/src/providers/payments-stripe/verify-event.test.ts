import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { createStripeProvider } from './index.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const providerOf = (secretKey: string) =>
  createStripeProvider({
    ...{ provider: 'stripe', secretKey, publishableKey: 'pk_test_123' },
    webhookSecret: 'whsec_platform, whsec_accounts',
    apiBase: () => 'http://127.0.0.1:9',
  })
const provider = providerOf('sk_test_123')
const body = (account?: string, livemode = false) =>
  Buffer.from(
    JSON.stringify({
      id: 'evt_1',
      object: 'event',
      type: 'payout.paid',
      created: NOW.getTime() / 1000,
      livemode,
      ...(account ? { account } : {}),
      data: { object: { id: 'po_1', object: 'payout' } },
    }),
  )

function signed(raw: Buffer, secret: string): string {
  const at = NOW.getTime() / 1000
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${raw}`).digest('hex')}`
}

test('an event is taken with the secret of either endpoint, and says whose account it happened to', () => {
  const own = body()
  const theirs = body('acct_1')
  expect(provider.verifyEvent(own, signed(own, 'whsec_platform'), NOW)).toMatchObject({ accountId: null })
  expect(provider.verifyEvent(theirs, signed(theirs, 'whsec_accounts'), NOW)).toMatchObject({
    accountId: 'acct_1',
    objectId: 'po_1',
  })
})

test('an event signed with neither is nobody’s', () => {
  const raw = body()
  expect(provider.verifyEvent(raw, signed(raw, 'whsec_somebody'), NOW)).toBeNull()
  expect(provider.verifyEvent(raw, signed(raw, 'whsec_platform, whsec_accounts'), NOW)).toBeNull()
})

test.each([
  ['sk_test_1', false, false],
  ['sk_test_1', true, true],
  ['sk_live_1', true, false],
  ['rk_live_1', true, false],
  ['rk_live_1', false, true],
])('with %s an event whose livemode is %s is of the other mode: %s', (key, livemode, isOfOtherMode) => {
  const raw = body('acct_1', livemode)
  const event = providerOf(key).verifyEvent(raw, signed(raw, 'whsec_accounts'), NOW)
  expect(event).toMatchObject({ isOfOtherMode })
})
