import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'

const WEEK = `public, max-age=${7 * 24 * 3600}`
/** The worker decides what browsers keep: they ask for a newer one each time. */
const REVALIDATE = 'no-cache'

const FILES: Readonly<Record<string, string>> = {
  'favicon.svg': WEEK,
  'manifest.webmanifest': WEEK,
  'sw.js': REVALIDATE,
  'offline.html': REVALIDATE,
  'icons/icon-192.png': WEEK,
  'icons/icon-512.png': WEEK,
  'icons/maskable-512.png': WEEK,
  'icons/apple-touch-icon.png': WEEK,
}

/** The policy of the offline page: its own style and script by their hashes, and nothing else. */
async function offlinePolicy(clientDir: string): Promise<string> {
  const html = await readFile(join(clientDir, 'offline.html'), 'utf8')
  const hashOf = (found: RegExpExecArray | null) =>
    createHash('sha256')
      .update(found?.[1] ?? '')
      .digest('base64')
  const style = hashOf(/<style>([\s\S]*?)<\/style>/.exec(html))
  const script = hashOf(/<script>([\s\S]*?)<\/script>/.exec(html))
  return `default-src 'none'; style-src 'sha256-${style}'; script-src 'sha256-${script}'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
}

/** A worker's own policy rules what it fetches: this site alone. */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'"

/** Serves the files that browsers look for at fixed addresses. */
export async function registerPublicFiles(app: FastifyInstance, clientDir: string): Promise<void> {
  const config = { policy: 'anyone' } as const
  const policies: Readonly<Record<string, string>> = {
    'offline.html': await offlinePolicy(clientDir),
    'sw.js': WORKER_POLICY,
  }
  for (const [name, cacheControl] of Object.entries(FILES)) {
    app.get(`/${name}`, { config, schema: { hide: true } }, (_request, reply) => {
      reply.header('cache-control', cacheControl)
      const policy = policies[name]
      if (policy) reply.header('content-security-policy', policy)
      return reply.sendFile(name, { cacheControl: false })
    })
  }
}
