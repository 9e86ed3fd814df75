import { Readable } from 'node:stream'
import {
  accountDeletionSchema,
  deletionRefusedSchema,
  detailSchema,
  fieldErrorsSchema,
  idField,
  listOf,
  proofSchema,
  requestPageQuerySchema,
  standingLoginSchema,
  stepUpNeededSchema,
} from '@parley/contract'
import * as z from 'zod/mini'
import { jsonStream } from '../../../core/json-stream.ts'
import type { Routes } from '../../../http/app-type.ts'
import { pageOf } from '../../../http/pages.ts'
import { personOf } from '../../../http/policy.ts'
import type { LimitOf } from '../../../http/rate-limits.ts'
import type { AccountsDeps } from '../deps.ts'
import { endLogin, listLogins } from '../login/own-logins.ts'
import { deleteAccount } from './delete-account.ts'
import { exportAccount } from './export-account.ts'

/** A person's own account: logins, all data, deletion. */
export function ownAccountRoutes(deps: AccountsDeps, limitOf: LimitOf): Routes {
  const config = { policy: 'self' as const }
  return app => {
    app.get(
      '/api/user/me/logins/',
      {
        config,
        schema: {
          tags: ['user'],
          querystring: requestPageQuerySchema,
          response: { 200: listOf(standingLoginSchema), 401: detailSchema },
        },
      },
      async request => {
        const found = await listLogins(deps, { person: personOf(request), page: request.query })
        return pageOf(request, found)
      },
    )
    app.delete(
      '/api/user/me/logins/:login/',
      {
        config,
        schema: {
          tags: ['user'],
          params: z.object({ login: idField }),
          body: proofSchema,
          response: { 200: z.object({}), 400: fieldErrorsSchema, 403: stepUpNeededSchema, 404: detailSchema },
        },
      },
      async request => {
        await endLogin(deps, {
          person: personOf(request),
          loginId: request.params.login,
          shown: request.body,
        })
        return {}
      },
    )
    app.get(
      '/api/user/me/export/',
      {
        config: { ...config, ...limitOf('upload') },
        schema: {
          tags: ['user'],
          // An object; it is sent as a stream, which no schema can check.
          response: { 200: z.unknown(), 401: detailSchema },
        },
      },
      async (request, reply) => {
        reply.header('content-disposition', 'attachment; filename="parley-export.json"')
        reply.type('application/json; charset=utf-8')
        // Never whole in memory: somebody may have a hundred thousand requests.
        return reply.send(Readable.from(jsonStream(await exportAccount(deps, personOf(request)))))
      },
    )
    app.delete(
      '/api/user/me/',
      {
        config: { ...config, ...limitOf('login') },
        schema: {
          tags: ['user'],
          body: accountDeletionSchema,
          response: {
            200: z.object({}),
            400: fieldErrorsSchema,
            403: stepUpNeededSchema,
            409: deletionRefusedSchema,
          },
        },
      },
      async request => {
        const { body: shown } = request
        await deleteAccount(deps, { person: personOf(request), shown, forgo: shown?.forgo === true })
        return {}
      },
    )
  }
}
