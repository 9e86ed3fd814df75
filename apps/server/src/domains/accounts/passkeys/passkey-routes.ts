import {
  detailSchema,
  fieldErrorsSchema,
  loginTokensSchema,
  newPasskeyAnswerSchema,
  newPasskeySchema,
  passkeyLoginSchema,
  stepUpNeededSchema,
  webAuthnOptionsSchema,
} from '@parley/contract'
import type { Routes } from '../../../http/app-type.ts'
import { personOf } from '../../../http/policy.ts'
import type { LimitOf } from '../../../http/rate-limits.ts'
import type { AccountsDeps } from '../deps.ts'
import { deviceName } from '../login/device-name.ts'
import { answerLogin } from '../login/login-cookie.ts'
import { addPasskey, newPasskeyOptions } from './add-passkey.ts'
import { logInByPasskey, passkeyOptions } from './show-passkey.ts'

const OWN = '/api/user/me/factors/passkeys/'

/** Logging in by a passkey, and adding one. */
export function passkeyRoutes(deps: AccountsDeps, limitOf: LimitOf): Routes {
  const limit = limitOf('login')
  return app => {
    app.post(
      '/api/auth/passkey/options/',
      {
        config: { policy: 'anyone', ...limit },
        schema: { tags: ['auth'], response: { 200: webAuthnOptionsSchema } },
      },
      async () => ({ ...(await passkeyOptions(deps)) }),
    )
    app.post(
      '/api/auth/passkey/',
      {
        config: { policy: 'anyone', ...limit },
        schema: {
          tags: ['auth'],
          body: passkeyLoginSchema,
          response: { 200: loginTokensSchema, 400: fieldErrorsSchema, 401: detailSchema },
        },
      },
      async (request, reply) => {
        const device = deviceName(request.headers['user-agent'])
        const login = await logInByPasskey(deps, { answer: request.body.response, device })
        return answerLogin(deps, { request, reply }, login)
      },
    )
    app.post(
      `${OWN}options/`,
      {
        config: { policy: 'self', ...limit },
        schema: {
          tags: ['user'],
          response: { 200: webAuthnOptionsSchema, 403: stepUpNeededSchema, 409: detailSchema },
        },
      },
      async request => ({ ...(await newPasskeyOptions(deps, personOf(request))) }),
    )
    app.post(
      OWN,
      {
        config: { policy: 'self', ...limit },
        schema: {
          tags: ['user'],
          body: newPasskeySchema,
          response: { 201: newPasskeyAnswerSchema, 400: fieldErrorsSchema },
        },
      },
      async (request, reply) => {
        const added = await addPasskey(deps, { person: personOf(request), made: request.body })
        return reply.code(201).send(added)
      },
    )
  }
}
