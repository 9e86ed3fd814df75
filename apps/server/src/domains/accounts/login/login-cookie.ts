import { keepsCookie, type LoginTokens, REFRESH_TOKEN_TTL_SECONDS, type TokenPair } from '@parley/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AccountsDeps } from '../deps.ts'
import { deviceName } from './device-name.ts'
import { mailLoginNews } from './login-news.ts'

interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

/** Cookies ignore the port: two servers on a machine must not accept each other's login. */
function cookieName(publicOrigin: string): string {
  const { port } = new URL(publicOrigin)
  return port ? `parley_refresh_${port}` : 'parley_refresh'
}

function writeCookie(
  { reply }: Exchange,
  publicOrigin: string,
  kept: { value: string; maxAge: number },
): void {
  const secure = publicOrigin.startsWith('https:') ? '; Secure' : ''
  const cookie = `${cookieName(publicOrigin)}=${kept.value}; Path=/api/; Max-Age=${kept.maxAge}`
  reply.header('set-cookie', `${cookie}; HttpOnly; SameSite=Strict${secure}`)
}

/**
 * A new login in the caller's form: a page gets the refresh token as a cookie that no script reads, an API client
 * gets both tokens as JSON. Both get the mark of a known browser, and the owner gets a mail about a new one.
 */
export async function answerLogin(
  deps: Pick<AccountsDeps, 'db' | 'outbox' | 'clock' | 'devices' | 'publicOrigin'>,
  where: Exchange,
  { userId, tokens }: { userId: string; tokens: TokenPair },
): Promise<LoginTokens> {
  const { headers } = where.request
  const isKnown = deps.devices.find(where.request, userId) !== null
  if (!isKnown) await mailLoginNews(deps, { userId, device: deviceName(headers['user-agent']) })
  deps.devices.remember(where, userId)
  return answerTokens(deps, where, tokens)
}

/** Tokens in the caller's form. */
export function answerTokens(
  deps: Pick<AccountsDeps, 'publicOrigin'>,
  where: Exchange,
  tokens: TokenPair,
): LoginTokens {
  if (!keepsCookie(where.request.headers)) return { access: tokens.access, refresh: tokens.refresh }
  writeCookie(where, deps.publicOrigin, { value: tokens.refresh, maxAge: REFRESH_TOKEN_TTL_SECONDS })
  return { access: tokens.access }
}

/** Removes the cookie from the page's browser. */
export function clearLoginCookie(deps: Pick<AccountsDeps, 'publicOrigin'>, where: Exchange): void {
  if (keepsCookie(where.request.headers)) writeCookie(where, deps.publicOrigin, { value: '', maxAge: 0 })
}

/** The refresh token of the caller's cookie; null for API clients, whatever cookies they send. */
export function refreshCookie(
  deps: Pick<AccountsDeps, 'publicOrigin'>,
  request: FastifyRequest,
): string | null {
  if (!keepsCookie(request.headers)) return null
  const name = cookieName(deps.publicOrigin)
  const pairs = (request.headers.cookie ?? '').split(';').map(pair => pair.trim().split('='))
  return pairs.find(([key]) => key === name)?.[1] || null
}
