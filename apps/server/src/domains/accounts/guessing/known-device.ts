import type { KeyObject } from 'node:crypto'
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { KeyRing } from '../keys/key-ring.ts'

const COOKIE = 'parley_device'
/** As long as browsers keep a cookie at most. */
const MAX_AGE_SECONDS = 400 * 24 * 3600
/** People who share a browser; the one longest away is forgotten. */
const PEOPLE_MAX = 5
const MARK = /^[A-Za-z0-9_-]{16}\.[A-Za-z0-9_-]{43}$/

/**
 * The cookie of a browser in which people logged in before: a signed mark for each of them, which grants no access.
 * With a valid mark, wrong passwords of other people do not slow its owner down.
 */
export interface KnownDevices {
  /** The id of this browser for that person; null where they never logged in. */
  find(request: FastifyRequest, userId: string): string | null
  /** Marks the browser as one of this person's. */
  remember(where: { request: FastifyRequest; reply: FastifyReply }, userId: string): void
}

export function knownDevices(options: { keys: KeyRing; publicOrigin: string }): KnownDevices {
  const secure = options.publicOrigin.startsWith('https:') ? '; Secure' : ''
  const sign = (key: KeyObject, id: string, userId: string) =>
    createHmac('sha256', key).update(`device:${id}:${userId}`).digest()
  const isOf = (mark: string, userId: string) => {
    const [id = '', signature = ''] = mark.split('.')
    const given = Buffer.from(signature, 'base64url')
    return options.keys.all().some(key => timingSafeEqual(given, sign(key, id, userId)))
  }
  return {
    find(request, userId) {
      const mark = marksOf(request).find(each => isOf(each, userId))
      return mark?.split('.')[0] ?? null
    },
    remember({ request, reply }, userId) {
      const marks = marksOf(request)
      const known = marks.find(each => isOf(each, userId))
      const mark = known ?? newMark(id => sign(options.keys.signing().key, id, userId))
      const kept = [mark, ...marks.filter(each => each !== mark)].slice(0, PEOPLE_MAX)
      reply.header(
        'set-cookie',
        `${COOKIE}=${kept.join('~')}; Path=/api/; Max-Age=${MAX_AGE_SECONDS}; HttpOnly; SameSite=Strict${secure}`,
      )
    },
  }
}

function newMark(sign: (id: string) => Buffer): string {
  const id = randomBytes(12).toString('base64url')
  return `${id}.${sign(id).toString('base64url')}`
}

function marksOf(request: FastifyRequest): string[] {
  const pairs = (request.headers.cookie ?? '').split(';').map(pair => pair.trim().split('='))
  const value = pairs.find(([name]) => name === COOKIE)?.[1] ?? ''
  return value
    .split('~')
    .filter(mark => MARK.test(mark))
    .slice(0, PEOPLE_MAX)
}
