import type { PayAnswer, SessionRequest } from '@parley/contract'
import { expect, it } from 'vitest'
import { ApiError } from '../../api/errors.ts'
import type { Confirmed, EnteredCard } from './card-provider.ts'
import { createPayment, paymentAt } from './payment.ts'

const ANSWER: PayAnswer = {
  status: 'requires_payment_method',
  client_secret: 'pi_1_secret_x',
  publishable_key: 'pk',
  provider: 'sandbox',
  payment_intent: 'pi_1',
  next_action_url: null,
  detail: null,
}

interface Case {
  pay?: (Partial<PayAnswer> | ApiError)[]
  confirmed?: Confirmed[]
  /** The answers about the payment: a status, a number for a refusal, null for none at all. */
  statuses?: (SessionRequest['payment']['status'] | number | null)[]
}

function setUp({ pay = [{}], confirmed = [], statuses = [] }: Case) {
  const log: string[] = []
  const keys: (string | undefined)[] = []
  const timers: (() => void)[] = []
  let made = 0
  const payment = createPayment({
    api: {
      post: async <T>(path: string, body?: unknown, options?: { idempotencyKey?: string }) => {
        log.push(
          path.includes('payment-intent') ? `ask ${JSON.stringify(body)}` : `pay ${JSON.stringify(body)}`,
        )
        if (!path.includes('payment-intent')) {
          keys.push(options?.idempotencyKey)
          const answer = pay.shift()
          if (!answer) throw new Error('lost')
          if (answer instanceof ApiError) throw answer
          return { ...ANSWER, ...answer } as T
        }
        const status = statuses.shift()
        if (typeof status !== 'string') throw new ApiError(status ?? 0, null, 'lost')
        return { id: 'r1', payment: { status, stripe_intent_secret: 'pi_1_secret_x' } } as T
      },
    },
    provider: { name: 'sandbox', publishableKey: 'pk' },
    returnUrl: () => 'http://here/profile/maya',
    leave: url => log.push(`leave ${url}`),
    changed: request => log.push(`changed ${request.payment.status}`),
    cardsChanged: () => log.push('cards changed'),
    newKey: () => `key${++made}`,
    setTimer: work => timers.push(work),
  })
  const card: EnteredCard = {
    confirmPayment: async () => confirmed.shift() ?? { kind: 'unexpected' },
    confirmSetup: async () => ({ kind: 'unexpected' }),
  }
  return { payment, card, log, keys, timers }
}
const TYPED = { requestId: 'r1', savesCard: false }
const ASK =
  'ask {"paymentIntentId":"pi_1","paymentIntentSecret":"pi_1_secret_x","paymentRedirectStatus":"succeeded"}'

it('a good card pays, and the server reads the payment at the provider', async () => {
  const { payment, card, log } = setUp({
    confirmed: [{ kind: 'done', status: 'succeeded' }],
    statuses: ['paid'],
  })
  await payment.payByCard(TYPED, card)
  expect(log).toEqual(['pay {"save_card":false}', ASK, 'changed paid', 'cards changed'])
  expect(payment.getSnapshot()).toMatchObject({ phase: 'ready', outcome: 'succeeded' })
})

it('each press sends whether the card should be saved', async () => {
  const { payment, card, log } = setUp({
    pay: [{}, {}],
    confirmed: [
      { kind: 'card_error', message: 'Your card was declined.' },
      { kind: 'done', status: 'succeeded' },
    ],
    statuses: ['paid'],
  })
  await payment.payByCard({ ...TYPED, savesCard: true }, card)
  await payment.payByCard(TYPED, card)
  const said = ['pay {"save_card":true}', 'pay {"save_card":false}']
  expect(log.filter(entry => entry.startsWith('pay '))).toEqual(said)
})

it('a double click pays once', async () => {
  const { payment, card, log } = setUp({
    confirmed: [{ kind: 'done', status: 'succeeded' }],
    statuses: ['paid'],
  })
  await Promise.all([payment.payByCard(TYPED, card), payment.payByCard(TYPED, card)])
  expect(log.filter(entry => entry.startsWith('pay'))).toHaveLength(1)
})

it('a declined card shows its error under the card, and another card can be tried', async () => {
  const { payment, card } = setUp({
    pay: [{}, {}],
    confirmed: [
      { kind: 'card_error', message: 'Your card was declined.' },
      { kind: 'done', status: 'succeeded' },
    ],
    statuses: ['paid'],
  })
  await payment.payByCard(TYPED, card)
  expect(payment.getSnapshot()).toMatchObject({ phase: 'ready', cardError: 'Your card was declined.' })
  await payment.payByCard(TYPED, card)
  expect(payment.getSnapshot()).toMatchObject({ cardError: null, outcome: 'succeeded' })
})

it('an error that is not the card’s is unexpected', async () => {
  const { payment, card } = setUp({ confirmed: [{ kind: 'unexpected' }] })
  await payment.payByCard(TYPED, card)
  expect(payment.getSnapshot().problem).toBe('An unexpected error occurred')
})

it('a card that needs a challenge opens the bank’s page', async () => {
  const { payment, card, log } = setUp({ confirmed: [{ kind: 'challenge', url: 'http://bank/' }] })
  await payment.payByCard(TYPED, card)
  expect(log).toEqual(['pay {"save_card":false}', 'leave http://bank/'])
  expect(payment.getSnapshot().phase).toBe('redirecting')
})

it.each([
  ['paid', 'succeeded'],
  ['processing', 'processing'],
  ['failed', 'unsuccessful'],
  ['unpaid', 'unsuccessful'],
  ['refunded', 'wrong'],
] as const)('back from the bank, a request that is %s is told as %s', async (status, outcome) => {
  const { payment } = setUp({ statuses: [status] })
  await payment.comeBack({ paymentIntentId: 'pi_1', paymentRedirectStatus: 'succeeded' })
  expect(payment.getSnapshot().outcome).toBe(outcome)
})

it('a payment in processing is polled until it is decided', async () => {
  const { payment, timers } = setUp({ statuses: ['processing', 'paid'] })
  await payment.comeBack({ paymentIntentId: 'pi_1' })
  timers.shift()?.()
  await expect.poll(() => payment.getSnapshot().outcome).toBe('succeeded')
  expect(timers).toEqual([])
})

it('a saved card pays in one tap, and a repeat after a lost answer has the same key', async () => {
  const { payment, keys } = setUp({ pay: [], statuses: [] })
  await payment.payBySavedCard('r1', 'pm_1')
  await payment.payBySavedCard('r1', 'pm_1')
  expect(keys).toEqual(['key1', 'key1'])
})

it('a saved card that the server refuses is loaded again: it may be one that was removed', async () => {
  const { payment, log } = setUp({ pay: [new ApiError(400, { card: ['This card was removed.'] }, '')] })
  await payment.payBySavedCard('r1', 'pm_1')
  expect(log).toEqual(['pay {"card":"pm_1"}', 'cards changed'])
  expect(payment.getSnapshot().problem).toContain('This card was removed.')
})

it('a declined saved card gets a new key at the next try', async () => {
  const declined = { status: 'requires_payment_method', detail: 'Your card was declined.' } as const
  const { payment, keys } = setUp({ pay: [declined, { status: 'succeeded' }], statuses: ['paid'] })
  await payment.payBySavedCard('r1', 'pm_1')
  expect(payment.getSnapshot().cardError).toBe('Your card was declined.')
  await payment.payBySavedCard('r1', 'pm_1')
  expect(keys).toEqual(['key1', 'key2'])
  expect(payment.getSnapshot().outcome).toBe('succeeded')
})

const at = (id: string) => ({ id, payment: { stripe_intent_secret: `pi_${id.slice(1)}_secret_x` } })

it('a declined card of one request is not shown at another one', async () => {
  const { payment, card } = setUp({ confirmed: [{ kind: 'card_error', message: 'Declined.' }] })
  await payment.payByCard(TYPED, card)
  expect(paymentAt(payment.getSnapshot(), at('r1')).cardError).toBe('Declined.')
  expect(paymentAt(payment.getSnapshot(), at('r2')).cardError).toBeNull()
})

it('the result of a return from the bank is shown at its request, also before the server has answered', async () => {
  const { payment } = setUp({ statuses: ['failed'] })
  const back = payment.comeBack({ paymentIntentId: 'pi_1' })
  expect(paymentAt(payment.getSnapshot(), at('r1')).phase).toBe('checking')
  expect(paymentAt(payment.getSnapshot(), at('r2')).phase).toBe('ready')
  await back
  expect(paymentAt(payment.getSnapshot(), at('r1')).outcome).toBe('unsuccessful')
  expect(paymentAt(payment.getSnapshot(), at('r2')).outcome).toBeNull()
})

it('a saved card pays each request with a key of its own', async () => {
  const { payment, keys } = setUp({ pay: [] })
  for (const id of ['r1', 'r2', 'r1']) await payment.payBySavedCard(id, 'pm_1')
  expect(keys).toEqual(['key1', 'key2', 'key1'])
})

it('while one request is in processing another one is paid, and the polls of the first one end', async () => {
  const { payment, timers, card, log } = setUp({
    statuses: ['processing', 'processing'],
    confirmed: [{ kind: 'card_error', message: 'Declined.' }],
  })
  await payment.comeBack({ paymentIntentId: 'pi_1' })
  const polls = timers.shift()
  const other = payment.payByCard({ requestId: 'r2', savesCard: false }, card)
  polls?.()
  await other
  expect(payment.getSnapshot()).toMatchObject({ requestId: 'r2', phase: 'ready', cardError: 'Declined.' })
  expect(log.filter(entry => entry.startsWith('ask'))).toHaveLength(1)
})

it('a poll of a payment in processing leaves the page ready, and after the last one only the request counts', async () => {
  const { payment, timers, log } = setUp({ statuses: Array(16).fill('processing') })
  await payment.comeBack({ paymentIntentId: 'pi_1' })
  for (let polls = 0; polls < 15; polls++) {
    expect(payment.getSnapshot().outcome).toBe('processing')
    timers.shift()?.()
    expect(payment.getSnapshot().phase).toBe('ready')
    await expect.poll(() => log.filter(entry => entry.startsWith('changed')).length).toBe(polls + 2)
  }
  expect([payment.getSnapshot().outcome, timers]).toEqual([null, []])
})

it('a lost answer about a payment is no result: the server is asked again until it answers', async () => {
  const { payment, timers, log } = setUp({ statuses: [null, 503, 'paid'] })
  const back = payment.comeBack({ paymentIntentId: 'pi_1' })
  for (let lost = 1; lost <= 2; lost++) {
    await expect.poll(() => timers.length).toBe(1)
    expect(payment.getSnapshot()).toMatchObject({ phase: 'checking', outcome: null })
    timers.shift()?.()
  }
  expect(await back).toBe(true)
  expect(payment.getSnapshot()).toMatchObject({ phase: 'ready', outcome: 'succeeded' })
  expect(log.filter(entry => entry.startsWith('ask'))).toHaveLength(3)
})

it('when no answer comes at all, the result is lost, and the return is still to be answered', async () => {
  const { payment, timers } = setUp({ statuses: [] })
  const back = payment.comeBack({ paymentIntentId: 'pi_1' })
  for (let lost = 1; lost <= 15; lost++) {
    await expect.poll(() => timers.length).toBe(1)
    timers.shift()?.()
  }
  expect(await back).toBe(false)
  expect(payment.getSnapshot()).toMatchObject({ phase: 'ready', outcome: 'lost' })
})

it('a refusal is an answer: such a return went wrong, and is not tried again', async () => {
  const { payment, timers } = setUp({ statuses: [404] })
  expect(await payment.comeBack({ paymentIntentId: 'pi_1' })).toBe(true)
  expect([payment.getSnapshot().outcome, timers]).toEqual(['wrong', []])
})
