import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'
import { inlineScripts } from '../inline-scripts.ts'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
}
const COMPRESSED = new Set(['.html', '.js', '.css', '.svg'])

/** Builds the pages as a client-only application into `outDir`. */
export async function buildClientOnly(outDir: string): Promise<void> {
  await build({
    configFile: false,
    root: fileURLToPath(new URL('./client-only', import.meta.url)),
    publicDir: fileURLToPath(new URL('../public', import.meta.url)),
    logLevel: 'warn',
    plugins: [inlineScripts()],
    build: { outDir, emptyOutDir: true, assetsInlineLimit: 0, target: 'es2022' },
  })
}

/**
 * Serves the client-only build compressed and with long caching, as a CDN would; API and images come from the product's
 * server.
 */
export async function serveClientOnly(
  outDir: string,
  apiOrigin: string,
): Promise<{ origin: string; server: Server }> {
  const kept = new Map<string, Buffer>()
  const read = async (path: string): Promise<Buffer> => {
    const found = kept.get(path)
    if (found) return found
    const content = await readFile(path)
    const sent = COMPRESSED.has(extname(path)) ? brotliCompressSync(content) : content
    kept.set(path, sent)
    return sent
  }
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', apiOrigin).pathname
    if (path.startsWith('/api/') || path.startsWith('/media/')) {
      const answer = await fetch(new URL(request.url ?? '/', apiOrigin), {
        headers: { accept: request.headers.accept ?? '*/*' },
      })
      const body = Buffer.from(await answer.arrayBuffer())
      const compressed = path.startsWith('/api/') ? brotliCompressSync(body) : body
      response.writeHead(answer.status, {
        'content-type': answer.headers.get('content-type') ?? 'application/octet-stream',
        'cache-control': answer.headers.get('cache-control') ?? 'no-cache',
        ...(path.startsWith('/api/') ? { 'content-encoding': 'br' } : {}),
      })
      response.end(compressed)
      return
    }
    const file = extname(path) ? normalize(path) : '/index.html'
    try {
      const content = await read(join(outDir, file))
      const type = extname(file)
      response.writeHead(200, {
        'content-type': TYPES[type] ?? 'application/octet-stream',
        'cache-control': type === '.html' ? 'no-cache' : 'public, max-age=31536000, immutable',
        ...(COMPRESSED.has(type) ? { 'content-encoding': 'br' } : {}),
      })
      response.end(content)
    } catch {
      response.writeHead(404).end()
    }
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return { origin: `http://127.0.0.1:${address.port}`, server }
}
