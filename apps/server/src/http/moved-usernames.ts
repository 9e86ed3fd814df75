import type { FastifyRequest } from 'fastify'
import type { Person } from '../core/person.ts'
import type { Refusal } from '../core/refusal.ts'
import { isStorable } from '../core/storable-text.ts'

/** The present name of somebody who had this one, as far as the viewer may know; else null. */
export type FindMoved = (input: { username: string; viewer: Person | null }) => Promise<string | null>

export interface MovedTo {
  address: string
  /** 308 keeps method and body: a page that was opened under the old name can still book. */
  status: 301 | 308
}

/**
 * Where a call went that names somebody by their former username; null when it does not. Asked once a call was refused,
 * so that calls with a present name cost nothing.
 */
export async function movedTo(
  request: FastifyRequest,
  refusal: Refusal,
  findMoved: FindMoved,
): Promise<MovedTo | null> {
  if (refusal.code !== 'not_found' && refusal.code !== 'forbidden') return null
  const at = request.routeOptions.url?.split('/').indexOf(':username') ?? -1
  const { username } = (request.params ?? {}) as { username?: string }
  if (at === -1 || username === undefined || !isStorable(username)) return null
  const now = await findMoved({ username, viewer: request.person })
  if (now === null) return null
  const [path = '', ...query] = request.url.split('?')
  const parts = path.split('/')
  parts[at] = encodeURIComponent(now)
  // A query may have question marks of its own.
  const address = [parts.join('/'), ...query].join('?')
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  return { address, status: isRead ? 301 : 308 }
}
