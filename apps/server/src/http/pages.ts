import type { Page } from '@parley/contract'
import type { FastifyRequest } from 'fastify'
import { pathOnly } from './logging.ts'

/**
 * A page of a list with the addresses of its neighbours; the other query parameters stay. `last` is where the next
 * continues.
 */
export function pageOf<T>(
  request: FastifyRequest,
  found: { count: number; results: T[]; last?: string | null },
): Page<T> {
  const { after: _, ...query } = request.query as { page: number; page_size: number; after?: unknown }
  const address = (page: number, after?: string | null): string => {
    const params = new URLSearchParams()
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) params.set(name, String(value))
    params.set('page', String(page))
    if (after) params.set('after', after)
    return `${pathOnly(request.url)}?${params}`
  }
  return {
    count: found.count,
    next: query.page * query.page_size < found.count ? address(query.page + 1, found.last) : null,
    previous: query.page > 1 ? address(query.page - 1) : null,
    results: found.results,
  }
}
