import {
  detailSchema,
  liveEventSchema,
  placeBookingSchema,
  refusedBookingSchema,
  sessionRequestSchema,
} from '@parley/contract'
import * as z from 'zod/mini'
import { refuse } from '../../../core/refusal.ts'
import type { App } from '../../../http/app-type.ts'
import { personOf } from '../../../http/policy.ts'
import type { LimitOf } from '../../../http/rate-limits.ts'
import { findEventSubject } from '../../live-events/public.ts'
import type { RequestsDeps } from '../deps.ts'
import { presentOne } from '../present-request.ts'
import { bookPlace } from './book-place.ts'
import { findOwnPlace } from './place-store.ts'

/** 409 of a booking, with the present event if it differs from what the buyer saw. */
const placeConflictSchema = z.extend(refusedBookingSchema, { offer: z.optional(liveEventSchema) })

/** Booking a place at an event, and looking at one's own. */
export function placeRoutes(deps: RequestsDeps & { limitOf: LimitOf }) {
  return (app: App): void => {
    app.post(
      '/api/parley/:username/live_event/',
      {
        config: { policy: 'person', age: true, ...deps.limitOf('payment') },
        schema: {
          tags: ['live event'],
          params: z.object({ username: z.string() }),
          body: placeBookingSchema,
          response: {
            201: sessionRequestSchema,
            403: refusedBookingSchema,
            404: detailSchema,
            409: placeConflictSchema,
          },
        },
      },
      async (request, reply) => {
        const buyerId = personOf(request).id
        const { body: booking, params } = request
        const made = await bookPlace(deps, { buyerId, username: params.username, booking })
        return reply.code(201).send(await presentOne(deps, made.id, buyerId))
      },
    )
    app.get(
      '/api/parley/:slug/event-session/',
      {
        config: { policy: 'person' },
        schema: {
          tags: ['live event'],
          params: z.object({ slug: z.string() }),
          response: { 200: sessionRequestSchema, 404: detailSchema },
        },
      },
      async request => {
        const buyerId = personOf(request).id
        const event = await findEventSubject(deps.db, { slug: request.params.slug })
        const place = event && (await findOwnPlace(deps.db, { eventId: event.roomId, buyerId }))
        if (!place) throw refuse.notFound('You have no place at this event')
        return presentOne(deps, place.id, buyerId)
      },
    )
  }
}
