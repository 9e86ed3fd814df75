import {
  blockedPeopleQuerySchema,
  blockedPersonSchema,
  blockPreviewSchema,
  detailSchema,
  idField,
  listOf,
  PAGE_SIZE_DEFAULT,
} from '@parley/contract'
import * as z from 'zod/mini'
import type { Routes } from '../../../http/app-type.ts'
import { pageOf, pageOfWhole } from '../../../http/pages.ts'
import { personOf } from '../../../http/policy.ts'
import type { LimitOf } from '../../../http/rate-limits.ts'
import type { SafetyDeps } from '../deps.ts'
import { blockPerson, previewBlock, unblockPerson } from './block-person.ts'
import { type Blocked, findBlocked, listBlocked, pageOfBlocked } from './block-store.ts'

const shown = (rows: readonly Blocked[]) =>
  rows.map(({ id, username, at }) => ({ id, username, since: at.toISOString() }))

const about = { tags: ['safety'], params: z.object({ id: idField }) }

/** To block a person, to remove the block, and the list of blocked people. */
export function blockRoutes(deps: SafetyDeps, limitOf: LimitOf): Routes {
  return app => {
    app.get(
      '/api/user/:id/block/',
      {
        config: { policy: 'person' },
        schema: { ...about, response: { 200: blockPreviewSchema, 404: detailSchema } },
      },
      request => previewBlock(deps, { blockerId: personOf(request).id, blockedId: request.params.id }),
    )
    app.post(
      '/api/user/:id/block/',
      {
        config: { policy: 'person', ...limitOf('safety') },
        schema: { ...about, response: { 204: z.null(), 404: detailSchema, 409: detailSchema } },
      },
      async (request, reply) => {
        await blockPerson(deps, { blockerId: personOf(request).id, blockedId: request.params.id })
        return reply.code(204).send(null)
      },
    )
    app.delete(
      '/api/user/:id/block/',
      {
        config: { policy: 'person', ...limitOf('safety') },
        schema: { ...about, response: { 204: z.null() } },
      },
      async (request, reply) => {
        await unblockPerson(deps, { blockerId: personOf(request).id, blockedId: request.params.id })
        return reply.code(204).send(null)
      },
    )
    app.get(
      '/api/user/me/blocks/',
      {
        config: { policy: 'self' },
        schema: {
          tags: ['safety'],
          querystring: blockedPeopleQuerySchema,
          response: { 200: listOf(blockedPersonSchema) },
        },
      },
      async request => {
        const { page, page_size, after, username } = request.query
        const blockerId = personOf(request).id
        if (username !== undefined)
          return pageOfWhole(request, shown(await findBlocked(deps.db, { blockerId, username })))
        if (page === undefined && page_size === undefined)
          return pageOfWhole(request, shown(await listBlocked(deps.db, blockerId)))
        const wanted = { page: page ?? 1, page_size: page_size ?? PAGE_SIZE_DEFAULT, after }
        const { rows, ...found } = await pageOfBlocked(deps.db, { blockerId, page: wanted })
        return pageOf(request, { ...found, results: shown(rows) })
      },
    )
  }
}
