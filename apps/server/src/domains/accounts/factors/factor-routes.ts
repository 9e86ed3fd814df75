import {
  detailSchema,
  fieldErrorsSchema,
  idField,
  loginTokensSchema,
  ownFactorsSchema,
  recoveryCodesSchema,
  secondFactorSchema,
  stepUpNeededSchema,
  totpBeginSchema,
  totpBegunSchema,
  totpConfirmSchema,
} from '@parley/contract'
import * as z from 'zod/mini'
import type { Routes } from '../../../http/app-type.ts'
import { personOf } from '../../../http/policy.ts'
import type { LimitOf } from '../../../http/rate-limits.ts'
import type { AccountsDeps } from '../deps.ts'
import { deviceName } from '../login/device-name.ts'
import { answerLogin } from '../login/login-cookie.ts'
import { useFactorTicket } from './begin-or-require-factor.ts'
import { beginTotp, confirmTotp, ownFactors, removeFactor, renewRecoveryCodes } from './own-factors.ts'

const ALL = '/api/user/me/factors/'
const answers = { 400: fieldErrorsSchema, 401: detailSchema }
const proven = { ...answers, 403: stepUpNeededSchema }

/** The second step of a login, and one's own second factors. */
export function factorRoutes(deps: AccountsDeps, limitOf: LimitOf): Routes {
  const self = { policy: 'self' as const, ...limitOf('login') }
  return app => {
    app.post(
      '/api/auth/second-factor/',
      {
        config: { policy: 'anyone', ...limitOf('login') },
        schema: {
          tags: ['auth'],
          body: secondFactorSchema,
          response: { 200: loginTokensSchema, ...answers },
        },
      },
      async (request, reply) => {
        const device = deviceName(request.headers['user-agent'])
        const login = await useFactorTicket(deps, { ...request.body, device })
        return answerLogin(deps, { request, reply }, login)
      },
    )
    app.get(
      ALL,
      { config: { policy: 'self' }, schema: { tags: ['user'], response: { 200: ownFactorsSchema } } },
      request => ownFactors(deps, personOf(request).id),
    )
    app.delete(
      `${ALL}:factor/`,
      {
        config: self,
        schema: {
          tags: ['user'],
          params: z.object({ factor: idField }),
          response: { 200: z.object({}), ...proven, 404: detailSchema },
        },
      },
      async request => {
        await removeFactor(deps, { person: personOf(request), id: request.params.factor })
        return {}
      },
    )
    app.post(
      `${ALL}totp/`,
      {
        config: self,
        schema: {
          tags: ['user'],
          body: totpBeginSchema,
          response: { 201: totpBegunSchema, ...proven, 409: detailSchema },
        },
      },
      async (request, reply) => {
        const person = personOf(request)
        return reply.code(201).send(await beginTotp(deps, { person, shown: request.body }))
      },
    )
    app.post(
      `${ALL}totp/confirm/`,
      {
        config: self,
        schema: {
          tags: ['user'],
          body: totpConfirmSchema,
          response: { 200: recoveryCodesSchema, ...answers, 409: detailSchema },
        },
      },
      request => confirmTotp(deps, { person: personOf(request), code: request.body.code }),
    )
    app.post(
      `${ALL}recovery-codes/`,
      {
        config: self,
        schema: { tags: ['user'], response: { 200: recoveryCodesSchema, ...proven, 404: detailSchema } },
      },
      request => renewRecoveryCodes(deps, personOf(request)),
    )
  }
}
