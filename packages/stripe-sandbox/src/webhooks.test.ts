import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Bench, cardIntent, openBench, WEBHOOK_SECRET } from './testing.ts'

interface Received {
  payload: string
  signature: string
  type: string
  id: string
}

let bench: Bench
let endpoint: Server
let received: Received[]
let answers: number[]

beforeEach(async () => {
  received = []
  answers = []
  endpoint = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      const payload = Buffer.concat(chunks).toString()
      const { id, type } = JSON.parse(payload)
      received.push({ payload, id, type, signature: String(request.headers['stripe-signature']) })
      response.writeHead(answers.shift() ?? 200).end()
    })
  })
  await new Promise<void>(resolve => endpoint.listen(0, '127.0.0.1', resolve))
  const { port } = endpoint.address() as AddressInfo
  bench = await openBench({ webhookUrl: () => `http://127.0.0.1:${port}/hook` })
})
afterEach(async () => {
  await bench.close()
  await new Promise(resolve => endpoint.close(resolve))
})

const pay = () => cardIntent(bench.stripe, { payment_method: 'pm_card_visa', confirm: true })
const types = () => received.map(one => one.type)

function verify(one: Received | undefined, at: Date): Stripe.Event {
  const { webhooks } = bench.stripe
  return webhooks.constructEvent(
    one?.payload ?? '',
    one?.signature ?? '',
    WEBHOOK_SECRET,
    300,
    undefined,
    at.getTime(),
  )
}

function pass(seconds: number): Promise<number> {
  bench.clock.now = new Date(bench.clock.now.getTime() + seconds * 1000)
  return bench.sandbox.deliverDueWebhooks()
}

describe('webhooks', () => {
  it('tell every change once, in order, in a form the SDK verifies', async () => {
    const intent = await pay()
    expect(await bench.sandbox.deliverDueWebhooks()).toBe(3)
    expect(types()).toEqual(['payment_intent.created', 'charge.succeeded', 'payment_intent.succeeded'])
    const event = verify(received[2], bench.clock.now)
    expect(event).toMatchObject({
      object: 'event',
      type: 'payment_intent.succeeded',
      livemode: false,
      data: { object: { id: intent.id, status: 'succeeded' } },
    })
    expect(event.request?.id).toMatch(/^req_/)
    expect(await bench.sandbox.deliverDueWebhooks()).toBe(0)
    expect(await bench.stripe.events.retrieve(event.id)).toMatchObject({ id: event.id, pending_webhooks: 0 })
  })

  it('are asked for again by type, page by page', async () => {
    await pay()
    await pay()
    const seen: string[] = []
    for await (const event of bench.stripe.events.list({
      types: ['charge.succeeded', 'payment_intent.succeeded'],
      limit: 1,
    }))
      seen.push(event.type)
    expect(seen).toEqual([
      'payment_intent.succeeded',
      'charge.succeeded',
      'payment_intent.succeeded',
      'charge.succeeded',
    ])
    const since = Math.floor(bench.clock.now.getTime() / 1000) + 1
    expect((await bench.stripe.events.list({ created: { gte: since } })).data).toEqual([])
  })

  it('come again, later and later, until they are accepted', async () => {
    answers = [500, 400, 200]
    await bench.stripe.customers.create()
    expect(await bench.sandbox.deliverDueWebhooks()).toBe(0)
    expect(await pass(0.5)).toBe(0)
    expect(received).toHaveLength(1)
    expect(await pass(0.5)).toBe(0)
    expect(received).toHaveLength(2)
    expect(await pass(1)).toBe(0)
    expect(await pass(1)).toBe(1)
    expect(new Set(received.map(one => one.id)).size).toBe(1)
    expect(bench.warnings).toMatchObject([{ status: 500 }, { status: 400 }])
  })

  it('wait where there is no endpoint yet', async () => {
    let url: string | null = null
    const { port } = endpoint.address() as AddressInfo
    const early = await openBench({ webhookUrl: () => url })
    await early.stripe.customers.create()
    expect(await early.sandbox.deliverDueWebhooks()).toBe(0)
    url = `http://127.0.0.1:${port}/hook`
    expect(await early.sandbox.deliverDueWebhooks()).toBe(1)
    await early.close()
  })

  it('go out by themselves', async () => {
    const { port } = endpoint.address() as AddressInfo
    const live = await openBench({ webhookUrl: () => `http://127.0.0.1:${port}/hook`, delivery: 'automatic' })
    await live.stripe.customers.create()
    await expect.poll(types).toEqual(['customer.created'])
    await live.close()
  })

  it('give up on an endpoint that never answers and try again', async () => {
    const hanging = createServer(() => {})
    await new Promise<void>(resolve => hanging.listen(0, '127.0.0.1', resolve))
    const { port } = hanging.address() as AddressInfo
    const slow = await openBench({ webhookUrl: () => `http://127.0.0.1:${port}/`, webhookTimeoutMs: 30 })
    await slow.stripe.customers.create()
    expect(await slow.sandbox.deliverDueWebhooks()).toBe(0)
    expect(slow.warnings).toMatchObject([{ status: null, state: 'due' }])
    await slow.close()
    hanging.closeAllConnections()
    await new Promise(resolve => hanging.close(resolve))
  })
})

describe('webhook faults', () => {
  it('hold events and release them in any order', async () => {
    const { webhooks } = bench.sandbox.faults
    webhooks.hold()
    await pay()
    expect(await bench.sandbox.deliverDueWebhooks()).toBe(0)
    expect(webhooks.release(['payment_intent.succeeded', 'charge.succeeded'])).toBe(3)
    expect(await bench.sandbox.deliverDueWebhooks()).toBe(3)
    expect(types()).toEqual(['payment_intent.succeeded', 'charge.succeeded', 'payment_intent.created'])
  })

  it('repeat an event', async () => {
    bench.sandbox.faults.webhooks.add({ action: 'repeat', types: ['payment_intent.succeeded'], copies: 2 })
    await pay()
    expect(await bench.sandbox.deliverDueWebhooks()).toBe(5)
    expect(new Set(received.slice(2).map(one => one.id)).size).toBe(1)
  })

  it('drop an event that only the events list then knows', async () => {
    bench.sandbox.faults.webhooks.add({ action: 'drop', types: ['payment_intent.succeeded'] })
    await pay()
    await bench.sandbox.deliverDueWebhooks()
    expect(types()).toEqual(['payment_intent.created', 'charge.succeeded'])
    const [event] = (await bench.stripe.events.list({ type: 'payment_intent.succeeded' })).data
    bench.sandbox.faults.webhooks.resend(event?.id ?? '')
    expect(await bench.sandbox.deliverDueWebhooks()).toBe(1)
  })

  it('forge a signature, and send the genuine one when that is refused', async () => {
    bench.sandbox.faults.webhooks.add({ action: 'forge' })
    answers = [400]
    await bench.stripe.customers.create()
    await bench.sandbox.deliverDueWebhooks()
    expect(() => verify(received[0], bench.clock.now)).toThrow(/signature/i)
    expect(await pass(2)).toBe(1)
    expect(verify(received[1], bench.clock.now).type).toBe('customer.created')
  })

  it('send a timestamp from long ago or from the future', async () => {
    bench.sandbox.faults.webhooks.add({ action: 'stale', seconds: 900 })
    bench.sandbox.faults.webhooks.add({ action: 'future', seconds: 900, types: ['customer.updated'] })
    const customer = await bench.stripe.customers.create()
    await bench.stripe.customers.update(customer.id, { name: 'X' })
    await bench.sandbox.deliverDueWebhooks()
    expect(() => verify(received[0], bench.clock.now)).toThrow(/tolerance/i)
    const stamp = Number(/t=(\d+)/.exec(received[1]?.signature ?? '')?.[1])
    expect(stamp - Math.floor(bench.clock.now.getTime() / 1000)).toBe(900)
  })
})
