import type { Earnings, PayoutAccountLink, SessionRequest } from '@parley/contract'
import { DAY_SECONDS, HOUR_SECONDS } from '@parley/contract'
import { sandboxFetch } from '@parley/stripe-sandbox'
import Stripe from 'stripe'
import { SANDBOX_PREFIX, sandboxKeys } from '../composition/sandbox.ts'
import { completeCall } from '../domains/requests/public.ts'
import { TEST_PASSWORD } from './api-caller.ts'
import type { TestPerson, TestServer } from './test-server.ts'

const PROOF = { currentPassword: TEST_PASSWORD }
/** From the end of a call until its money is payable to the influencer, and from then until the payout. */
export const RELEASE_SECONDS = 48 * HOUR_SECONDS
export const PAYOUT_SECONDS = 7 * DAY_SECONDS

/** What influencers do with their money in tests. */
export function earningCaller(t: TestServer) {
  const earnings = async (person: TestPerson): Promise<Earnings> =>
    (await t.call<Earnings>(person, 'GET /api/influencer/me/earnings/')).body

  async function accountOf(person: TestPerson): Promise<string> {
    const { rows } = await t.server.database.pool.query<{ account_id: string }>(
      'select account_id from payout_accounts where user_id = $1',
      [person.id],
    )
    const accountId = rows[0]?.account_id
    if (!accountId) throw new Error(`${person.username} has no account at the provider`)
    return accountId
  }

  async function verify(person: TestPerson): Promise<void> {
    await t.call(person, 'POST /api/influencer/me/payout-account/', PROOF)
    t.sandbox.faults.decideAccount(await accountOf(person), 'verified')
    await t.server.doDueWork()
  }

  /** A paid and served call; its money is held until it is released. */
  async function served(fan: TestPerson, influencer: TestPerson, card?: string): Promise<SessionRequest> {
    const { body: request } = await t.book(fan, influencer)
    await t.confirm((await t.pay(fan, request)).body, card)
    await t.server.doDueWork()
    await completeCall(t.server.domains.requests, request.id)
    return t.request(fan, request.slug)
  }

  return {
    earnings,
    accountOf,
    verify,
    served,
    /** A served call whose money was paid out, to an account that is verified for it. */
    async paidOut(fan: TestPerson, influencer: TestPerson): Promise<SessionRequest> {
      await verify(influencer)
      const request = await served(fan, influencer)
      await t.advance(RELEASE_SECONDS)
      await t.advance(PAYOUT_SECONDS)
      return request
    },
    /** The provider's own SDK with the test server's key, to read what the provider did. */
    async stripe(): Promise<Stripe> {
      const httpClient = Stripe.createFetchHttpClient(sandboxFetch(`${t.origin}${SANDBOX_PREFIX}`))
      return new Stripe((await sandboxKeys(t.server.database.db)).secretKey, { httpClient })
    },
    /** Begins an account at the provider; answers the address of the identity check. */
    async openAccount(person: TestPerson): Promise<string> {
      return (await t.call<PayoutAccountLink>(person, 'POST /api/influencer/me/payout-account/', PROOF)).body
        .url
    },
    /** The provider's intent of a request. */
    async intentOf(request: { id: string }): Promise<string> {
      const { rows } = await t.server.database.pool.query<{ intent_id: string }>(
        `select intent_id from payments where request_id = $1 and status = 'succeeded'`,
        [request.id],
      )
      return rows[0]?.intent_id ?? ''
    },
  }
}
