import type { FastifyInstance, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify'
import * as z from 'zod/mini'
import { isUuid } from '../core/ids.ts'
import { refuse } from '../core/refusal.ts'

/** The present name of a request's influencer; null where there is no such request or nobody claimed it yet. */
export type InfluencerNameOf = (requestId: string) => Promise<string | null>

const BY_WORD = /^\/api\/influencer(?=\/(?:parley_requests|requests)\/:id\/)/

/**
 * Every call about one request that is reached by the word `influencer` is reached by its influencer's username too.
 * Watches the routes that are added from now on. Fixed paths win: they are matched before a name is.
 */
export function nameInfluencers(app: FastifyInstance, influencerNameOf: InfluencerNameOf): void {
  const isTheirs: preHandlerAsyncHookHandler = request => assertTheirs(request, influencerNameOf)
  app.addHook('onRoute', route => {
    if (!BY_WORD.test(route.url) || route.method === 'HEAD') return
    const { params } = (route.schema ?? {}) as { params?: z.ZodMiniObject }
    app.route({
      ...route,
      url: route.url.replace(BY_WORD, '/api/:username'),
      schema: { ...route.schema, params: params && z.extend(params, { username: z.string() }) },
      preHandler: [route.preHandler ?? [], isTheirs].flat(),
    })
  })
}

/** Refuses a request that is looked for under a name that is not its influencer's. */
async function assertTheirs(request: FastifyRequest, influencerNameOf: InfluencerNameOf): Promise<void> {
  const { id, username } = request.params as { id: string; username: string }
  const name = isUuid(id) ? await influencerNameOf(id) : null
  if (name === null || name !== username.toLowerCase()) throw refuse.notFound('There is no such request')
}
