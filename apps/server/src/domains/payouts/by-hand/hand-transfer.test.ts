import type { MoneyRail } from '@parley/contract'
import { afterAll, expect, it } from 'vitest'
import { earningCaller } from '../../../testing/earning.ts'
import { operatorCommands } from '../../../testing/operator-commands.ts'
import { openTestServer } from '../../../testing/test-server.ts'

const t = await openTestServer()
afterAll(t.close)
const money = earningCaller(t)
const operator = operatorCommands(t)

it('what an operator takes back of a payout and then sends by hand is paid out, and nothing beyond what is owed', async () => {
  const [fan, ivy] = [await t.fan('fred'), await t.influencer('ivy')]
  const request = await money.paidOut(fan, ivy)
  const stripe = await money.stripe()
  const destination = await money.accountOf(ivy)
  const [sent] = (await stripe.transfers.list({ destination })).data
  await stripe.transfers.createReversal(sent?.id ?? '')
  await t.server.doDueWork()
  expect(await money.earnings(ivy)).toMatchObject({ payable: '22.50', paid_out: '0.00' })
  const leave = () => t.call(ivy, 'DELETE /api/user/me/', { password: 'correct horse battery' })
  expect((await leave()).status).toBe(409)

  const byHand = async (amount: number) => {
    t.sandbox.faults.webhooks.add({ action: 'repeat', copies: 3, times: 50 })
    const { id } = await stripe.transfers.create({ amount, currency: 'gbp', destination })
    await t.server.doDueWork()
    t.sandbox.faults.clear()
    return id
  }
  const madeByHand = await byHand(2250)
  expect(await money.earnings(ivy)).toMatchObject({ payable: '0.00', paid_out: '22.50', debt: '0.00' })
  expect(await operator.reconcile(operator.ownUrl)).toMatchObject({ ok: true, code: 0 })
  const rail = (await t.call<MoneyRail>(ivy, `GET /api/parley/${request.slug}/money/`)).body
  expect(rail.lines.filter(({ what }) => what === 'paid_out').map(({ from, to }) => `${from} ${to}`)).toEqual(
    [...['provider account', 'account influencer', 'provider account']],
  )
  expect(rail.left).toBe('0.00')

  // What the provider takes for a transfer is a cost of the platform, also of one that is in the books already.
  for (const source of [sent?.id, madeByHand])
    t.sandbox.faults.changeBalance({ type: 'transfer', amount: 0, fee: 7, source: source ?? '' })
  const before = (await t.audit()).balances.psp_fees ?? 0
  expect(await operator.reconcile(operator.ownUrl, '--apply')).toMatchObject({
    ok: true,
    code: 0,
    listed: [],
  })
  expect((await t.audit()).balances.psp_fees).toBe(before + 14)

  await byHand(100)
  expect(await money.earnings(ivy)).toMatchObject({ paid_out: '22.50', debt: '0.00' })
  expect(await operator.reconcile(operator.ownUrl, '--apply')).toMatchObject({ ok: false, code: 1 })
  expect(await t.breaches()).toEqual([])
  expect((await leave()).status).toBe(200)
})
