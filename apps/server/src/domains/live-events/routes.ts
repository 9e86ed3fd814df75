import { detailSchema, listOf, liveEventSchema, PRODUCT, pageQuerySchema } from '@parley/contract'
import * as z from 'zod/mini'
import type { Routes } from '../../http/app-type.ts'
import { pageOf } from '../../http/pages.ts'
import type { ProfilesDeps } from '../profiles/public.ts'
import { listLiveEvents } from './list-live-events.ts'

/** The events of an influencer. */
export function liveEventRoutes(deps: ProfilesDeps): Routes {
  return app => {
    app.get(
      `/api/${PRODUCT}/:username/live_events/`,
      {
        config: { policy: 'anyone' },
        schema: {
          tags: ['live event'],
          params: z.object({ username: z.string() }),
          querystring: pageQuerySchema,
          response: { 200: listOf(liveEventSchema), 404: detailSchema },
        },
      },
      async request => {
        const { username } = request.params
        const page = request.query
        return pageOf(request, await listLiveEvents(deps, { username, viewer: request.person, page }))
      },
    )
  }
}
