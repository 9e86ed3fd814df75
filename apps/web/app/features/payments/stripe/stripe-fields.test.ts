import type { Stripe } from '@stripe/stripe-js'
import { expect, it } from 'vitest'
import type { EnteredCard } from '../card-provider.ts'
import { type CardPurpose, createStripeFields } from './stripe-fields.ts'

interface Case {
  purpose?: CardPurpose
  /** The result of each load of Stripe's script. */
  loads?: ('loaded' | 'blocked' | 'never')[]
  /** Stripe's answer to the typed card, for one try after the other. */
  typed?: ({ error?: { message: string } } | Promise<object>)[]
}

function setUp({ purpose = { kind: 'setup' }, loads = ['loaded'], typed = [] }: Case = {}) {
  const log: unknown[] = []
  const handlers = new Map<string, () => void>()
  const timers: (() => void)[] = []
  const element = {
    on: (event: string, handler: () => void) => handlers.set(event, handler),
    mount: () => log.push('mount'),
    destroy: () => log.push('destroy'),
  }
  const elements = {
    create: () => element,
    submit: async () => typed.shift() ?? {},
    update: (change: unknown) => log.push(change),
  }
  const stripe = {
    elements: (options: unknown) => {
      log.push(options)
      return elements
    },
  } as unknown as Stripe
  const fields = createStripeFields({
    load: () => {
      const end = loads.shift()
      if (end === 'never') return new Promise(() => undefined)
      return end === 'loaded'
        ? Promise.resolve(stripe)
        : Promise.reject(new Error('Failed to load Stripe.js'))
    },
    purpose,
    appearance: () => ({ theme: 'night' }),
    fonts: () => [],
    setTimer: work => timers.push(work),
  })
  const phase = () => fields.getSnapshot().phase
  const happens = (event: 'ready' | 'loaderror' | 'change') => handlers.get(event)?.()
  return { fields, log, phase, happens, timers, place: {} as HTMLElement }
}

async function ready(made: ReturnType<typeof setUp>) {
  made.fields.attach(made.place)
  await expect.poll(() => made.log.includes('mount')).toBe(true)
  made.happens('ready')
}

it('the fields of a payment get its price, so that wallets can show it', async () => {
  const made = setUp({ purpose: { kind: 'payment', amountPence: 1250 } })
  await ready(made)
  expect(made.log[0]).toMatchObject({ mode: 'payment', amount: 1250, currency: 'gbp' })
  expect(made.phase()).toBe('ready')
})

it('a saved card may be charged later, when its owner is not present', async () => {
  const made = setUp()
  await ready(made)
  expect(made.log[0]).toMatchObject({ mode: 'setup', setupFutureUsage: 'off_session' })
})

it('a paying card is saved only while the box is ticked, also in fields that were loaded again', async () => {
  const made = setUp({ purpose: { kind: 'payment', amountPence: 1250 }, loads: ['loaded', 'loaded'] })
  await ready(made)
  expect(made.log[0]).not.toHaveProperty('setupFutureUsage')
  made.fields.setSavesCard(true)
  expect(made.log.at(-1)).toEqual({ setupFutureUsage: 'on_session' })
  made.fields.attach(made.place)
  await expect.poll(() => made.log.filter(entry => entry === 'mount')).toHaveLength(2)
  expect(made.log.at(-2)).toEqual({ setupFutureUsage: 'on_session' })
  made.fields.setSavesCard(false)
  expect(made.log.at(-1)).toEqual({ setupFutureUsage: null })
})

it('a blocked script shows an error, and can be loaded again', async () => {
  const made = setUp({ loads: ['blocked', 'loaded'] })
  made.fields.attach(made.place)
  await expect.poll(made.phase).toBe('failed')
  made.fields.retry()
  expect(made.phase()).toBe('loading')
  await expect.poll(() => made.log.includes('mount')).toBe(true)
  made.happens('ready')
  expect(made.phase()).toBe('ready')
})

it('loading a script that never answers stops', async () => {
  const made = setUp({ loads: ['never'] })
  made.fields.attach(made.place)
  made.timers[0]?.()
  expect(made.phase()).toBe('failed')
})

it('fields that fail to load show an error, and are removed', async () => {
  const made = setUp()
  await ready(made)
  made.happens('loaderror')
  expect(made.phase()).toBe('failed')
  expect(made.log).toContain('destroy')
})

it('an error without a message is shown too', async () => {
  const made = setUp({ typed: [{ error: { message: '' } }] })
  await ready(made)
  await made.fields.enter(async () => undefined)
  expect(made.fields.getSnapshot().cardError).toBe('An unexpected error occurred')
})

it('an incomplete card shows an error, and is not sent', async () => {
  const made = setUp({ typed: [{ error: { message: 'Your card number is incomplete.' } }] })
  await ready(made)
  const used: EnteredCard[] = []
  await made.fields.enter(async card => void used.push(card))
  expect(used).toEqual([])
  expect(made.fields.getSnapshot()).toEqual({
    phase: 'ready',
    isSlow: false,
    cardError: 'Your card number is incomplete.',
  })
  made.happens('change')
  expect(made.fields.getSnapshot().cardError).toBeNull()
})

it('a double click passes the card on once', async () => {
  const made = setUp()
  await ready(made)
  const used: EnteredCard[] = []
  const use = async (card: EnteredCard) => void used.push(card)
  await Promise.all([made.fields.enter(use), made.fields.enter(use)])
  expect(used).toHaveLength(1)
  expect(made.phase()).toBe('ready')
})

it('the fields change with the theme', async () => {
  const made = setUp()
  await ready(made)
  made.fields.restyle()
  expect(made.log.at(-1)).toEqual({ appearance: { theme: 'night' } })
})

it('a closed page shows nothing when the script arrives', async () => {
  const made = setUp()
  made.fields.attach(made.place)()
  await Promise.resolve()
  expect(made.log).toEqual([])
})

it('a check that does not answer is called slow, the fields can be loaded again, and its late answer uses no card', async () => {
  const answer = Promise.withResolvers<object>()
  const made = setUp({ loads: ['loaded', 'loaded'], typed: [answer.promise] })
  await ready(made)
  const used: EnteredCard[] = []
  const entered = made.fields.enter(async card => void used.push(card))
  made.fields.retry()
  expect(made.fields.getSnapshot()).toMatchObject({ phase: 'checking', isSlow: false })
  made.timers.at(-1)?.()
  expect(made.fields.getSnapshot()).toMatchObject({ phase: 'checking', isSlow: true })
  made.fields.retry()
  expect(made.fields.getSnapshot()).toMatchObject({ phase: 'loading', isSlow: false })
  await expect.poll(() => made.log.filter(entry => entry === 'mount')).toHaveLength(2)
  answer.resolve({})
  await entered
  expect(used).toEqual([])
  expect(made.phase()).toBe('loading')
})

it('a card that is in use is not slow, and its fields are not loaded again', async () => {
  const paid = Promise.withResolvers<void>()
  const made = setUp()
  await ready(made)
  const entered = made.fields.enter(() => paid.promise)
  await expect.poll(made.phase).toBe('using')
  made.timers.at(-1)?.()
  made.fields.retry()
  expect(made.fields.getSnapshot()).toMatchObject({ phase: 'using', isSlow: false })
  paid.resolve()
  await entered
  expect(made.phase()).toBe('ready')
})
