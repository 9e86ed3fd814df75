import { detailSchema, listOf, liveEventSchema, PRODUCT, requestPageQuerySchema } from '@parley/contract'
import * as z from 'zod/mini'
import type { Routes } from '../../http/app-type.ts'
import { pageOf } from '../../http/pages.ts'
import { personOf } from '../../http/policy.ts'
import { cancelEvent, endEvent } from './change-event.ts'
import type { LiveEventsDeps } from './deps.ts'
import { listLiveEvents } from './list-live-events.ts'
import { showEvent } from './show-event.ts'

const bySlug = z.object({ slug: z.string() })

/** Routes that read the events of an influencer. The edit of the profile writes them. */
export function liveEventRoutes(deps: LiveEventsDeps): Routes {
  return app => {
    app.get(
      `/api/${PRODUCT}/:username/live_events/`,
      {
        config: { policy: 'anyone' },
        schema: {
          tags: ['live event'],
          params: z.object({ username: z.string() }),
          querystring: requestPageQuerySchema,
          response: { 200: listOf(liveEventSchema), 404: detailSchema },
        },
      },
      async request => {
        const { username } = request.params
        const page = request.query
        return pageOf(request, await listLiveEvents(deps, { username, viewer: request.person, page }))
      },
    )
    app.get(
      `/api/${PRODUCT}/:slug/event/`,
      {
        config: { policy: 'anyone' },
        schema: {
          tags: ['live event'],
          params: bySlug,
          response: { 200: liveEventSchema, 404: detailSchema },
        },
      },
      request => showEvent(deps, { slug: request.params.slug, viewer: request.person }),
    )
    const byOwner = { 'cancel-event': cancelEvent, 'end-event': endEvent }
    for (const [name, change] of Object.entries(byOwner)) {
      app.post(
        `/api/${PRODUCT}/:slug/${name}/`,
        {
          config: { policy: 'party' },
          schema: {
            tags: ['live event'],
            params: bySlug,
            response: { 200: liveEventSchema, 403: detailSchema, 404: detailSchema, 409: detailSchema },
          },
        },
        async request => {
          const person = personOf(request)
          const { slug } = request.params
          // Only people who may see the profile may know about an event of a private one.
          await showEvent(deps, { slug, viewer: person })
          await change(deps, { slug, actorId: person.id })
          return showEvent(deps, { slug, viewer: person })
        },
      )
    }
  }
}
