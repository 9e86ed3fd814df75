import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import { type Language, preferredLanguage } from '@parley/web/languages'
import type { PublicData, WebEntry } from '@parley/web/public-data'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseAway } from '../../db/database-away.ts'
import { type CompressedPage, chooseEncoding, compressPage } from './compressed-page.ts'
import { createFirstView, type FirstView } from './first-view.ts'
import { createPageCache } from './page-cache.ts'
import {
  addressShown,
  BAD_LINK,
  isIndexed,
  isServerPath,
  movedPage,
  pageAddress,
  pagePath,
  pageVersion,
} from './page-paths.ts'
import { registerPublicFiles } from './public-files.ts'
import { renderUnlessAway } from './render-unless-away.ts'
import { wantsPage } from './wait-page.ts'

export interface WebPagesOptions {
  publicData: PublicData
  entry: WebEntry
  /** Absolute path of the built files for the browser. */
  clientDir: string
  nowMs: () => number
  /** Refuses a client that asks for too many pages that have to be rendered. */
  limitRendering?: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
}

/** Loads the renderer from a finished build of the web. */
export async function loadWebEntry(serverDir: string): Promise<WebEntry> {
  const file = pathToFileURL(resolve(serverDir, 'index.js')).href
  const build = (await import(file)) as { entry: { module: { createWebEntry(build: unknown): WebEntry } } }
  return build.entry.module.createWebEntry(build)
}

/** A request to the renderer: only the address counts, pages know nothing of who looks. */
export function toWebRequest(request: FastifyRequest, address: string, origin: string): Request {
  const headers = new Headers()
  const accept = request.headers.accept
  if (accept) headers.set('accept', accept)
  return new Request(new URL(address, origin), { method: 'GET', headers })
}

/**
 * Writes a finished page straight to the connection: nothing that other answers pass through has work to do on it.
 */
async function sendPage(request: FastifyRequest, reply: FastifyReply, page: CompressedPage): Promise<void> {
  const { raw } = reply
  if (page.status === 200 && request.headers['if-none-match'] === page.etag) {
    reply.hijack()
    raw.writeHead(304, [...page.headers])
    raw.end()
    return
  }
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  const ready = page.body(encoding)
  const body = ready instanceof Promise ? await ready : ready
  reply.hijack()
  const headers = [...page.headers, 'content-length', String(body.length)]
  if (encoding !== 'identity') headers.push('content-encoding', encoding)
  raw.writeHead(page.status, headers)
  raw.end(body)
}

/** Leads on; a page that went elsewhere takes its query along, because payments come back to it with theirs. */
function sendElsewhere(
  request: FastifyRequest,
  reply: FastifyReply,
  { redirect, status }: { redirect: string; status: number },
) {
  const query = status === 301 ? request.url.split('#', 1)[0]?.split('?')[1] : undefined
  // Kept by nobody: the name may be another person's one day.
  reply.header('cache-control', 'no-store')
  return reply.redirect(query === undefined ? redirect : `${redirect}?${query}`, status)
}

type RenderOptions = WebPagesOptions & { firstView: (html: string, status: number) => FirstView }
/** What a page is kept by: the language and the address, with a space between. */
interface PageKey {
  language: Language
  address: string
}

function splitKey(key: string): PageKey {
  const at = key.indexOf(' ')
  return { language: key.slice(0, at) as Language, address: key.slice(at + 1) }
}

type Outcome = CompressedPage | { redirect: string; status: number }

async function renderPage(options: RenderOptions, { language, address }: PageKey): Promise<Outcome> {
  // While the database is unavailable the page itself says so.
  const moved = await movedPage(options.publicData, address).catch(error => {
    if (isDatabaseAway(error)) return null
    throw error
  })
  if (moved !== null) return { redirect: moved, status: 301 }
  const nonce = randomBytes(16).toString('hex')
  const request = new Request(new URL(address, options.publicData.site.origin))
  const response = await renderUnlessAway(options, { request, nonce, language })
  const location = response.headers.get('location')
  if (location !== null) return { redirect: location, status: response.status }
  const source = { entry: options.entry, site: options.publicData.site, firstView: options.firstView }
  const indexing = isIndexed(address) ? 'indexed' : 'not indexed'
  return compressPage(source, { html: await response.text(), status: response.status, nonce, indexing })
}

async function registerAssets(app: FastifyInstance, clientDir: string): Promise<void> {
  await app.register(fastifyStatic, { root: clientDir, serve: false, preCompressed: true })
  const config = { policy: 'anyone' } as const
  app.get<{ Params: { '*': string } }>('/assets/*', { config, schema: { hide: true } }, (request, reply) => {
    // Names carry the hash of their content.
    reply.header('cache-control', 'public, max-age=31536000, immutable')
    // The payment provider's frame shows its fields in our typeface, which it loads from here.
    if (request.params['*'].endsWith('.woff2')) {
      reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' })
    }
    return reply.sendFile(`assets/${request.params['*']}`, { cacheControl: false })
  })
  await registerPublicFiles(app, clientDir)
}

/** Serves the web's pages and files: finished public pages from memory, all others rendered at each request. */
export async function registerWebPages(app: FastifyInstance, options: WebPagesOptions): Promise<void> {
  const { publicData } = options
  const { origin } = publicData.site
  const firstView = createFirstView(options.clientDir)
  const cache = createPageCache<Outcome>({
    nowMs: options.nowMs,
    version: key => pageVersion(publicData, splitKey(key).address),
    render: key => renderPage({ ...options, firstView }, splitKey(key)),
    keeps: page => !('redirect' in page) && page.status < 500,
  })
  // In a scope of its own, so that `sendFile` stays out of the rest of the server.
  await app.register(scope => registerAssets(scope, options.clientDir))

  // A page from memory costs less than counting who asked for it: only rendering is limited.
  const config = { policy: 'anyone', rateLimit: false } as const
  app.get('/*', { config, schema: { hide: true } }, async (request, reply) => {
    const path = pagePath(request.url)
    if (path === null && wantsPage(request))
      return reply.header('cache-control', 'no-store').redirect(BAD_LINK)
    if (path === null || isServerPath(path)) return reply.callNotFound()
    const language = preferredLanguage(request.headers)
    const address = pageAddress(path, request.url)
    const key = `${language} ${address}`
    const kept = path.endsWith('.data') ? undefined : cache.fresh(key)
    if (kept && !('redirect' in kept)) return sendPage(request, reply, kept)
    await options.limitRendering?.(request, reply)
    if (path.endsWith('.data')) {
      const webRequest = toWebRequest(request, request.url, origin)
      const response = await renderUnlessAway(options, { request: webRequest, nonce: '', language })
      reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
      return reply.send(response)
    }
    const page = kept ?? (await cache.get(`${language} ${await addressShown(publicData, address)}`))
    if ('redirect' in page) return sendElsewhere(request, reply, page)
    return sendPage(request, reply, page)
  })
}
