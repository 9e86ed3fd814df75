import type { LoginTokens } from '@parley/contract'

export const AUTH_STORAGE_KEY = 'auth'

/** What an access token says; read for display and expiry only, the server alone decides. */
export interface AuthData {
  user_id: string
  /** Seconds since 1970. */
  exp: number
}

/** An access token as this page holds it, in memory alone. */
export interface HeldAccess {
  access: string
  data: AuthData
}

/** What all tabs of this browser know: who is logged in. The refresh token is in a cookie that no script reads. */
export interface StoredAuth {
  user_id: string
  /** Of a login from before the cookie: handed to the server once, which puts its successor into the cookie. */
  refresh?: string
}

/** The claims inside an access token; null when it is not one. */
export function decodeAccess(access: string): AuthData | null {
  try {
    const payload = (access.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const claims: unknown = JSON.parse(atob(payload))
    if (typeof claims !== 'object' || claims === null) return null
    const { user_id, exp } = claims as Partial<AuthData>
    return typeof user_id === 'string' && typeof exp === 'number' ? { user_id, exp } : null
  } catch {
    return null
  }
}

/** An access token with its decoded data; null when the server's answer holds no readable one. */
export function heldAccessOf({ access }: LoginTokens): HeldAccess | null {
  const data = decodeAccess(access)
  return data && { access, data }
}

/** Reads what an earlier visit stored; anything unreadable counts as nobody. */
export function parseStoredAuth(text: string | null): StoredAuth | null {
  if (text === null) return null
  try {
    const value = JSON.parse(text) as Partial<Record<'user_id' | 'access' | 'refresh', unknown>> | null
    if (typeof value?.user_id === 'string') return { user_id: value.user_id }
    if (typeof value?.access !== 'string' || typeof value.refresh !== 'string') return null
    const data = decodeAccess(value.access)
    return data && { user_id: data.user_id, refresh: value.refresh }
  } catch {
    return null
  }
}
