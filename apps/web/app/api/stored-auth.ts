import type { LoginTokens } from '@parley/contract'

export const AUTH_STORAGE_KEY = 'auth'

/** The claims of an access token; only for display and expiry, because the server alone decides. */
export interface AuthData {
  user_id: string
  /** Seconds since 1970. */
  exp: number
}

/** An access token, which is only in the memory of this page. */
export interface HeldAccess {
  access: string
  data: AuthData
}

/** What all tabs of this browser know: who is logged in. The refresh token is in a cookie that no script can read. */
export interface StoredAuth {
  user_id: string
  /** From a version without the cookie: sent to the server once, which puts the next refresh token into the cookie. */
  refresh?: string
}

/** The claims inside an access token; null when it is not a token. */
export function decodeAccess(access: string): AuthData | null {
  try {
    const payload = (access.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const claims: unknown = JSON.parse(atob(payload))
    if (typeof claims !== 'object' || claims === null) return null
    const { user_id, exp } = claims as Partial<AuthData>
    return typeof user_id === 'string' && typeof exp === 'number' ? { user_id, exp } : null
  } catch {
    // A token that is no JWT logs nobody in.
    return null
  }
}

/** An access token with its claims; null when the server's answer has no readable one. */
export function heldAccessOf({ access }: LoginTokens): HeldAccess | null {
  const data = decodeAccess(access)
  return data && { access, data }
}

/** Parses the stored login of an earlier visit; an unreadable one counts as nobody. */
export function parseStoredAuth(text: string | null): StoredAuth | null {
  if (text === null) return null
  try {
    const value = JSON.parse(text) as Partial<Record<'user_id' | 'access' | 'refresh', unknown>> | null
    if (typeof value?.user_id === 'string') return { user_id: value.user_id }
    if (typeof value?.access !== 'string' || typeof value.refresh !== 'string') return null
    const data = decodeAccess(value.access)
    return data && { user_id: data.user_id, refresh: value.refresh }
  } catch {
    // Stored text that is no JSON counts as logged out.
    return null
  }
}
