import type { Page } from '@parley/contract'
import type { FastifyRequest } from 'fastify'
import { pathOnly } from './logging.ts'

/** A page of a list with the addresses of its neighbours; the other query parameters stay. */
export function pageOf<T>(request: FastifyRequest, found: { count: number; results: T[] }): Page<T> {
  const query = request.query as { page: number; page_size: number } & Record<string, unknown>
  const address = (page: number): string => {
    const params = new URLSearchParams()
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) params.set(name, String(value))
    params.set('page', String(page))
    return `${pathOnly(request.url)}?${params}`
  }
  return {
    count: found.count,
    next: query.page * query.page_size < found.count ? address(query.page + 1) : null,
    previous: query.page > 1 ? address(query.page - 1) : null,
    results: found.results,
  }
}
