import {
  fieldErrorsSchema,
  newPasswordSchema,
  passwordResetSchema,
  resetCheckAnswerSchema,
  resetCheckSchema,
} from '@parley/contract'
import * as z from 'zod/mini'
import type { Routes } from '../../../http/app-type.ts'
import type { LimitOf } from '../../../http/rate-limits.ts'
import type { AccountsDeps } from '../deps.ts'
import { checkPasswordReset, confirmPasswordReset } from './confirm-password-reset.ts'
import { requestPasswordReset } from './request-password-reset.ts'

/** A new password by mail. */
export function passwordResetRoutes(deps: AccountsDeps, limitOf: LimitOf): Routes {
  const config = { policy: 'anyone' as const, ...limitOf('login') }
  const response = { 202: z.object({}), 400: fieldErrorsSchema }
  const checked = { 200: resetCheckAnswerSchema, 400: fieldErrorsSchema }
  return app => {
    app.post(
      '/api/user/password-reset/',
      { config, schema: { tags: ['user'], body: passwordResetSchema, response } },
      async (request, reply) => {
        await requestPasswordReset(deps, request.body)
        return reply.code(202).send({})
      },
    )
    app.post(
      '/api/user/password-reset/check/',
      { config, schema: { tags: ['user'], body: resetCheckSchema, response: checked } },
      request => checkPasswordReset(deps, request.body),
    )
    app.post(
      '/api/user/password-reset/confirm/',
      { config, schema: { tags: ['user'], body: newPasswordSchema, response } },
      async (request, reply) => {
        await confirmPasswordReset(deps, request.body)
        return reply.code(202).send({})
      },
    )
  }
}
