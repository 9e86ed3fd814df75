import type { WebDev } from '@parley/web/dev'
import { preferredLanguage } from '@parley/web/languages'
import type { PublicData } from '@parley/web/public-data'
import type { FastifyInstance } from 'fastify'
import { isServerPath } from './page-paths.ts'
import { toWebRequest } from './web-pages.ts'

export interface WebPagesDevOptions {
  publicData: PublicData
  dev: WebDev
}

/** Vite writes inline scripts and evaluates modules; development alone lets it. */
const DEV_POLICY =
  "default-src 'self' 'unsafe-inline' 'unsafe-eval' blob: data: ws: wss:; frame-ancestors 'none'; base-uri 'self'"

/** Serves the web from its source, with hot reloading; for `npm run dev` only. */
export async function registerWebPagesDev(app: FastifyInstance, options: WebPagesDevOptions): Promise<void> {
  const { publicData, dev } = options
  app.addHook('onClose', () => dev.close())
  await app.register(async pages => {
    pages.addHook('onRequest', (request, reply, done) => {
      if (isServerPath(request.url)) return done()
      reply.header('content-security-policy', DEV_POLICY)
      // Vite writes to the raw answer; when it does, Fastify's own never starts.
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) reply.raw.setHeader(name, value)
      dev.handle(request.raw, reply.raw, error => done(error instanceof Error ? error : undefined))
    })
    pages.get('/*', { config: { policy: 'anyone' }, schema: { hide: true } }, async (request, reply) => {
      if (isServerPath(request.url)) return reply.callNotFound()
      const entry = await dev.entry()
      const webRequest = toWebRequest(request, request.url, publicData.site.origin)
      const language = preferredLanguage(request.headers)
      return reply.send(await entry.render(webRequest, { publicData, nonce: '', language }))
    })
  })
}
