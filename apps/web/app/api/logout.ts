import { isLoginOver } from './errors.ts'
import { type Call, type Fetch, send } from './http.ts'

/** Set while the server does not know of a logout: the cookie is still there, and no script can remove it. */
export const LOGOUT_STORAGE_KEY = 'logout'

export interface LogoutDeps {
  fetch: Fetch
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** Runs one at a time over all tabs of this browser. */
  exclusively: <T>(work: () => Promise<T>) => Promise<T>
}

/** Tells the server of a logout; where it cannot be reached, the next page of this browser does. */
export function createLogout(deps: LogoutDeps) {
  let told: Promise<void> | null = null

  const forget = () => deps.storage.removeItem(LOGOUT_STORAGE_KEY)
  async function report(body: { refresh?: string }): Promise<void> {
    deps.storage.setItem(LOGOUT_STORAGE_KEY, 'yes')
    const call: Call = { method: 'POST', path: '/api/auth/jwt/logout/', body, outlivesPage: true }
    try {
      await deps.exclusively(() => send(deps.fetch, call))
    } catch (error) {
      if (!isLoginOver(error)) return
    }
    forget()
  }
  function tell(body: { refresh?: string }): Promise<void> {
    told = report(body).finally(() => {
      told = null
    })
    return told
  }
  return {
    tell,
    /** A login stands again: there is nothing left to tell. */
    forget,
    /** Continues with a logout that an earlier page could not tell. */
    resume(): void {
      if (deps.storage.getItem(LOGOUT_STORAGE_KEY) !== null) void tell({})
    },
    /** Until the server has answered: a new login's cookie must not be removed with the old one. */
    underWay: (): Promise<void> => told ?? Promise.resolve(),
  }
}
