import {
  availabilityPutSchema,
  availabilitySchema,
  detailSchema,
  fieldErrorsSchema,
  slotsQuerySchema,
  slotsSchema,
} from '@parley/contract'
import * as z from 'zod/mini'
import type { Routes } from '../../http/app-type.ts'
import { personOf } from '../../http/policy.ts'
import { changeAvailability, showAvailability } from './change-availability.ts'
import type { ScheduleDeps } from './deps.ts'
import { showSlots } from './slots/show-slots.ts'

const byUsername = z.object({ username: z.string() })

/** An influencer's hours, and the free slots within them. */
export function scheduleRoutes(deps: ScheduleDeps): Routes {
  return app => {
    app.get(
      '/api/influencer/me/availability/',
      {
        config: { policy: 'influencer' },
        schema: { tags: ['schedule'], response: { 200: availabilitySchema } },
      },
      request => showAvailability(deps, personOf(request).id),
    )
    app.put(
      '/api/influencer/me/availability/',
      {
        config: { policy: 'influencer', age: true },
        schema: {
          tags: ['schedule'],
          body: availabilityPutSchema,
          response: { 200: availabilitySchema, 400: fieldErrorsSchema, 409: detailSchema },
        },
      },
      request => changeAvailability(deps, { personId: personOf(request).id, put: request.body }),
    )
    app.get(
      '/api/parley/:username/slots/',
      {
        config: { policy: 'anyone' },
        schema: {
          tags: ['schedule'],
          params: byUsername,
          querystring: slotsQuerySchema,
          response: { 200: slotsSchema, 400: fieldErrorsSchema, 404: detailSchema },
        },
      },
      request =>
        showSlots(deps, {
          username: request.params.username,
          viewer: request.person,
          query: request.query,
        }),
    )
  }
}
