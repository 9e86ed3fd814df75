import { fieldErrorsSchema, payoutAccountLinkSchema, proofSchema, stepUpNeededSchema } from '@parley/contract'
import type { App } from '../../http/app-type.ts'
import { personOf } from '../../http/policy.ts'
import type { LimitOf } from '../../http/rate-limits.ts'
import { type AccountsDeps, proveAgain } from '../accounts/public.ts'
import { openPayoutAccount } from './account/payout-account.ts'
import type { PayoutsDeps } from './deps.ts'

export interface PayoutRoutesDeps extends PayoutsDeps {
  limitOf: LimitOf
  accounts: AccountsDeps
}

/**
 * Payout accounts. Open to everyone who is logged in: a person who accepts a prepaid link earns without being an
 * influencer.
 */
export function payoutRoutes(deps: PayoutRoutesDeps) {
  return (app: App): void => {
    app.post(
      '/api/influencer/me/payout-account/',
      {
        config: { policy: 'self', ...deps.limitOf('payment') },
        schema: {
          tags: ['influencer'],
          body: proofSchema,
          response: { 200: payoutAccountLinkSchema, 400: fieldErrorsSchema, 403: stepUpNeededSchema },
        },
      },
      async request => {
        const person = personOf(request)
        // Attack: an access token alone, and the money goes to the thief's bank.
        await proveAgain(deps.accounts, { person, shown: request.body })
        return openPayoutAccount(deps, person.id)
      },
    )
  }
}
