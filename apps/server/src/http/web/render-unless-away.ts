import type { Language } from '@parley/web/languages'
import type { PublicData, WebEntry } from '@parley/web/public-data'
import { isDatabaseAway } from '../../db/database-away.ts'

interface Renderer {
  entry: WebEntry
  publicData: PublicData
}

/** Renders a page of the public data; throws the outage met on the way, of which the renderer makes a page of a bug. */
export async function renderUnlessAway(
  { entry, publicData }: Renderer,
  { request, ...shown }: { request: Request; nonce: string; language: Language },
): Promise<Response> {
  const met: { outage?: unknown } = {}
  const watched = new Proxy(publicData, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return async (...args: unknown[]) => {
        try {
          return await member.apply(target, args)
        } catch (error) {
          if (isDatabaseAway(error)) met.outage = error
          throw error
        }
      }
    },
  })
  const response = await entry.render(request, { publicData: watched, ...shown })
  if (met.outage) throw met.outage
  return response
}
