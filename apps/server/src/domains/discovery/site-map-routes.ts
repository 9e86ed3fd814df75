import type { FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import { refuse } from '../../core/refusal.ts'
import type { Routes } from '../../http/app-type.ts'
import type { DiscoveryDeps } from './deps.ts'
import { robotsText, siteMap, siteMapIndex } from './site-map.ts'
import { createSiteMapRanges } from './site-map-ranges.ts'

/** A person who becomes private disappears from cached sitemaps after this long. */
const LISTS_MAX_AGE = 'public, max-age=600'

const sendXml = (reply: FastifyReply, xml: string) =>
  reply.header('cache-control', LISTS_MAX_AGE).type('application/xml; charset=utf-8').send(xml)

/** The files that search engines request first. */
export function siteMapRoutes(deps: DiscoveryDeps): Routes {
  const ranges = createSiteMapRanges(deps.db)
  return app => {
    const config = { policy: 'anyone' } as const
    app.get('/robots.txt', { config, schema: { hide: true } }, (_request, reply) =>
      reply
        .header('cache-control', LISTS_MAX_AGE)
        .type('text/plain; charset=utf-8')
        .send(robotsText(deps.publicOrigin)),
    )
    app.get('/sitemap.xml', { config, schema: { hide: true } }, async (_request, reply) =>
      sendXml(reply, await siteMapIndex(deps, ranges)),
    )
    app.get(
      '/sitemaps/:file',
      { config, schema: { hide: true, params: z.object({ file: z.string() }) } },
      async (request, reply) => {
        const [name = '', ending] = request.params.file.split('.')
        const xml = ending === 'xml' ? await siteMap(deps, name) : null
        if (xml === null) throw refuse.notFound()
        return sendXml(reply, xml)
      },
    )
  }
}
