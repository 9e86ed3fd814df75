import type { FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import { refuse } from '../../core/refusal.ts'
import type { Routes } from '../../http/app-type.ts'
import type { ShareSubject } from './share-cards.ts'
import type { ShareImages } from './share-images.ts'

/**
 * After a person becomes private, caches show the image for at most this long; pages name the version, so changes
 * appear at once.
 */
const MAX_AGE = 'public, max-age=3600'

/** The preview images of links to profiles and events on other sites. */
export function shareImageRoutes(images: ShareImages): Routes {
  const send = async (reply: FastifyReply, subject: ShareSubject) => {
    const image = await images.get(subject)
    if (!image) throw refuse.notFound()
    const etag = `"${subject.kind}-${image.version}"`
    reply.headers({ 'cache-control': MAX_AGE, 'cross-origin-resource-policy': 'cross-origin', etag })
    if (reply.request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type('image/jpeg').send(image.jpeg)
  }
  return app => {
    const config = { policy: 'anyone' } as const
    const tags = ['picture']
    app.get(
      '/share-pictures/profile/:username',
      { config, schema: { tags, params: z.object({ username: z.string() }) } },
      (request, reply) => send(reply, { kind: 'profile', name: request.params.username }),
    )
    app.get(
      '/share-pictures/event/:slug',
      { config, schema: { tags, params: z.object({ slug: z.string() }) } },
      (request, reply) => send(reply, { kind: 'event', name: request.params.slug }),
    )
  }
}
