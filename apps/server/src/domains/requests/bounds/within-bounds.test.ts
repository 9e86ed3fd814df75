import { messages, type SessionRequest, UNPAID_REQUESTS_WITH_ONE_MAX } from '@parley/contract'
import { afterAll, expect, test, vi } from 'vitest'
import { openTestServer } from '../../../testing/test-server.ts'

const POLLS_MAX = 5

const t = await openTestServer()
afterAll(t.close)
const ivy = await t.influencer('ivy')

/** How many payments the provider is asked about by this work. */
async function countPolls<T>(work: () => Promise<T>): Promise<{ answer: T; polls: number }> {
  const { fetch: really } = globalThis
  let polls = 0
  const watched = vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    if (init?.method === 'GET' && String(input).includes('/v1/payment_intents/')) polls++
    return really(input, init)
  })
  try {
    return { answer: await work(), polls }
  } finally {
    watched.mockRestore()
  }
}

/** A buyer with as many unpaid bookings as they may have, the oldest first. */
async function fullBuyer(name: string) {
  const fan = await t.fan(name)
  const booked: SessionRequest[] = []
  for (let nth = 0; nth < UNPAID_REQUESTS_WITH_ONE_MAX; nth++) booked.push((await t.book(fan, ivy)).body)
  const pay = async (nth: number) => {
    const request = booked.at(nth)
    if (!request) throw new Error('no such booking')
    t.sandbox.faults.webhooks.add({ action: 'drop', times: 10 })
    await t.confirm((await t.pay(fan, request)).body)
  }
  return { fan, pay, book: () => countPolls(() => t.book(fan, ivy)) }
}

test('the provider is asked about the last five, and a booking that was paid a moment ago makes room', async () => {
  const { pay, book } = await fullBuyer('quick')
  expect(await book()).toMatchObject({
    answer: { status: 409, body: { detail: messages.tooManyUnpaidWithOne } },
    polls: POLLS_MAX,
  })
  // It is the sixth from the end: nobody asks about it.
  await pay(-POLLS_MAX - 1)
  expect(await book()).toMatchObject({ answer: { status: 409 }, polls: POLLS_MAX })
  await pay(-1)
  expect((await book()).answer.status).toBe(201)
})

test('the fifth from the end is asked about too', async () => {
  const { pay, book } = await fullBuyer('fifth')
  await pay(-POLLS_MAX)
  expect((await book()).answer.status).toBe(201)
})

test('a booking that is refused for another reason costs no question', async () => {
  const { fan } = await fullBuyer('changed')
  const { answer, polls } = await countPolls(() => t.book(fan, ivy, { amount: '1.00' }))
  expect([answer.status, polls]).toEqual([409, 0])
})
