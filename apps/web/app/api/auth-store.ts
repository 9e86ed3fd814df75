import type { LoginTokens, OwnUser } from '@parley/contract'
import { msg } from '../language/text.ts'
import { latestTimer } from '../store/latest-timer.ts'
import { createStore } from '../store/store.ts'
import { ApiError, errorText, isLoginOver } from './errors.ts'
import { type Call, send } from './http.ts'
import { createLogout, type LogoutDeps } from './logout.ts'
import {
  AUTH_STORAGE_KEY,
  type AuthData,
  type HeldAccess,
  heldAccessOf,
  parseStoredAuth,
  type StoredAuth,
} from './stored-auth.ts'

export interface AuthSnapshot {
  /** True once it is known whether someone is logged in. */
  ready: boolean
  data: AuthData | null
  user: OwnUser | null
  /** Why somebody who is logged in could not be loaded yet; it is tried again by itself. */
  problem?: string | undefined
}

export interface AuthDeps extends LogoutDeps {
  nowMs: () => number
  setTimer: (work: () => void, delayMs: number) => unknown
  /** The server ended the login of the person who is shown: their page becomes a visitor's. */
  loginEnded: () => void
  /** Another person than the one who is shown is logged in: the page must be loaded again, as theirs. */
  startAnew: () => void
}

const FIRST_RETRY_MS = 2_000
const LONGEST_RETRY_MS = 30_000

const NO_LOGIN = msg('The answer held no login')
const OTHER_LOGIN = msg('Somebody else has logged in on this browser. Load the page again to go on.')

/** A token is refreshed so long before its expiry, so that it does not expire during a request. */
const EXPIRY_MARGIN_MS = 15_000

const ME: Call = { method: 'GET', path: '/api/user/me/' }

/** The body names the refresh token of an earlier version, which had it in the storage. */
function refreshCall({ refresh }: { refresh?: string | undefined }): Call {
  const body = refresh === undefined ? {} : { refresh }
  return { method: 'POST', path: '/api/auth/jwt/refresh/', body, outlivesPage: true }
}

interface Tokens {
  accessToken: () => Promise<string | null>
  renew: (refused: string) => Promise<string | null>
}

/** Whose token this page has; null when the login has ended. */
async function fetchUser(fetch: AuthDeps['fetch'], { accessToken, renew }: Tokens): Promise<OwnUser | null> {
  const token = await accessToken()
  if (token === null) return null
  try {
    return (await send(fetch, { ...ME, token })) as OwnUser
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    const renewed = await renew(token)
    return renewed === null ? null : ((await send(fetch, { ...ME, token: renewed })) as OwnUser)
  }
}

/** Tries again, later each time until one succeeds. */
function createRetries(setTimer: AuthDeps['setTimer']) {
  const retry = latestTimer(setTimer)
  let failures = 0
  return {
    later(work: () => unknown): void {
      retry(work, Math.min(FIRST_RETRY_MS * 2 ** failures++, LONGEST_RETRY_MS))
    },
    succeeded(): void {
      failures = 0
    },
  }
}

/** Whether a page that shows this is of another person than the login, or of one who logged out. */
function isFormer({ data, user }: AuthSnapshot, login: StoredAuth | null): boolean {
  const shown = user?.id ?? data?.user_id
  return shown !== undefined && shown !== login?.user_id
}

/** The access token in the memory of this page; the storage has whose it is. */
function createHeld({ storage, nowMs }: AuthDeps, logout: { clear: () => void }) {
  let held: HeldAccess | null = null
  /** Set when a fresh token already looks expired: then the clock of this device is wrong, and only a 401 counts. */
  let clockIsWrong = false
  const looksExpired = (token: HeldAccess) => token.data.exp * 1000 - EXPIRY_MARGIN_MS <= nowMs()
  return {
    hold(tokens: LoginTokens): HeldAccess {
      const token = heldAccessOf(tokens)
      if (!token) throw new ApiError(0, null, NO_LOGIN)
      held = token
      logout.clear()
      storage.setItem(AUTH_STORAGE_KEY, JSON.stringify({ user_id: token.data.user_id }))
      return token
    },
    drop(): void {
      held = null
    },
    /** The token, if it is this person's, who is logged in now: another tab may have logged in as another person. */
    of: (userId: string): HeldAccess | null => (held?.data.user_id === userId ? held : null),
    isExpired: (token: HeldAccess) => !clockIsWrong && looksExpired(token),
    /** Compares the clock of this device with a token that the server has just made. */
    checkClock(fresh: HeldAccess): void {
      clockIsWrong = looksExpired(fresh)
    },
  }
}

export const UNKNOWN_AUTH: AuthSnapshot = { ready: false, data: null, user: null }

/**
 * Who is logged in, in this browser. The access token is in the memory of this page, the refresh token in a cookie that
 * no script can read; the local storage only has whose login it is, for the tabs of the browser.
 */
export function createAuthStore(deps: AuthDeps) {
  const store = createStore(UNKNOWN_AUTH)
  const { set } = store
  let started: Promise<void> | null = null
  const retries = createRetries(deps.setTimer)
  const logout = createLogout(deps)
  const held = createHeld(deps, logout)

  const stored = () => deps.storage.getItem(AUTH_STORAGE_KEY)
  const read = () => parseStoredAuth(stored())
  /** False when this person logged out, or another one logged in, while the server answered. */
  const isStill = (login: StoredAuth) => read()?.user_id === login.user_id

  function clear() {
    held.drop()
    deps.storage.removeItem(AUTH_STORAGE_KEY)
    set({ ready: true, data: null, user: null, problem: undefined })
  }
  /** A login on this page: the person whom it shows leaves before another one comes in. */
  function comeIn(tokens: LoginTokens): HeldAccess {
    const token = held.hold(tokens)
    if (isFormer(store.getSnapshot(), token.data)) set({ data: null, user: null })
    return token
  }
  /** Attack: what the first person typed is sent as the second one, who logged in in another tab. */
  function refuseOther(login: StoredAuth): void {
    if (!isFormer(store.getSnapshot(), login)) return
    deps.startAnew()
    throw new ApiError(403, null, OTHER_LOGIN)
  }

  /** Gets a token that replaces the refused one; null when the login has ended. */
  function renew(refused: string | null): Promise<string | null> {
    return deps.exclusively(async () => {
      const before = stored()
      const login = parseStoredAuth(before)
      if (!login) {
        clear()
        return null
      }
      refuseOther(login)
      const newer = held.of(login.user_id)
      if (newer && newer.access !== refused) return newer.access
      try {
        const tokens = (await send(deps.fetch, refreshCall(login))) as LoginTokens
        if (!isStill(login)) return null
        const token = held.hold(tokens)
        refuseOther(token.data)
        set({ data: token.data })
        held.checkClock(token)
        return token.access
      } catch (error) {
        if (!isLoginOver(error)) throw error
        // Another tab may have logged in since: its login stays.
        if (stored() !== before) return null
        if (store.getSnapshot().user && !logout.isLeaving()) deps.loginEnded()
        clear()
        return null
      }
    })
  }

  async function accessToken(): Promise<string | null> {
    await logout.underWay()
    const login = read()
    if (!login) {
      held.drop()
      // Another tab logged out: its event may come later than this request, or never.
      if (store.getSnapshot().data) clear()
      return null
    }
    refuseOther(login)
    const token = held.of(login.user_id)
    return token && !held.isExpired(token) ? token.access : renew(token?.access ?? null)
  }

  async function reloadUser(): Promise<void> {
    const login = read()
    if (!login) return clear()
    if (isFormer(store.getSnapshot(), login)) return deps.startAnew()
    const dataOf = () => held.of(login.user_id)?.data ?? { user_id: login.user_id, exp: 0 }
    try {
      const user = await fetchUser(deps.fetch, { accessToken, renew })
      retries.succeeded()
      if (!isStill(login)) return reloadUser()
      if (user) set({ ready: true, data: dataOf(), user, problem: undefined })
    } catch (error) {
      if (!isStill(login)) return reloadUser()
      // A network failure is not a logout: the login stays, and the person is requested again.
      if (error instanceof ApiError && error.status === 404) return clear()
      set({ ready: true, data: dataOf(), problem: errorText(error) })
      // Without the person, pages that require a login would wait for ever.
      retries.later(() => store.getSnapshot().user === null && void refreshUser())
      throw error
    }
  }

  const showsFormerPerson = () => isFormer(store.getSnapshot(), read())

  // The login stays after a network failure.
  const refreshUser = () => reloadUser().catch(() => undefined)

  return {
    subscribe: store.subscribe,
    getSnapshot: store.getSnapshot,
    /** Checks once who is logged in; safe to call again. */
    start(): Promise<void> {
      if (!started) logout.resume()
      started ??= refreshUser()
      return started
    },
    /** Another tab logged in or out. */
    storageChanged(): Promise<void> {
      const login = read()
      if (login && login.user_id === store.getSnapshot().data?.user_id) return Promise.resolve()
      return refreshUser()
    },
    /** Whether this page shows a person who logged out, or another one in, in another tab. */
    showsFormerPerson,
    /** Whether it shows a person in whose place another one is logged in now. */
    showsAnotherPerson: (): boolean => showsFormerPerson() && read() !== null,
    /** Keeps a new login; `reloadUser` then loads the person. */
    keep(tokens: LoginTokens): void {
      set({ data: comeIn(tokens).data })
    },
    /**
     * Keeps a new login and loads the person, as one change of the store. The person is in also when they could not be
     * loaded yet.
     */
    async logIn(tokens: LoginTokens): Promise<void> {
      comeIn(tokens)
      await refreshUser()
    },
    accessToken,
    renew,
    /** Loads the person again; rejects when the server cannot be reached. */
    reloadUser,
    /** The same after a change that is already saved: never rejects. */
    refreshUser,
    /** The person deleted their account: the refusals until the logout are no news to them. */
    leave: logout.leave,
    /**
     * Ends the login here at once, and on the server when it can be reached. A page that shows a former person leaves
     * the login of the next one alone.
     */
    async logOut(): Promise<void> {
      const login = read()
      if (login && isFormer(store.getSnapshot(), login)) return deps.startAnew()
      clear()
      if (login) await logout.postLogout(login.refresh === undefined ? {} : { refresh: login.refresh })
    },
  }
}
export type AuthStore = ReturnType<typeof createAuthStore>
