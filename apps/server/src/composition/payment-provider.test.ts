import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, expect, it, test } from 'vitest'
import { ConfigError, readConfig } from '../config.ts'
import { stillClock } from '../core/clock.ts'
import { somebody } from '../domains/calls/testing/call-requests.ts'
import { providerCustomers } from '../domains/payments/tables.ts'
import { silentLog } from '../testing/data-dir.ts'
import { createTestDatabase } from '../testing/database.ts'
import {
  openPaymentProvider,
  refuseOtherCurrency,
  refuseOtherKeys,
  refuseOtherProvider,
  warnOfMissingEvents,
} from './payment-provider.ts'

const database = await createTestDatabase({ size: 2 })
afterAll(() => database.close())
const { db } = database

const keys = (secret: string) => ({
  ...{ STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: 'pk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' },
})
const SETTINGS = {
  sandbox: readConfig({}),
  test: readConfig(keys('sk_test_1')),
  restricted: readConfig(keys('rk_test_1')),
  live: readConfig({
    ...{ ...keys('sk_live_1'), STRIPE_PUBLISHABLE_KEY: 'pk_live_1' },
    ...{ NODE_ENV: 'production', PUBLIC_ORIGIN: 'https://parley.example', DATABASE_URL: 'postgres://a/b' },
  }),
  elsewhere: readConfig({ ...keys('sk_test_1'), STRIPE_API_BASE: 'http://127.0.0.1:9' }),
}
type Name = keyof typeof SETTINGS
const open = (name: Name) => refuseOtherProvider(db, SETTINGS[name])

beforeEach(() => database.pool.query('truncate payment_provider, provider_customers'))

const pay = async () => {
  const userId = await somebody({ db, clock: stillClock() }, 'fan')
  await db.insert(providerCustomers).values({ userId, customerId: 'cus_1' })
}

test.each<[Name, Name]>([
  ['sandbox', 'test'],
  ['sandbox', 'live'],
  ['test', 'live'],
  ['test', 'sandbox'],
  ['live', 'sandbox'],
  ['live', 'test'],
])('a database whose payments are those of %s is not opened with %s', async (first, then) => {
  await open(first)
  await pay()
  await expect(open(then)).rejects.toThrow(ConfigError)
  await expect(open(then)).rejects.toThrow('nobody else knows them. Use the keys of before')
  await open(first)
})

it('is opened with other keys as long as nobody has paid, and belongs to those of its first payment', async () => {
  await open('sandbox')
  await open('test')
  await pay()
  await open('restricted')
  await expect(open('sandbox')).rejects.toThrow('STRIPE_SECRET_KEY leads to the payment sandbox')
  await expect(open('live')).rejects.toThrow('those of Stripe with test keys')
})

test('a command beside the server refuses other keys too, and decides nothing for the next start', async () => {
  await pay()
  await refuseOtherKeys(db, SETTINGS.sandbox)
  await open('live')
  await expect(refuseOtherKeys(db, SETTINGS.sandbox)).rejects.toThrow('nobody else knows them')
  await refuseOtherKeys(db, SETTINGS.live)
})

it('is opened at another address, which may stand for either', async () => {
  await open('sandbox')
  await pay()
  await open('elsewhere')
})

test('an account that settles in another currency than pounds is refused', async () => {
  const warned: string[] = []
  const log = { warn: (_facts: object, text: string) => void warned.push(text) }
  await refuseOtherCurrency({ accountCurrency: async () => 'gbp' }, log)
  expect(warned).toEqual([])
  await expect(refuseOtherCurrency({ accountCurrency: async () => 'eur' }, log)).rejects.toThrow(
    'The account of STRIPE_SECRET_KEY settles in eur',
  )
  const away = { accountCurrency: () => Promise.reject(new Error('away')) }
  await refuseOtherCurrency(away, log)
  expect(warned).toEqual(['Stripe did not say in which currency the account settles'])
})

test('the events that Stripe does not send are named in the log, and nothing else happens', async () => {
  const warned: [object, string][] = []
  const log = { warn: (facts: object, text: string) => void warned.push([facts, text]) }
  const sends = (missing: string[]) => ({ missingEvents: async () => missing })
  await warnOfMissingEvents(sends([]), log)
  expect(warned).toEqual([])
  await warnOfMissingEvents(sends(['topup.succeeded']), log)
  await warnOfMissingEvents({ missingEvents: () => Promise.reject(new Error('away')) }, log)
  expect(warned).toEqual([
    [{ missing: ['topup.succeeded'] }, expect.stringContaining('/api/payments/webhook/')],
    [{}, 'Stripe did not say which events it sends to this server'],
  ])
})

test('a program that stands for Stripe at another address need not have an account in pounds', async () => {
  const sent: (string | undefined)[] = []
  const stripeLike = createServer((request, response) => {
    sent.push(request.url)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ object: 'account', default_currency: 'usd' }))
  })
  await new Promise<void>(resolve => void stripeLike.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(stripeLike.address() as AddressInfo).port}`
  const config = readConfig({ ...keys('sk_test_1'), STRIPE_API_BASE: origin })
  const settings = { secretKey: 'sk_test_1', publishableKey: 'pk_test_1', webhookSecret: 'whsec_1' }
  const opened = openPaymentProvider({ db, log: { ...silentLog, debug: () => undefined } }, config, {
    ...settings,
    ...{ provider: 'stripe', apiBase: () => origin },
  })
  await expect(opened).resolves.toBeDefined()
  expect(sent).toEqual([])
  stripeLike.close()
})
