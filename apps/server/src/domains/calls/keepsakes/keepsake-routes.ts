import {
  callKeepsakeSchema,
  detailSchema,
  fieldErrorsSchema,
  keepsakeAnswerSchema,
  keepsakeListSchema,
  keepsakePictureSchema,
  requestPageQuerySchema,
} from '@parley/contract'
import * as z from 'zod/mini'
import type { App } from '../../../http/app-type.ts'
import { readMultipartForm } from '../../../http/multipart-form.ts'
import { pageOf } from '../../../http/pages.ts'
import { personOf } from '../../../http/policy.ts'
import type { CallsDeps } from '../deps.ts'
import {
  answerKeepsake,
  listKeepsakes,
  readKeepsake,
  removeKeepsake,
  requestKeepsake,
  showCallKeepsake,
  storeKeepsake,
  withdrawKeepsake,
} from './call-keepsake.ts'

const OF_CALL = '/api/parley/:slug/session/keepsake/'
const params = z.object({ slug: z.string().check(z.maxLength(200)) })
const ofOne = z.object({ id: z.string().check(z.maxLength(100)) })
const refusals = { 403: detailSchema, 404: detailSchema, 409: detailSchema }
const party = { config: { policy: 'party' as const } }

/** One photo of the two of a call, by consent of both. */
export function keepsakeRoutes(deps: CallsDeps) {
  return (app: App): void => {
    const schema = { tags: ['keepsake'], params, response: { 200: callKeepsakeSchema, ...refusals } }
    const at = (request: Parameters<typeof personOf>[0] & { params: { slug: string } }) => ({
      slug: request.params.slug,
      person: personOf(request),
    })
    app.get(OF_CALL, { ...party, schema }, request => showCallKeepsake(deps, at(request)))
    app.post(OF_CALL, { ...party, schema }, request => requestKeepsake(deps, at(request)))
    app.delete(OF_CALL, { ...party, schema }, request => withdrawKeepsake(deps, at(request)))
    app.post(`${OF_CALL}answer/`, { ...party, schema: { ...schema, body: keepsakeAnswerSchema } }, request =>
      answerKeepsake(deps, at(request), request.body),
    )
    app.post(
      `${OF_CALL}picture/`,
      {
        ...party,
        preValidation: readMultipartForm,
        schema: {
          ...schema,
          consumes: ['multipart/form-data'],
          body: keepsakePictureSchema,
          response: { ...schema.response, 400: fieldErrorsSchema },
        },
      },
      request => storeKeepsake(deps, at(request), request.body),
    )
    app.get(
      '/api/keepsakes/',
      {
        config: { policy: 'self' },
        schema: {
          tags: ['keepsake'],
          querystring: requestPageQuerySchema,
          response: { 200: keepsakeListSchema },
        },
      },
      async request =>
        pageOf(request, await listKeepsakes(deps, { person: personOf(request), page: request.query })),
    )
    app.get(
      '/api/keepsakes/:id/picture/',
      { ...party, schema: { tags: ['keepsake'], params: ofOne } },
      async (request, reply) => {
        const picture = await readKeepsake(deps, { id: request.params.id, person: personOf(request) })
        return reply
          .headers({ 'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff' })
          .type('image/jpeg')
          .send(picture)
      },
    )
    app.delete(
      '/api/keepsakes/:id/',
      {
        ...party,
        schema: { tags: ['keepsake'], params: ofOne, response: { 204: z.null(), 404: detailSchema } },
      },
      async (request, reply) => {
        await removeKeepsake(deps, { id: request.params.id, person: personOf(request) })
        return reply.code(204).send(null)
      },
    )
  }
}
