import type { FastifyInstance } from 'fastify'
import { isServerPath } from './web/page-paths.ts'

interface KnownPath {
  matches: RegExp
  method: string
  url: string
}

const PAGES = '/*'

/** `/a/:id/*` as an expression, with and without its last slash. */
function expressionOf(url: string): RegExp {
  const parts = url.replace(/\/$/, '').split(/(:\w+|\*)/)
  const each = parts.map(part => {
    if (part === '*') return '.*'
    return part.startsWith(':') ? '[^/]+' : part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  })
  return new RegExp(`^${each.join('')}/?$`)
}

/**
 * Watches the routes that are added from now on; answers the methods that an address takes, none where there is
 * nothing.
 */
export function watchMethods(app: FastifyInstance): (path: string) => string[] {
  const known: KnownPath[] = []
  app.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) known.push({ matches: expressionOf(url), method: each, url })
  })
  return path => {
    const isPage = !isServerPath(path)
    const there = known.filter(({ matches, url }) => (url !== PAGES || isPage) && matches.test(path))
    return [...new Set(there.map(({ method }) => method))].sort()
  }
}
