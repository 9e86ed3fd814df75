import { birthDateAnswerSchema, birthDateSchema, detailSchema, fieldErrorsSchema } from '@parley/contract'
import type { Routes } from '../../../http/app-type.ts'
import { personOf } from '../../../http/policy.ts'
import type { LimitOf } from '../../../http/rate-limits.ts'
import type { AccountsDeps } from '../deps.ts'
import { sayBirthDate } from './birth-dates.ts'

/** The birth date, which a person declares once before they book, claim or offer. */
export function ageRoutes(deps: AccountsDeps, limitOf: LimitOf): Routes {
  return app => {
    app.post(
      '/api/user/me/birth-date/',
      {
        config: { policy: 'self', ...limitOf('login') },
        schema: {
          tags: ['user'],
          body: birthDateSchema,
          response: { 200: birthDateAnswerSchema, 400: fieldErrorsSchema, 409: detailSchema },
        },
      },
      request => sayBirthDate(deps, { person: personOf(request), date: request.body.date }),
    )
  }
}
