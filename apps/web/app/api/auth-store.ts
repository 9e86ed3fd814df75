import type { OwnUser, TokenPair } from '@parley/contract'
import { msg } from '../language/text.ts'
import { createStore } from '../store/store.ts'
import { ApiError } from './errors.ts'
import { type Call, type Fetch, send } from './http.ts'
import {
  AUTH_STORAGE_KEY,
  type AuthData,
  parseStoredAuth,
  type StoredAuth,
  toStoredAuth,
} from './stored-auth.ts'

export interface AuthSnapshot {
  /** True once it is known whether someone is logged in. */
  ready: boolean
  data: AuthData | null
  user: OwnUser | null
}

export interface AuthDeps {
  fetch: Fetch
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  nowMs: () => number
  /** Runs one at a time over all tabs of this browser. */
  exclusively: <T>(work: () => Promise<T>) => Promise<T>
}

const NO_LOGIN = msg('The answer held no login')

/** Refreshed this long before its end, so that it does not expire on the way. */
const EXPIRY_MARGIN_MS = 15_000

export const UNKNOWN_AUTH: AuthSnapshot = { ready: false, data: null, user: null }

/** Who is logged in, in this browser: tokens in the local storage, shared by all its tabs. */
export function createAuthStore(deps: AuthDeps) {
  const store = createStore(UNKNOWN_AUTH)
  const { set } = store
  let started: Promise<void> | null = null
  /** Set when a fresh token already looks expired: this device's clock is wrong, so only a 401 counts. */
  let clockIsWrong = false

  const read = () => parseStoredAuth(deps.storage.getItem(AUTH_STORAGE_KEY))
  const isExpired = (auth: StoredAuth) =>
    !clockIsWrong && auth.data.exp * 1000 - EXPIRY_MARGIN_MS <= deps.nowMs()

  function forget() {
    deps.storage.removeItem(AUTH_STORAGE_KEY)
    set({ ready: true, data: null, user: null })
  }
  function write(pair: TokenPair): StoredAuth {
    const auth = toStoredAuth(pair)
    if (!auth) throw new ApiError(0, null, NO_LOGIN)
    deps.storage.setItem(AUTH_STORAGE_KEY, JSON.stringify(auth))
    return auth
  }
  function keep(pair: TokenPair): StoredAuth {
    const auth = write(pair)
    set({ data: auth.data })
    return auth
  }

  /** A new pair for the stored one, unless another tab was faster; null when the login is over. */
  function renew(refused: string): Promise<string | null> {
    return deps.exclusively(async () => {
      const stored = read()
      if (!stored) {
        forget()
        return null
      }
      if (stored.access !== refused) {
        set({ data: stored.data })
        return stored.access
      }
      const call: Call = { method: 'POST', path: '/api/auth/jwt/refresh/', body: { refresh: stored.refresh } }
      try {
        const auth = keep((await send(deps.fetch, call)) as TokenPair)
        clockIsWrong = isExpired(auth)
        return auth.access
      } catch (error) {
        if (!(error instanceof ApiError) || (error.status !== 401 && error.status !== 400)) throw error
        forget()
        return null
      }
    })
  }

  async function accessToken(): Promise<string | null> {
    const stored = read()
    if (!stored) return null
    return isExpired(stored) ? renew(stored.access) : stored.access
  }

  async function fetchUser(): Promise<OwnUser | null> {
    const token = await accessToken()
    if (token === null) return null
    const call: Call = { method: 'GET', path: '/api/user/me/' }
    try {
      return (await send(deps.fetch, { ...call, token })) as OwnUser
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error
      const renewed = await renew(token)
      return renewed === null ? null : ((await send(deps.fetch, { ...call, token: renewed })) as OwnUser)
    }
  }

  async function reloadUser(): Promise<void> {
    const stored = read()
    if (!stored) return forget()
    try {
      const user = await fetchUser()
      if (user) set({ ready: true, data: read()?.data ?? stored.data, user })
      else forget()
    } catch (error) {
      // An outage is not a logout: the tokens stay and the next page or call tries again.
      if (error instanceof ApiError && error.status === 404) return forget()
      set({ ready: true, data: stored.data })
      throw error
    }
  }

  return {
    subscribe: store.subscribe,
    getSnapshot: store.getSnapshot,
    /** Checks once who is logged in; safe to call again. */
    start(): Promise<void> {
      started ??= reloadUser().catch(() => undefined)
      return started
    },
    /** Another tab logged in or out. */
    storageChanged(): Promise<void> {
      const stored = read()
      if (stored && stored.data.user_id === store.getSnapshot().data?.user_id) {
        set({ data: stored.data })
        return Promise.resolve()
      }
      return reloadUser().catch(() => undefined)
    },
    /** Keeps a new login; `reloadUser` then fetches the person. */
    keep,
    /** Keeps a new login and fetches the person, told to the pages as one change. */
    async logIn(pair: TokenPair): Promise<void> {
      write(pair)
      await reloadUser()
    },
    accessToken,
    renew,
    reloadUser,
    /** Ends the login here at once, and on the server as far as it can be reached. */
    async logOut(): Promise<void> {
      const stored = read()
      forget()
      if (!stored) return
      const call: Call = { method: 'POST', path: '/api/auth/jwt/logout/', body: { refresh: stored.refresh } }
      await send(deps.fetch, { ...call, token: stored.access }).catch(() => undefined)
    },
  }
}
export type AuthStore = ReturnType<typeof createAuthStore>
