import { vi } from 'vitest'
import { createAuthStore } from '../auth-store.ts'
import type { Fetch } from '../http.ts'
import { AUTH_STORAGE_KEY } from '../stored-auth.ts'

const NOW_MS = 1_700_000_000_000
export const USER = { id: 'u1', username: 'sam' }
export const REFRESH = 'POST /api/auth/jwt/refresh/'
export const LOGOUT = 'POST /api/auth/jwt/logout/'
export const ME = 'GET /api/user/me/'
export const OTHER_LOGIN = 'Somebody else has logged in'

function accessFor(userId: string, expiresInSeconds: number): string {
  const claims = { user_id: userId, exp: NOW_MS / 1000 + expiresInSeconds }
  return `h.${btoa(JSON.stringify(claims))}.s`
}
export const FRESH = accessFor('u1', 600)
export const EXPIRED = accessFor('u1', -5)
export const OTHERS = accessFor('u2', 600)

export type Answer = (path: string, init: RequestInit) => Response | Promise<Response>

/** A tab of a browser with this in its storage. */
export function openTab(stored: object | null, answer: Answer, values = new Map<string, string>()) {
  if (stored) values.set(AUTH_STORAGE_KEY, JSON.stringify(stored))
  const calls: string[] = []
  const bodies: unknown[] = []
  const fetch: Fetch = async (path, init = {}) => {
    calls.push(`${init.method} ${path}`)
    bodies.push(typeof init.body === 'string' ? JSON.parse(init.body) : null)
    return answer(path, init)
  }
  let queue: Promise<unknown> = Promise.resolve()
  const timers: { work: () => void; delayMs: number }[] = []
  const loginEnded = vi.fn()
  const startAnew = vi.fn()
  const store = createAuthStore({
    setTimer: (work, delayMs) => timers.push({ work, delayMs }),
    fetch,
    storage: {
      getItem: key => values.get(key) ?? null,
      setItem: (key, value) => void values.set(key, value),
      removeItem: key => void values.delete(key),
    },
    nowMs: () => NOW_MS,
    loginEnded,
    startAnew,
    exclusively: work => {
      const result = queue.then(work)
      // `result` reports the failure; the queue continues.
      queue = result.catch(() => undefined)
      return result
    },
  })
  return { store, calls, bodies, values, timers, loginEnded, startAnew }
}

export const LOGGED_IN = { user_id: 'u1' }
export const OLD = { access: FRESH, refresh: 'r1', data: {} }
export const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
export const usual: Answer = path => (path.includes('refresh') ? json({ access: FRESH }) : json(USER))
