import {
  giftLinkSchema,
  giftSchema,
  giftTokenSchema,
  giftViewSchema,
  openGiftSchema,
  sessionRequestSchema,
} from '@parley/contract'
import * as z from 'zod/mini'
import type { App } from '../../../http/app-type.ts'
import { personOf } from '../../../http/policy.ts'
import type { LimitOf } from '../../../http/rate-limits.ts'
import type { RequestsDeps } from '../deps.ts'
import { presentOne } from '../present-request.ts'
import { acceptGift, giveCall, showGift, showOpenGift, withdrawAttendance } from './give-call.ts'

const params = z.object({ slug: z.string() })

/** Gifts: another person attends a call in the buyer's place. */
export function giftRoutes(deps: RequestsDeps & { limitOf: LimitOf }) {
  return (app: App): void => {
    app.get(
      '/api/parley/:slug/session/gift/',
      { config: { policy: 'person' }, schema: { params, response: { 200: openGiftSchema } } },
      request => showOpenGift(deps, { slug: request.params.slug, actorId: personOf(request).id }),
    )
    app.post(
      '/api/parley/:slug/session/gift/',
      {
        config: { policy: 'payer', ...deps.limitOf('payment') },
        schema: { params, body: z.nullish(giftSchema), response: { 201: giftLinkSchema } },
      },
      async (request, reply) => {
        const message = request.body?.message || null
        const uuid = request.body?.uuid
        const given = { slug: request.params.slug, actorId: personOf(request).id, message, uuid }
        return reply.code(201).send(await giveCall(deps, given))
      },
    )
    app.delete(
      '/api/parley/:slug/session/gift/',
      { config: { policy: 'payer' }, schema: { params, response: { 200: sessionRequestSchema } } },
      async request => {
        const actorId = personOf(request).id
        const { id } = await withdrawAttendance(deps, { slug: request.params.slug, actorId })
        return presentOne(deps, id, actorId)
      },
    )
    app.post(
      '/api/parley/gift/accept/',
      {
        config: { policy: 'person', age: true, ...deps.limitOf('payment') },
        schema: { body: giftTokenSchema, response: { 200: sessionRequestSchema } },
      },
      async request => {
        const attendeeId = personOf(request).id
        const { id } = await acceptGift(deps, { token: request.body.token, attendeeId })
        return presentOne(deps, id, attendeeId)
      },
    )
    // A POST, so that the token is in no log and in no browser history.
    app.post(
      '/api/parley/gift/look/',
      {
        config: { policy: 'anyone', ...deps.limitOf('payment') },
        schema: { body: giftTokenSchema, response: { 200: giftViewSchema } },
      },
      request => showGift(deps, { token: request.body.token, viewerId: request.person?.id ?? null }),
    )
  }
}
