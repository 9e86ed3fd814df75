import { isLoginOver } from './errors.ts'
import { type Call, type Fetch, send } from './http.ts'

/** Set while the server has not received a logout: the cookie still exists, and no script can remove it. */
export const LOGOUT_STORAGE_KEY = 'logout'

export interface LogoutDeps {
  fetch: Fetch
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** Runs one at a time over all tabs of this browser. */
  exclusively: <T>(work: () => Promise<T>) => Promise<T>
}

/** Sends a logout to the server; when the server cannot be reached, the next page of this browser does it. */
export function createLogout(deps: LogoutDeps) {
  let reported: Promise<void> | null = null
  let isLeaving = false

  function clear(): void {
    isLeaving = false
    deps.storage.removeItem(LOGOUT_STORAGE_KEY)
  }
  async function report(body: { refresh?: string }): Promise<void> {
    deps.storage.setItem(LOGOUT_STORAGE_KEY, 'yes')
    const call: Call = { method: 'POST', path: '/api/auth/jwt/logout/', body, outlivesPage: true }
    try {
      await deps.exclusively(() => send(deps.fetch, call))
    } catch (error) {
      if (!isLoginOver(error)) return
    }
    clear()
  }
  function postLogout(body: { refresh?: string }): Promise<void> {
    reported = report(body).finally(() => {
      reported = null
    })
    return reported
  }
  return {
    postLogout: postLogout,
    /** The login ends by this person's own wish. */
    leave(): void {
      isLeaving = true
    },
    isLeaving: (): boolean => isLeaving,
    /** There is a new login: no logout has to be sent any more. */
    clear,
    /** Sends a logout that an earlier page could not send. */
    resume(): void {
      if (deps.storage.getItem(LOGOUT_STORAGE_KEY) !== null) void postLogout({})
    },
    /** Resolves when the server has answered: otherwise the old logout could remove a new login's cookie. */
    underWay: (): Promise<void> => reported ?? Promise.resolve(),
  }
}
