import type { TokenPair } from '@parley/contract'

export const AUTH_STORAGE_KEY = 'auth'

/** What an access token says; read for display and expiry only, the server alone decides. */
export interface AuthData {
  user_id: string
  /** Seconds since 1970. */
  exp: number
}

export interface StoredAuth extends TokenPair {
  data: AuthData
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

/** Tokens with their decoded data; null when the server's answer holds no readable token. */
export function toStoredAuth(pair: TokenPair): StoredAuth | null {
  const data = decodeAccess(pair.access)
  return data && { access: pair.access, refresh: pair.refresh, data }
}

/** Reads what an earlier visit stored; anything unreadable counts as nobody. */
export function parseStoredAuth(text: string | null): StoredAuth | null {
  if (text === null) return null
  try {
    const value = JSON.parse(text) as Partial<StoredAuth> | null
    if (typeof value?.access !== 'string' || typeof value.refresh !== 'string') return null
    return toStoredAuth({ access: value.access, refresh: value.refresh })
  } catch {
    return null
  }
}
