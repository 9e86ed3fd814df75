import { afterAll, expect, it } from 'vitest'
import { earningCaller, PAYOUT_SECONDS, RELEASE_SECONDS } from '../../testing/earning.ts'
import { operatorCommands } from '../../testing/operator-commands.ts'
import { openTestServer } from '../../testing/test-server.ts'
import { balanceOf, payable } from '../ledger/public.ts'

const t = await openTestServer({ connections: 12 })
afterAll(t.close)
const earner = earningCaller(t)

it('what an operator takes back of a transfer, before the provider’s answer to us arrives, is in the books at once', async () => {
  const operator = operatorCommands(t)
  const [fan, ivy] = [await t.fan('fred'), await t.influencer('ivy')]
  await earner.verify(ivy)
  await earner.served(fan, ivy)
  await t.advance(RELEASE_SECONDS)
  // The transfer is made, and no answer says so.
  t.sandbox.faults.add({ action: 'drop', method: 'POST', path: '/v1/transfers', times: 50 })
  await t.advance(PAYOUT_SECONDS)
  const stateOf = async () =>
    (await t.server.database.pool.query('select status from payouts where influencer_id = $1', [ivy.id])).rows
  expect(await stateOf()).toEqual([{ status: 'sending' }])
  const stripe = await earner.stripe()
  const [sent] = (await stripe.transfers.list({ destination: await earner.accountOf(ivy) })).data
  expect(sent).toMatchObject({ amount: 2250 })

  t.sandbox.faults.webhooks.add({ action: 'repeat', copies: 3, times: 50 })
  await stripe.transfers.createReversal(sent?.id ?? '', { amount: 1000 })
  await t.server.doDueWork()
  expect(await stateOf()).toEqual([{ status: 'paid' }])
  expect(await balanceOf(t.server.database.db, payable(ivy.id))).toBe(-1000)
  t.sandbox.faults.clear()
  await t.advance(3600)
  await t.advance(3600)
  expect(await operator.reconcile(operator.ownUrl)).toMatchObject({ ok: true, code: 0 })
  expect(await t.breaches()).toEqual([])
  expect((await stripe.transfers.list({ destination: await earner.accountOf(ivy) })).data).toHaveLength(1)
})
