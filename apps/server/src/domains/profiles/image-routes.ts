import { IMAGE_WIDTHS_PX } from '@parley/contract'
import type { FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import { refuse } from '../../core/refusal.ts'
import type { Routes } from '../../http/app-type.ts'
import { IMAGE_FORMATS, type ImageStore, type ImageVariant } from './image-store.ts'

const IMAGE_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const FILE_NAME = /^(\d{1,5})\.([a-z]{3,5})$/
/** The file at an image's bare address: a format that every client can show. */
const PLAIN: ImageVariant = { widthPx: 1080, format: 'jpeg' }

interface Shown {
  images: ImageStore
  /** Whether an image is hidden now, because its person is suspended. */
  isHidden(id: string): Promise<boolean>
}

/** Serves stored images; an id never gets another image, so caches may keep them for ever. */
export function imageRoutes(shown: Shown): Routes {
  return app => {
    const config = { policy: 'anyone' } as const
    app.get(
      '/pictures/:id',
      { config, schema: { tags: ['picture'], params: z.object({ id: z.string() }) } },
      (request, reply) => sendImage(shown, reply, { id: request.params.id, variant: PLAIN }),
    )
    app.get(
      '/pictures/:id/:file',
      { config, schema: { tags: ['picture'], params: z.object({ id: z.string(), file: z.string() }) } },
      (request, reply) => {
        const { id, file } = request.params
        return sendImage(shown, reply, { id, variant: variantOf(file) })
      },
    )
  }
}

function variantOf(file: string): ImageVariant | null {
  const [, width, name] = FILE_NAME.exec(file) ?? []
  const widthPx = IMAGE_WIDTHS_PX.find(each => String(each) === width)
  const format = IMAGE_FORMATS.find(each => each === (name === 'jpg' ? 'jpeg' : name))
  return widthPx && format ? { widthPx, format } : null
}

async function sendImage(
  { images, isHidden }: Shown,
  reply: FastifyReply,
  { id, variant }: { id: string; variant: ImageVariant | null },
) {
  if (!variant || !IMAGE_ID.test(id)) throw refuse.notFound()
  // Attack: a person shares the address of the image for which an account was closed.
  if (await isHidden(id)) throw refuse.notFound()
  const etag = `"${id}-${variant.widthPx}-${variant.format}"`
  reply.headers({
    'cache-control': 'public, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'cross-origin',
    etag,
    'x-content-type-options': 'nosniff',
  })
  if (reply.request.headers['if-none-match'] === etag && (await images.has(id))) {
    return reply.code(304).send()
  }
  const image = await images.open(id, variant)
  if (!image) throw refuse.notFound()
  return reply
    .type(`image/${variant.format}`)
    .header('content-length', String(image.bytes))
    .send(image.stream)
}
