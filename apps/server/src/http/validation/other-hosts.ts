import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../../core/refusal.ts'

/** What of the sandbox asks for no key and no login. */
const TOOLS = /^\/sandbox\/(mail|clock)\//

/**
 * Attack, on a server that this machine alone reaches: a page of another site lets its own name lead to 127.0.0.1 (DNS
 * rebinding) and then reads the sandbox's mails and their links, or moves its clock, as if they were its own. Such a
 * name has a dot. All other routes are protected by their logins, whatever name a proxy or a probe uses.
 */
export function refuseSandboxToOtherHosts(app: FastifyInstance, publicOrigin: string): void {
  const own = new URL(publicOrigin).hostname
  app.addHook('onRequest', async ({ headers, routeOptions }) => {
    if (TOOLS.test(routeOptions.url ?? '') && !isOfThisMachine(headers.host, own))
      throw refuse.forbidden(`This server is at ${publicOrigin}`)
  })
}

function isOfThisMachine(host: string | undefined, own: string): boolean {
  if (host === undefined) return true
  const name = URL.parse(`http://${host}`)?.hostname ?? host
  const isAddress = isIP(name.replace(/^\[|\]$/g, '')) !== 0
  return name === own || isAddress || !name.includes('.') || name.endsWith('.localhost')
}
