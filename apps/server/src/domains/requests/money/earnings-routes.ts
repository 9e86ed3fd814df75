import {
  earningsSchema,
  fieldErrorsSchema,
  pageQuerySchema,
  payoutAccountLinkSchema,
  proofSchema,
  stepUpNeededSchema,
} from '@parley/contract'
import type { App } from '../../../http/app-type.ts'
import { pageOf } from '../../../http/pages.ts'
import { personOf } from '../../../http/policy.ts'
import type { LimitOf } from '../../../http/rate-limits.ts'
import type { Person } from '../../accounts/public.ts'
import { openPayoutAccount } from '../../payments/public.ts'
import type { RequestsDeps } from '../deps.ts'
import { showEarnings } from './earnings.ts'

interface EarningsRoutesDeps extends RequestsDeps {
  limitOf: LimitOf
  /** Refuses unless the person has just proven again who they are. */
  proveAgain(input: { person: Person; currentPassword: string | undefined }): Promise<void>
}

/**
 * What a person earned, and the way to be paid. Open to everyone who is logged in: who accepted a prepaid link earns
 * without being an influencer.
 */
export function earningsRoutes(deps: EarningsRoutesDeps) {
  return (app: App): void => {
    app.get(
      '/api/influencer/me/earnings/',
      {
        config: { policy: 'self' },
        schema: { tags: ['influencer'], querystring: pageQuerySchema, response: { 200: earningsSchema } },
      },
      async request => {
        const found = await showEarnings(deps, { userId: personOf(request).id, page: request.query })
        return { ...found.earnings, entries: pageOf(request, found) }
      },
    )
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
        await deps.proveAgain({ person, currentPassword: request.body?.currentPassword })
        return openPayoutAccount(deps, person.id)
      },
    )
  }
}
