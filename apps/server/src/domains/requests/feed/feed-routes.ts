import {
  calendarFeedKeySchema,
  calendarFeedSchema,
  detailSchema,
  newCalendarFeedSchema,
} from '@parley/contract'
import * as z from 'zod/mini'
import type { App } from '../../../http/app-type.ts'
import { personOf } from '../../../http/policy.ts'
import type { LimitOf } from '../../../http/rate-limits.ts'
import type { RequestsDeps } from '../deps.ts'
import { renewFeed, showFeed } from './calendar-feed.ts'
import { deleteFeed, feedOf } from './feed-store.ts'

const OWN = '/api/user/me/calendar-feed/'

/** The private address at which a calendar program reads a person's own calls and events. */
export function feedRoutes(deps: RequestsDeps & { limitOf: LimitOf }) {
  return (app: App): void => {
    const tags = ['user']
    app.get(
      OWN,
      { config: { policy: 'self' }, schema: { tags, response: { 200: calendarFeedSchema } } },
      async request => {
        const feed = await feedOf(deps.db, personOf(request).id)
        return { created_at: feed?.createdAt.toISOString() ?? null }
      },
    )
    app.post(
      OWN,
      {
        config: { policy: 'self', ...deps.limitOf('calendar') },
        schema: { tags, body: calendarFeedKeySchema, response: { 201: newCalendarFeedSchema } },
      },
      async (request, reply) => {
        const owner = { userId: personOf(request).id, uuid: request.body?.uuid }
        return reply.code(201).send(await renewFeed(deps, owner))
      },
    )
    app.delete(
      OWN,
      { config: { policy: 'self' }, schema: { tags, response: { 200: calendarFeedSchema } } },
      async request => {
        await deleteFeed(deps.db, personOf(request).id)
        return { created_at: null }
      },
    )
    app.get(
      '/calendars/:secret.ics',
      {
        config: { policy: 'anyone', ...deps.limitOf('calendar') },
        schema: {
          tags: ['schedule'],
          params: z.object({ secret: z.string() }),
          response: {
            200: { description: 'The calendar', content: { 'text/calendar': { schema: z.string() } } },
            304: z.null(),
            404: detailSchema,
          },
        },
      },
      async (request, reply) => {
        const { text, etag } = await showFeed(deps, request.params.secret)
        // No proxy stores it, and no referrer of a page leaks its address.
        void reply.headers({ etag, 'cache-control': 'private, no-cache', 'referrer-policy': 'no-referrer' })
        if (request.headers['if-none-match'] === etag) return reply.code(304).send(null)
        return reply.type('text/calendar; charset=utf-8').send(text)
      },
    )
  }
}
