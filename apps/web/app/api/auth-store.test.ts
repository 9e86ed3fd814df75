import { describe, expect, it } from 'vitest'
import { createAuthStore } from './auth-store.ts'
import type { Fetch } from './http.ts'
import { AUTH_STORAGE_KEY } from './stored-auth.ts'

const NOW_MS = 1_700_000_000_000
const USER = { id: 'u1', username: 'sam' }

function accessFor(userId: string, expiresInSeconds: number): string {
  const claims = { user_id: userId, exp: NOW_MS / 1000 + expiresInSeconds }
  return `h.${btoa(JSON.stringify(claims))}.s`
}
const FRESH = accessFor('u1', 600)
const EXPIRED = accessFor('u1', -5)

interface Server {
  calls: string[]
  answer: (path: string, init: RequestInit) => Response | Promise<Response>
}

function setUp(stored: { access: string; refresh: string } | null, answer: Server['answer']) {
  const values = new Map<string, string>()
  if (stored) values.set(AUTH_STORAGE_KEY, JSON.stringify({ ...stored, data: {} }))
  const calls: string[] = []
  const fetch: Fetch = async (path, init = {}) => {
    calls.push(`${init.method} ${path}`)
    return answer(path, init)
  }
  let queue: Promise<unknown> = Promise.resolve()
  const store = createAuthStore({
    fetch,
    storage: {
      getItem: key => values.get(key) ?? null,
      setItem: (key, value) => void values.set(key, value),
      removeItem: key => void values.delete(key),
    },
    nowMs: () => NOW_MS,
    exclusively: work => {
      const result = queue.then(work)
      queue = result.catch(() => undefined)
      return result
    },
  })
  return { store, calls, values }
}

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
const usual: Server['answer'] = path =>
  path.includes('refresh') ? json({ access: FRESH, refresh: 'r2' }) : json(USER)

describe('who is logged in', () => {
  it('is unknown until the check is done, and nobody without stored tokens', async () => {
    const { store, calls } = setUp(null, usual)
    expect(store.getSnapshot().ready).toBe(false)
    await store.start()
    expect(store.getSnapshot()).toEqual({ ready: true, data: null, user: null })
    expect(calls).toEqual([])
  })

  it('is the person of the stored token', async () => {
    const { store, calls } = setUp({ access: FRESH, refresh: 'r1' }, usual)
    await store.start()
    expect(store.getSnapshot()).toMatchObject({ ready: true, data: { user_id: 'u1' }, user: USER })
    expect(calls).toEqual(['GET /api/user/me/'])
  })

  it('is checked once, however often it is asked for', async () => {
    const { store, calls } = setUp({ access: FRESH, refresh: 'r1' }, usual)
    await Promise.all([store.start(), store.start()])
    expect(calls).toHaveLength(1)
  })

  it('stays the same person when the server cannot be reached', async () => {
    const { store, values } = setUp({ access: FRESH, refresh: 'r1' }, () => {
      throw new TypeError('network')
    })
    await store.start()
    expect(store.getSnapshot()).toMatchObject({ ready: true, data: { user_id: 'u1' }, user: null })
    expect(values.has(AUTH_STORAGE_KEY)).toBe(true)
  })

  it('is nobody once the server refuses the refresh token', async () => {
    const { store, values } = setUp({ access: EXPIRED, refresh: 'old' }, () => json({ detail: 'no' }, 401))
    await store.start()
    expect(store.getSnapshot()).toEqual({ ready: true, data: null, user: null })
    expect(values.has(AUTH_STORAGE_KEY)).toBe(false)
  })
})

describe('an expired access token', () => {
  it('is renewed once for everyone who asks at the same time', async () => {
    const { store, calls, values } = setUp({ access: EXPIRED, refresh: 'r1' }, usual)
    expect(await Promise.all([store.accessToken(), store.accessToken(), store.accessToken()])).toEqual([
      FRESH,
      FRESH,
      FRESH,
    ])
    expect(calls).toEqual(['POST /api/auth/jwt/refresh/'])
    expect(JSON.parse(values.get(AUTH_STORAGE_KEY) ?? '')).toMatchObject({ refresh: 'r2' })
  })

  it('is not renewed again when another tab was faster', async () => {
    const { store, calls, values } = setUp({ access: EXPIRED, refresh: 'r1' }, usual)
    const asked = store.renew(EXPIRED)
    values.set(AUTH_STORAGE_KEY, JSON.stringify({ access: FRESH, refresh: 'r9' }))
    expect(await asked).toBe(FRESH)
    expect(calls).toEqual([])
  })

  it('is told by the server alone when the clock of this device is wrong', async () => {
    const alwaysOld: Server['answer'] = path =>
      path.includes('refresh') ? json({ access: EXPIRED, refresh: 'r2' }) : json(USER)
    const { store, calls } = setUp({ access: EXPIRED, refresh: 'r1' }, alwaysOld)
    await store.accessToken()
    await store.accessToken()
    expect(calls).toEqual(['POST /api/auth/jwt/refresh/'])
  })
})

describe('logging out', () => {
  it('forgets the tokens at once and revokes them on the server', async () => {
    const { store, calls, values } = setUp({ access: FRESH, refresh: 'r1' }, usual)
    await store.start()
    const done = store.logOut()
    expect(store.getSnapshot().data).toBeNull()
    expect(values.has(AUTH_STORAGE_KEY)).toBe(false)
    await done
    expect(calls.at(-1)).toBe('POST /api/auth/jwt/logout/')
  })

  it('in another tab is followed here', async () => {
    const { store, values } = setUp({ access: FRESH, refresh: 'r1' }, usual)
    await store.start()
    values.delete(AUTH_STORAGE_KEY)
    await store.storageChanged()
    expect(store.getSnapshot()).toEqual({ ready: true, data: null, user: null })
  })
})
