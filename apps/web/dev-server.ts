import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer as createNetServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import type { WebEntry } from './app/public-data.ts'

export interface WebDev {
  /** Vite's own answers (modules, styles, images); calls `next` when the address is a page. */
  handle(request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void): void
  /** The renderer of the newest sources. */
  entry(): Promise<WebEntry>
  close(): Promise<void>
}

interface DevBuild {
  entry: { module: { createWebEntry(build: unknown): WebEntry } }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createNetServer()
    probe.once('error', reject)
    probe.listen(0, () => {
      const address = probe.address()
      const port = typeof address === 'object' && address ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}

/**
 * Vite inside the server's process, with hot reloading on another port: WebSocket upgrades on the site's port are only
 * for the product.
 */
export async function startWebDev(): Promise<WebDev> {
  const root = fileURLToPath(new URL('.', import.meta.url))
  const before = process.listeners('SIGTERM')
  const vite = await createServer({
    root,
    configFile: `${root}vite.config.ts`,
    // Reads the configuration directly: the bundled copy that Vite writes otherwise would restart a server that watches
    // its files.
    configLoader: 'native',
    appType: 'custom',
    server: { middlewareMode: true, hmr: { port: await freePort() } },
  })
  // A server of Vite ends the process at this signal, before the product has closed its database.
  for (const listener of process.listeners('SIGTERM'))
    if (!before.includes(listener)) process.off('SIGTERM', listener)
  return {
    handle: (request, response, next) => vite.middlewares(request, response, next),
    async entry() {
      const build = (await vite.ssrLoadModule('virtual:react-router/server-build')) as DevBuild
      return build.entry.module.createWebEntry(build)
    },
    close: () => vite.close(),
  }
}
