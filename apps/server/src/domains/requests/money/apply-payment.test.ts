import { CURRENCY, MINUTE_MS, messages, pence } from '@parley/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { stillClock } from '../../../core/clock.ts'
import { newId } from '../../../core/ids.ts'
import { Outage } from '../../../core/outage.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { type NewCall, requestRow } from '../../calls/testing/call-requests.ts'
import type { IntentFacts } from '../../payments/public.ts'
import { payments } from '../../payments/tables.ts'
import { requestsDomain, soldRequest } from '../testing/sold-request.ts'
import { applyIntentOutcome, applyPayment, checkHold, checkHolds } from './apply-payment.ts'

const clock = stillClock()
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const place = () => ({ db: database.db, clock })
const row = (id: string) => requestRow(place(), id)

/** A booking that nobody has paid as far as this server knows; the provider has its intent, unless it is null. */
async function booked(more: { hold?: Partial<NewCall>; buyerId?: string; intentId?: null } = {}) {
  const unpaid = { paymentStatus: 'unpaid', paidAt: null } as const
  const { hold, buyerId, ...intent } = more
  const request = await soldRequest(
    place(),
    { ...unpaid, ...hold, ...(buyerId ? { buyerId } : {}) },
    { status: 'open', ...intent },
  )
  const [payment] = await database.db.select().from(payments).where(eq(payments.requestId, request.id))
  if (!payment) throw new Error('the payment was stored')
  return { ...request, payment }
}
const held = () => ({ holdUntil: new Date(clock.now().getTime() + MINUTE_MS) })

/** A provider for which every intent has succeeded; answers which it was asked for. */
function paidAtProvider(more: Partial<IntentFacts> = {}) {
  const fetched: string[] = []
  const fetchIntent = async (intentId: string): Promise<IntentFacts> => {
    fetched.push(intentId)
    return {
      ...{ intentId, status: 'succeeded', amountPence: pence(2500), currency: CURRENCY, clientSecret: null },
      ...{
        paymentId: null,
        chargeId: `ch_${intentId}`,
        feePence: null,
        settledIn: null,
        nextActionUrl: null,
        lastError: null,
      },
      ...{ card: null, savesCard: false, cardToSave: null },
      ...more,
    }
  }
  return { fetched, deps: requestsDomain(place(), { payments: { name: 'stripe', fetchIntent } }).deps }
}
const failsWith = (error: Error) => {
  const fetchIntent = async () => {
    throw error
  }
  return requestsDomain(place(), { payments: { name: 'stripe', fetchIntent } }).deps
}

describe('the provider’s answer about a payment', () => {
  it('is an error in the log where the money was settled in another currency than pounds', async () => {
    for (const settledIn of [CURRENCY, 'eur']) {
      const { payment } = await booked()
      const errors: object[] = []
      const { deps } = paidAtProvider({ settledIn })
      const log = { ...deps.log, error: (facts: object) => void errors.push(facts) }
      await applyPayment({ ...deps, log }, payment)
      expect(errors).toEqual(settledIn === 'eur' ? [{ paymentId: payment.id, settledIn }] : [])
    }
  })

  it('makes its request paid', async () => {
    const { id, payment } = await booked()
    const { deps, fetched } = paidAtProvider()
    expect(await applyPayment(deps, payment)).toMatchObject({ id, paymentStatus: 'paid' })
    expect(fetched).toEqual([`pi_${id}`])
  })

  it('is not there before the provider has an intent', async () => {
    const { payment } = await booked({ intentId: null })
    const { deps, fetched } = paidAtProvider()
    expect([await applyPayment(deps, payment), fetched]).toEqual([null, []])
  })

  it('counts also where it comes before the answer with its id', async () => {
    const { id, payment } = await booked({ intentId: null })
    const { deps } = paidAtProvider({ paymentId: payment.id })
    expect(await applyIntentOutcome(deps, `pi_early_${id}`)).toMatchObject({ id, paymentStatus: 'paid' })
  })

  test.each([
    ['of no payment of ours', async () => null],
    ['of a payment that is not stored', async () => newId()],
    ['of a payment that has another intent', async () => (await booked()).payment.id],
  ])('%s changes nothing', async (_what, paymentOf) => {
    const { deps } = paidAtProvider({ paymentId: await paymentOf() })
    expect(await applyIntentOutcome(deps, 'pi_stray')).toBeNull()
  })
})

describe('a time that another wants', () => {
  it('stays with a person who has paid it at the provider', async () => {
    const { id } = await booked({ hold: held() })
    const { deps } = paidAtProvider()
    await checkHolds(deps, [id])
    expect((await row(id)).paymentStatus).toBe('paid')
  })

  it('that nobody holds, or that is no request, needs no question', async () => {
    const { id } = await booked()
    const { deps, fetched } = paidAtProvider()
    await checkHold(deps, id)
    await checkHold(deps, newId())
    expect(fetched).toEqual([])
  })

  test.each([
    ['somebody else may have paid it', 'others', messages.timeMayBePaid],
    ['one of them is of somebody else', 'both', messages.timeMayBePaid],
    ['they may have paid it themselves', 'own', messages.timeMayBePaidByYou],
  ] as const)('is given to nobody while the provider does not answer: %s', async (_what, whose, detail) => {
    const [own, other] = [await booked({ hold: held() }), await booked({ hold: held() })]
    const ids = { own: [own.id], others: [other.id], both: [own.id, other.id] }[whose]
    const deps = failsWith(new Outage('stripe', 'yes', null))
    await expect(checkHolds(deps, ids, own.buyerId)).rejects.toMatchObject({ detail })
  })

  it('is given to nobody either where no buyer asks', async () => {
    const { id } = await booked({ hold: held() })
    const deps = failsWith(new Outage('stripe', 'yes', null))
    await expect(checkHolds(deps, [id])).rejects.toMatchObject({ detail: messages.timeMayBePaid })
  })

  it('does not hide a bug', async () => {
    const { id, buyerId } = await booked({ hold: held() })
    await expect(checkHolds(failsWith(new TypeError('a bug')), [id], buyerId)).rejects.toThrow('a bug')
  })
})
