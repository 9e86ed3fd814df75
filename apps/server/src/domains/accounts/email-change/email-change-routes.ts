import { detailSchema, emailLinkAnswerSchema, emailLinkSchema, fieldErrorsSchema } from '@parley/contract'
import * as z from 'zod/mini'
import type { Routes } from '../../../http/app-type.ts'
import { personOf } from '../../../http/policy.ts'
import type { LimitOf } from '../../../http/rate-limits.ts'
import type { AccountsDeps } from '../deps.ts'
import { confirmEmail, undoEmailChange } from './confirm-email-change.ts'
import { mailEmailProof } from './prove-email.ts'
import { cancelEmailChange } from './request-email-change.ts'

/**
 * The mailed links of a new email, and of a confirmation. Only a POST has an effect: a mail scanner opens pages and
 * does not post.
 */
export function emailChangeRoutes(deps: AccountsDeps, limitOf: LimitOf): Routes {
  const config = { policy: 'anyone' as const, ...limitOf('login') }
  const schema = {
    tags: ['user'],
    body: emailLinkSchema,
    response: { 200: emailLinkAnswerSchema, 400: fieldErrorsSchema },
  }
  return app => {
    app.post('/api/user/email/confirm/', { config, schema }, request =>
      confirmEmail(deps, { token: request.body.token, personId: request.person?.id ?? null }),
    )
    app.post('/api/user/email/undo/', { config, schema }, request =>
      undoEmailChange(deps, request.body.token),
    )
    app.post(
      '/api/user/me/email/confirm/',
      {
        config: { policy: 'self', ...limitOf('login') },
        schema: { tags: ['user'], response: { 202: emailLinkAnswerSchema, 409: detailSchema } },
      },
      async (request, reply) => reply.code(202).send(await mailEmailProof(deps, personOf(request))),
    )
    app.delete(
      '/api/user/me/email/',
      {
        config: { policy: 'self' },
        schema: { tags: ['user'], response: { 200: z.object({}), 404: detailSchema } },
      },
      async request => {
        await cancelEmailChange(deps, personOf(request))
        return {}
      },
    )
  }
}
