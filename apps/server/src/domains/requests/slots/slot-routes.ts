import { detailSchema, moveSlotSchema, sessionRequestSchema, slotSchema } from '@parley/contract'
import * as z from 'zod/mini'
import type { App } from '../../../http/app-type.ts'
import { personOf } from '../../../http/policy.ts'
import { presentOne } from '../present-request.ts'
import type { SlotBookingDeps } from './book-slot.ts'
import { moveSlot } from './move-slot.ts'

/** What becomes of a booked time. */
export function slotRoutes(deps: SlotBookingDeps) {
  return (app: App): void => {
    app.post(
      '/api/parley/:slug/session/move/',
      {
        config: { policy: 'payer' },
        schema: {
          tags: ['schedule'],
          params: z.object({ slug: z.string() }),
          body: moveSlotSchema,
          response: {
            200: sessionRequestSchema,
            409: z.extend(detailSchema, { slots: z.optional(z.array(slotSchema)) }),
          },
        },
      },
      async request => {
        const actorId = personOf(request).id
        const { slug } = request.params
        const { id } = await moveSlot(deps, { slug, actorId, ...request.body })
        return presentOne(deps, id, actorId)
      },
    )
  }
}
