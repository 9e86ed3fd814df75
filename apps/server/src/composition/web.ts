import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { PublicData } from '@parley/web/public-data'
import type { Routes } from '../http/app-type.ts'
import { loadWebEntry, registerWebPages } from '../http/web/web-pages.ts'

const buildDir = fileURLToPath(new URL('../../../web/build/', import.meta.url))

/** True when the web has been built. */
const webIsBuilt = () => existsSync(`${buildDir}server/index.js`)

/** The web as the settings say: from the build, or from its source as it is saved; nothing where pages are left out. */
export async function webRoutes(
  publicData: PublicData,
  pages: 'served' | 'from source' | 'left out',
): Promise<Routes[]> {
  if (pages === 'left out') return []
  if (pages === 'from source') return [await webFromSource(publicData)]
  if (!webIsBuilt()) throw new Error('the web is not built: run npm run build')
  return [await builtWeb(publicData)]
}

/** The built web, served and rendered by this process. */
async function builtWeb(publicData: PublicData): Promise<Routes> {
  const entry = await loadWebEntry(`${buildDir}server`)
  return app => {
    const limit = app.rateLimit()
    return registerWebPages(app as never, {
      limitRendering: async (request, reply) => limit.call(app as never, request, reply),
      publicData,
      entry,
      clientDir: `${buildDir}client`,
      nowMs: () => performance.now(),
    })
  }
}

/** The web from its source, changed as it is saved; Vite is loaded in development alone. */
async function webFromSource(publicData: PublicData): Promise<Routes> {
  const [{ startWebDev }, { registerWebPagesDev }] = await Promise.all([
    import('@parley/web/dev'),
    import('../http/web/web-pages-dev.ts'),
  ])
  const dev = await startWebDev()
  return app => registerWebPagesDev(app as never, { publicData, dev })
}
