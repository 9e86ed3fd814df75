import { PAGE_SIZE_DEFAULT, type Page, type PageQuery } from '@parley/contract'
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
  const { page = 1, page_size = PAGE_SIZE_DEFAULT } = request.query as Partial<PageQuery>
  return linked(request, { page, page_size }, found)
}

/** A page of a list that was read whole; all of it when the query names no page. */
export function pageOfWhole<T>(request: FastifyRequest, all: readonly T[]): Page<T> {
  const query = request.query as { page?: number | undefined; page_size?: number | undefined }
  if (query.page === undefined && query.page_size === undefined)
    return { count: all.length, next: null, previous: null, results: [...all] }
  const { page = 1, page_size = PAGE_SIZE_DEFAULT } = query
  const results = all.slice((page - 1) * page_size, page * page_size)
  return linked(request, { page, page_size }, { count: all.length, results })
}

function linked<T>(
  request: FastifyRequest,
  step: { page: number; page_size: number },
  found: { count: number; results: T[]; last?: string | null },
): Page<T> {
  const { after: _, ...query } = request.query as { after?: unknown }
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
    next: step.page * step.page_size < found.count ? address(step.page + 1, found.last) : null,
    previous: step.page > 1 ? address(step.page - 1) : null,
    results: found.results,
  }
}
