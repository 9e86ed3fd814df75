import { HOUR_SECONDS, type Page } from '@parley/contract'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { earningCaller, PAYOUT_SECONDS, RELEASE_SECONDS } from '../../testing/earning.ts'
import { openTestServer, type TestPerson } from '../../testing/test-server.ts'
import { payoutHold } from '../requests/public.ts'
import { payOutDue } from './pay-out-due.ts'

const t = await openTestServer()
afterAll(t.close)
const money = earningCaller(t)
const stripe = await money.stripe()
const { faults } = t.sandbox
afterEach(async () => {
  faults.clear()
  await t.server.doDueWork()
  expect(await t.breaches()).toEqual([])
})

const fan = await t.fan('fred')
let count = 0
/** An influencer of £25 a call; each test has its own. */
const influencer = () => t.influencer(`ivy${++count}`)

/** How many transfers the provider made to a person, by its own records. */
const transfersOf = async (person: TestPerson) => {
  const destination = await money.accountOf(person)
  return (await stripe.transfers.list({ destination })).data.length
}

describe('money that was earned', () => {
  it('goes out once, seven days after its release, to a verified account', async () => {
    const ivy = await influencer()
    await money.verify(ivy)
    const request = await money.served(fan, ivy)
    expect(await money.earnings(ivy)).toMatchObject({
      held: '22.50',
      payable: '0.00',
      upcoming: [{ amount: '22.50', request_slug: request.slug, reason: { code: 'release' } }],
    })
    await t.advance(RELEASE_SECONDS)
    expect(await money.earnings(ivy)).toMatchObject({
      held: '0.00',
      payable: '22.50',
      upcoming: [{ amount: '22.50', reason: { code: 'scheduled' } }],
      entries: { results: [{ kind: 'release', amount: '22.50', fee: '2.50', status: 'waiting' }] },
    })
    await t.advance(PAYOUT_SECONDS - 1)
    expect((await money.earnings(ivy)).paid_out).toBe('0.00')
    await t.advance(1)
    expect(await money.earnings(ivy)).toMatchObject({
      payable: '0.00',
      in_transit: '0.00',
      debt: '0.00',
      paid_out: '22.50',
      upcoming: [],
      entries: {
        count: 2,
        results: [
          { kind: 'transfer', amount: '-22.50', request_slug: request.slug, status: 'settled' },
          { kind: 'release', status: 'paid' },
        ],
      },
    })
    const held = await t.call<{ payouts: object[] }>(ivy, 'GET /api/user/me/export/')
    expect(held.body.payouts).toMatchObject([{ request: request.id, amount: '22.50', status: 'paid' }])
  })

  it('waits for an account, and for the account to be verified, and goes as soon as it is', async () => {
    const ivy = await influencer()
    await money.served(fan, ivy)
    await t.advance(RELEASE_SECONDS + PAYOUT_SECONDS)
    const reason = async () => (await money.earnings(ivy)).upcoming[0]?.reason.code
    // Released and due in one step: the release itself begins the seven days.
    await t.advance(PAYOUT_SECONDS)
    expect(await reason()).toBe('no_account')
    expect(await money.openAccount(ivy)).toMatch(/\/onboarding\/acct_/)
    await t.advance(3600)
    expect(await reason()).toBe('account_not_ready')
    expect((await money.earnings(ivy)).payout_account).toMatchObject({
      status: 'onboarding',
      payouts_enabled: false,
      requirements: expect.arrayContaining([
        { code: 'external_account', message: 'Add the bank account that your money goes to.' },
      ]),
    })
    faults.decideAccount(await money.accountOf(ivy), 'verified')
    await t.server.doDueWork()
    await t.server.doDueWork()
    expect(await money.earnings(ivy)).toMatchObject({
      payout_account: { status: 'active', requirements: [], payouts_enabled: true },
      paid_out: '22.50',
    })
  })

  it('does not go out to somebody who owes it, although it was to be taken back of a refused transfer', async () => {
    const ivy = await influencer()
    await money.verify(ivy)
    const request = await money.served(fan, ivy)
    await t.advance(RELEASE_SECONDS)
    faults.add({ action: 'fail', method: 'POST', path: '/v1/transfers', status: 500, times: 20 })
    await t.advance(PAYOUT_SECONDS)
    const back = { amount: '25.00', uuid: crypto.randomUUID() }
    expect((await t.call(ivy, `POST /api/influencer/requests/${request.id}/give-back/`, back)).status).toBe(
      200,
    )
    for (let again = 0; again < 4; again++) await t.advance(10)
    faults.clear()
    faults.add({
      action: 'fail',
      method: 'POST',
      path: '/v1/transfers',
      status: 400,
      code: 'account_invalid',
    })
    await t.advance(300)
    const accountId = await money.accountOf(ivy)
    faults.clear()
    for (const decision of ['restricted', 'verified'] as const) {
      faults.decideAccount(accountId, decision)
      await t.server.doDueWork()
    }
    await t.server.doDueWork()
    expect(await transfersOf(ivy)).toBe(0)
    await t.advance(3_600)
    expect(await transfersOf(ivy)).toBe(0)
    expect(await money.earnings(ivy)).toMatchObject({ debt: '0.00', payable: '0.00', paid_out: '0.00' })
  })

  /** Two sales whose transfers are decided and do not reach the provider. */
  async function underWay(action: 'fail' | 'drop') {
    const ivy = await influencer()
    await money.verify(ivy)
    const sold = await money.served(fan, ivy)
    await money.served(fan, ivy)
    await t.advance(RELEASE_SECONDS)
    faults.add({ action, method: 'POST', path: '/v1/transfers', status: 500, times: 50 })
    await t.advance(PAYOUT_SECONDS)
    expect(await money.earnings(ivy)).toMatchObject({ in_transit: '45.00', paid_out: '0.00' })
    return { ivy, sold }
  }

  it('waits while a bank disputes a sale, also if it was decided before and the provider was away', async () => {
    const { ivy, sold } = await underWay('fail')
    const dispute = faults.openDispute(await money.intentOf(sold))
    await t.server.doDueWork()
    faults.clear()
    for (let step = 0; step < 4; step++) await t.advance(1800)
    expect(await transfersOf(ivy)).toBe(0)
    expect(await money.earnings(ivy)).toMatchObject({
      ...{ in_transit: '0.00', payable: '45.00', paid_out: '0.00' },
      upcoming: [{ reason: { code: 'open_dispute' } }, { reason: { code: 'open_dispute' } }],
    })
    faults.closeDispute(dispute, 'won')
    await t.server.doDueWork()
    await t.server.doDueWork()
    expect(await money.earnings(ivy)).toMatchObject({ payable: '0.00', paid_out: '45.00' })
    expect(await transfersOf(ivy)).toBe(2)
  })

  it('is paid out where the provider sent it before a dispute, and its answer was lost', async () => {
    const { ivy, sold } = await underWay('drop')
    faults.openDispute(await money.intentOf(sold))
    await t.server.doDueWork()
    faults.clear()
    await t.advance(1800)
    expect(await transfersOf(ivy)).toBe(2)
    expect(await money.earnings(ivy)).toMatchObject({ in_transit: '0.00', paid_out: '45.00' })
  })

  it('pays a debt first that came while the provider was away', async () => {
    const ivy = await influencer()
    await money.verify(ivy)
    const sold = await money.served(fan, ivy)
    await t.advance(RELEASE_SECONDS + PAYOUT_SECONDS)
    await t.advance(PAYOUT_SECONDS)
    expect((await money.earnings(ivy)).paid_out).toBe('22.50')
    await money.served(fan, ivy)
    await t.advance(RELEASE_SECONDS)
    const away = { action: 'fail', method: 'POST', path: '/v1/transfers', status: 500, times: 50 } as const
    faults.add(away)
    faults.add({ ...away, path: '/v1/transfers/*/reversals', status: 400 })
    await t.advance(PAYOUT_SECONDS)
    const back = { amount: '25.00', uuid: crypto.randomUUID() }
    expect((await t.call(ivy, `POST /api/influencer/requests/${sold.id}/give-back/`, back)).status).toBe(200)
    await t.server.doDueWork()
    faults.clear()
    for (let step = 0; step < 3; step++) await t.advance(1800)
    expect(await transfersOf(ivy)).toBe(1)
    expect(await money.earnings(ivy)).toMatchObject({ debt: '0.00', payable: '0.00', in_transit: '0.00' })
  })

  it('goes also when the word that the account is ready was lost', async () => {
    const ivy = await influencer()
    await money.served(fan, ivy)
    await t.advance(RELEASE_SECONDS)
    await money.openAccount(ivy)
    faults.webhooks.add({ action: 'drop', times: 50 })
    faults.decideAccount(await money.accountOf(ivy), 'verified')
    await t.advance(PAYOUT_SECONDS)
    await t.server.doDueWork()
    expect((await money.earnings(ivy)).paid_out).toBe('22.50')
  })

  it('has an owner who learns by mail that it is ready, and that somebody opened the page that changes it', async () => {
    const ida = await influencer()
    const subjects = async () => {
      await t.server.doDueWork()
      const path = `GET /sandbox/mail/?as=json&to=${ida.username}@example.org` as const
      const { results } = (await t.call<Page<{ subject: string }>>(null, path)).body
      return results.map(({ subject }) => subject).filter(subject => subject.includes('payout account'))
    }
    await money.openAccount(ida)
    expect(await subjects()).toEqual([])
    await money.verify(ida)
    expect(await subjects()).toEqual(['Your payout account is ready'])
    await money.openAccount(ida)
    expect(await subjects()).toEqual([
      'Your payout account can be changed just now',
      'Your payout account is ready',
    ])
  })

  it('stops when the provider stops the account, which is told with what is missing and until when', async () => {
    const ivy = await influencer()
    await money.verify(ivy)
    await money.served(fan, ivy)
    const account = await money.accountOf(ivy)
    faults.decideAccount(account, 'asked')
    await t.server.doDueWork()
    const shown = (await money.earnings(ivy)).payout_account
    expect(shown).toMatchObject({
      status: 'active',
      requirements: [{ message: 'Show an identity document.' }],
    })
    expect(Date.parse(shown.due_at ?? '')).toBe(t.clock.now().getTime() + 14 * 24 * 3_600_000)
    faults.decideAccount(account, 'restricted')
    await t.advance(RELEASE_SECONDS)
    await t.advance(PAYOUT_SECONDS)
    expect(await money.earnings(ivy)).toMatchObject({
      payout_account: { status: 'restricted' },
      upcoming: [{ reason: { code: 'account_not_ready' } }],
    })
    const mails = await fetch(`${t.origin}/sandbox/mail/`, { headers: { accept: 'application/json' } })
    expect(await mails.text()).toContain('Your payouts are stopped')
    faults.decideAccount(account, 'verified')
    await t.server.doDueWork()
    await t.server.doDueWork()
    expect((await money.earnings(ivy)).paid_out).toBe('22.50')
  })

  it('that is refused for its account shows why, although the event was lost, and goes when the account is ready', async () => {
    const ivy = await influencer()
    await money.verify(ivy)
    await money.served(fan, ivy)
    const account = await money.accountOf(ivy)
    faults.webhooks.add({ action: 'drop', times: 50 })
    faults.decideAccount(account, 'restricted')
    await t.server.doDueWork()
    await t.advance(RELEASE_SECONDS)
    expect((await money.earnings(ivy)).payout_account).toMatchObject({ status: 'active' })
    await t.advance(PAYOUT_SECONDS)
    await t.server.doDueWork()
    expect(await money.earnings(ivy)).toMatchObject({
      payout_account: { status: 'restricted', requirements: [{ message: 'Show an identity document.' }] },
      upcoming: [{ reason: { code: 'account_not_ready' } }],
    })
    faults.decideAccount(account, 'verified')
    await t.advance(HOUR_SECONDS)
    expect((await money.earnings(ivy)).paid_out).toBe('22.50')
    expect(await transfersOf(ivy)).toBe(1)
  })

  it.each(['drop', 'failAfter'] as const)(
    'is sent once, however often the provider’s answer is lost (%s)',
    async action => {
      const ivy = await influencer()
      await money.verify(ivy)
      await money.served(fan, ivy)
      await t.advance(RELEASE_SECONDS)
      faults.add({ action, method: 'POST', path: '/v1/transfers', times: 20 })
      await t.advance(PAYOUT_SECONDS)
      for (let minute = 0; minute < 6; minute++) await t.advance(60)
      expect((await money.earnings(ivy)).paid_out).toBe('22.50')
      expect(await transfersOf(ivy)).toBe(1)
    },
  )

  it('is sent once also when the answer was lost and the provider was away for days, past its own memory of keys', async () => {
    const ivy = await influencer()
    await money.verify(ivy)
    await money.served(fan, ivy)
    await t.advance(RELEASE_SECONDS)
    faults.add({ action: 'drop', method: 'POST', path: '/v1/transfers', times: 50 })
    await t.advance(PAYOUT_SECONDS)
    expect(await money.earnings(ivy)).toMatchObject({ in_transit: '22.50', paid_out: '0.00' })
    faults.clear()
    await t.advance(3 * 24 * 3600)
    expect((await money.earnings(ivy)).paid_out).toBe('22.50')
    expect(await transfersOf(ivy)).toBe(1)
  })

  it('waits and is tried again where the provider says a definite no', async () => {
    const ivy = await influencer()
    await money.verify(ivy)
    await money.served(fan, ivy)
    await t.advance(RELEASE_SECONDS)
    faults.add({
      action: 'fail',
      method: 'POST',
      path: '/v1/transfers',
      status: 400,
      code: 'balance_insufficient',
    })
    await t.advance(PAYOUT_SECONDS)
    expect(await money.earnings(ivy)).toMatchObject({
      payable: '22.50',
      upcoming: [{ amount: '22.50', payable_at: null, reason: { code: 'provider_refused' } }],
    })
    await t.advance(3600)
    expect((await money.earnings(ivy)).paid_out).toBe('22.50')
  })

  it('is decided once when processes look at it at the same moment', async () => {
    const ivy = await influencer()
    await money.verify(ivy)
    await money.served(fan, ivy)
    await t.advance(RELEASE_SECONDS)
    t.clock.advance(PAYOUT_SECONDS)
    const deps = t.server.domains.requests
    await Promise.all(Array.from({ length: 8 }, () => payOutDue(deps, payoutHold(t.clock))))
    await t.server.doDueWork()
    expect((await money.earnings(ivy)).paid_out).toBe('22.50')
    expect(await transfersOf(ivy)).toBe(1)
  })

  it('of a few pence waits until there is more to go with it', async () => {
    const ivy = await t.influencer('pennies', { price: '1.00' })
    await money.verify(ivy)
    await money.served(fan, ivy)
    await t.advance(RELEASE_SECONDS)
    await t.advance(PAYOUT_SECONDS)
    expect(await money.earnings(ivy)).toMatchObject({
      payable: '0.90',
      upcoming: [{ amount: '0.90', reason: { code: 'below_minimum' } }],
    })
    await money.served(fan, ivy)
    await t.advance(RELEASE_SECONDS)
    await t.advance(PAYOUT_SECONDS)
    expect(await money.earnings(ivy)).toMatchObject({ payable: '0.00', paid_out: '1.80' })
  })
})
