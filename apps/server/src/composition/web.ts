import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { PublicData } from '@parley/web/public-data'
import { findPublicEvent, type LiveEventsDeps, publicEventVersion } from '../domains/live-events/public.ts'
import { findInfluencer, profileVersion } from '../domains/profiles/public.ts'
import type { Routes } from '../http/app-type.ts'
import { loadWebEntry, registerWebPages } from '../http/web/web-pages.ts'

const buildDir = fileURLToPath(new URL('../../../web/build/', import.meta.url))

/** True when the web has been built. */
export const webIsBuilt = () => existsSync(`${buildDir}server/index.js`)

/** What rendered pages may read: only what anyone may see. */
export function publicDataOf(deps: LiveEventsDeps, site: PublicData['site']): PublicData {
  return {
    site,
    influencer: username => findInfluencer(deps, username),
    version: async username => (await profileVersion(deps.db, username))?.version ?? null,
    event: slug => findPublicEvent(deps, slug),
    eventVersion: slug => publicEventVersion(deps, slug),
  }
}

/** The built web, served and rendered by this process. */
export async function webRoutes(publicData: PublicData): Promise<Routes> {
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
