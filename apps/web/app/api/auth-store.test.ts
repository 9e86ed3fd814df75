import { describe, expect, it, vi } from 'vitest'
import { LOGOUT_STORAGE_KEY } from './logout.ts'
import { AUTH_STORAGE_KEY } from './stored-auth.ts'
import {
  type Answer,
  EXPIRED,
  FRESH,
  json,
  LOGGED_IN,
  LOGOUT,
  ME,
  OLD,
  OTHER_LOGIN,
  OTHERS,
  openTab,
  REFRESH,
  USER,
  usual,
} from './testing/open-tab.ts'

describe('who is logged in', () => {
  it('is unknown until the check is done, and nobody when no tab has a login', async () => {
    const { store, calls } = openTab(null, usual)
    expect(store.getSnapshot().ready).toBe(false)
    await store.start()
    expect(store.getSnapshot()).toEqual({ ready: true, data: null, user: null })
    expect(calls).toEqual([])
  })

  it('is the person whose cookie the browser has', async () => {
    const { store, calls, bodies } = openTab(LOGGED_IN, usual)
    await store.start()
    expect(store.getSnapshot()).toMatchObject({ ready: true, data: { user_id: 'u1' }, user: USER })
    expect([calls, bodies[0]]).toEqual([[REFRESH, ME], {}])
  })

  it('is checked once, however often it is requested', async () => {
    const { store, calls } = openTab(LOGGED_IN, usual)
    await Promise.all([store.start(), store.start()])
    expect(calls).toHaveLength(2)
  })

  it('is the person of the cookie, where the storage still has the one before', async () => {
    const { store } = openTab(LOGGED_IN, path =>
      path.includes('refresh') ? json({ access: OTHERS }) : json(USER),
    )
    await store.start()
    expect(store.getSnapshot()).toMatchObject({ ready: true, data: { user_id: 'u2' }, user: USER })
  })

  it('stays the same person when the server cannot be reached', async () => {
    const { store, values } = openTab(LOGGED_IN, () => {
      throw new TypeError('network')
    })
    await store.start()
    expect(store.getSnapshot()).toMatchObject({ ready: true, data: { user_id: 'u1' }, user: null })
    expect(values.has(AUTH_STORAGE_KEY)).toBe(true)
  })

  it('is requested again, later each time, until the server answers; the page can say why it waits', async () => {
    let isAway = true
    const { store, timers } = openTab(LOGGED_IN, path =>
      isAway ? json({ detail: 'Too many tries. Please wait a moment' }, 429) : usual(path, {}),
    )
    await store.start()
    expect(store.getSnapshot()).toMatchObject({ user: null, problem: 'Too many tries. Please wait a moment' })
    for (let tries = 1; tries < 6; tries++) {
      timers.at(-1)?.work()
      await vi.waitFor(() => expect(timers).toHaveLength(tries + 1), { timeout: 20_000 })
    }
    expect(timers.map(({ delayMs }) => delayMs / 1000)).toEqual([2, 4, 8, 16, 30, 30])
    isAway = false
    timers.at(-1)?.work()
    await vi.waitFor(() => expect(store.getSnapshot().user).toEqual(USER), { timeout: 20_000 })
    expect(store.getSnapshot().problem).toBeUndefined()
    expect(timers).toHaveLength(6)
  })

  it('is nobody once the server refuses the cookie', async () => {
    const { store, values, loginEnded } = openTab(LOGGED_IN, () => json({ detail: 'no' }, 401))
    await store.start()
    expect(store.getSnapshot()).toEqual({ ready: true, data: null, user: null })
    expect(values.has(AUTH_STORAGE_KEY)).toBe(false)
    expect(loginEnded).not.toHaveBeenCalled()
  })

  it('reads that the login has ended, once, where the server ends it on an open page', async () => {
    let isRevoked = false
    const { store, loginEnded } = openTab(LOGGED_IN, (path, init) =>
      isRevoked ? json({ detail: 'no' }, 401) : usual(path, init),
    )
    await store.start()
    isRevoked = true
    await Promise.all([store.renew(FRESH), store.renew(FRESH)])
    expect(store.getSnapshot().data).toBeNull()
    expect(loginEnded).toHaveBeenCalledTimes(1)
  })

  it('reads nothing of that once they deleted their account, until they log in again', async () => {
    let isRevoked = false
    const { store, loginEnded } = openTab(LOGGED_IN, (path, init) =>
      isRevoked ? json({ detail: 'no' }, 401) : usual(path, init),
    )
    await store.start()
    store.leave()
    isRevoked = true
    await store.renew(FRESH)
    expect(loginEnded).not.toHaveBeenCalled()
    isRevoked = false
    await store.logIn({ access: FRESH, refresh: 'r' })
    isRevoked = true
    await store.renew(FRESH)
    expect(loginEnded).toHaveBeenCalledTimes(1)
  })

  it('reads nothing of that after a logout', async () => {
    const { store, loginEnded } = openTab(LOGGED_IN, usual)
    await store.start()
    await store.logOut()
    await store.renew(FRESH)
    expect(loginEnded).not.toHaveBeenCalled()
  })
})

describe('a login', () => {
  it('counts also when the person could not be loaded yet, and says why', async () => {
    const { store, values } = openTab(null, () => json({ detail: 'busy' }, 503))
    await store.logIn({ access: FRESH })
    expect(values.has(AUTH_STORAGE_KEY)).toBe(true)
    expect(store.getSnapshot()).toMatchObject({ ready: true, data: LOGGED_IN, user: null, problem: 'busy' })
  })
})

describe('the storage of the browser', () => {
  it('never holds a token', async () => {
    const { store, values } = openTab(null, usual)
    await store.logIn({ access: FRESH })
    await store.renew(FRESH)
    expect([...values]).toEqual([[AUTH_STORAGE_KEY, JSON.stringify(LOGGED_IN)]])
  })

  it('of an earlier version passes its login on, and keeps none of its tokens', async () => {
    const { store, calls, bodies, values } = openTab(OLD, usual)
    await store.start()
    expect([calls, bodies[0]]).toEqual([[REFRESH, ME], { refresh: 'r1' }])
    expect([...values]).toEqual([[AUTH_STORAGE_KEY, JSON.stringify(LOGGED_IN)]])
    expect(store.getSnapshot().user).toEqual(USER)
  })

  it('of an earlier version keeps the login while the server cannot be reached', async () => {
    const { store, values } = openTab(OLD, () => {
      throw new TypeError('network')
    })
    await store.start()
    expect(values.get(AUTH_STORAGE_KEY)).toContain('r1')
  })
})

describe('an expired access token', () => {
  it('is renewed once for everyone who asks at the same time', async () => {
    const { store, calls } = openTab(LOGGED_IN, usual)
    store.keep({ access: EXPIRED })
    expect(await Promise.all([store.accessToken(), store.accessToken(), store.accessToken()])).toEqual([
      FRESH,
      FRESH,
      FRESH,
    ])
    expect(calls).toEqual([REFRESH])
  })

  it('is recognised only by the server’s 401 when the clock of this device is wrong', async () => {
    const alwaysOld: Answer = path => (path.includes('refresh') ? json({ access: EXPIRED }) : json(USER))
    const { store, calls } = openTab(LOGGED_IN, alwaysOld)
    await store.accessToken()
    await store.accessToken()
    expect(calls).toEqual([REFRESH])
    // The clock is still wrong after the token was renewed because the server refused it.
    await store.renew(EXPIRED)
    await store.accessToken()
    await store.accessToken()
    expect(calls).toEqual([REFRESH, REFRESH])
  })
})

describe('logging out', () => {
  it('forgets the login at once and revokes it on the server', async () => {
    const { store, calls, values } = openTab(LOGGED_IN, usual)
    await store.start()
    const done = store.logOut()
    expect(store.getSnapshot().data).toBeNull()
    expect(values.has(AUTH_STORAGE_KEY)).toBe(false)
    await done
    expect(calls.at(-1)).toBe(LOGOUT)
    expect([...values]).toEqual([])
  })

  it('without a connection is sent by the next page, before its other requests', async () => {
    const offline: Answer = () => {
      throw new TypeError('network')
    }
    const { store, values } = openTab(LOGGED_IN, offline)
    await store.logOut()
    expect(values.has(LOGOUT_STORAGE_KEY)).toBe(true)
    const next = openTab(null, usual, values)
    await next.store.start()
    await next.store.accessToken()
    expect(next.calls).toEqual([LOGOUT])
    expect([...values]).toEqual([])
  })

  it('in another tab is followed here', async () => {
    const { store, values } = openTab(LOGGED_IN, usual)
    await store.start()
    values.delete(AUTH_STORAGE_KEY)
    expect(await store.accessToken()).toBeNull()
    expect(store.getSnapshot()).toEqual({ ready: true, data: null, user: null })
    await store.storageChanged()
    expect(store.getSnapshot()).toEqual({ ready: true, data: null, user: null })
  })

  it('and in as another person in another tab: this page sends nothing, and starts again as theirs', async () => {
    const { store, calls, values, startAnew } = openTab(LOGGED_IN, usual)
    await store.start()
    values.set(AUTH_STORAGE_KEY, JSON.stringify({ user_id: 'u2' }))
    expect(store.showsAnotherPerson()).toBe(true)
    await expect(store.accessToken()).rejects.toThrow(OTHER_LOGIN)
    await expect(store.renew(FRESH)).rejects.toThrow(OTHER_LOGIN)
    await store.refreshUser()
    expect([calls, startAnew.mock.calls.length]).toEqual([[REFRESH, ME], 3])
    // *Log out* is the wish of the person who is shown: the login of the other one stays.
    await store.logOut()
    expect([calls, startAnew.mock.calls.length]).toEqual([[REFRESH, ME], 4])
    expect(values.get(AUTH_STORAGE_KEY)).toContain('u2')
    values.delete(AUTH_STORAGE_KEY)
    expect(store.showsAnotherPerson()).toBe(false)
  })

  it('and in as another person, whose cookie this page finds first: it sends nothing either', async () => {
    let access = FRESH
    const { store, values } = openTab(LOGGED_IN, path => json(path.includes('refresh') ? { access } : USER))
    await store.start()
    access = OTHERS
    await expect(store.renew(FRESH)).rejects.toThrow(OTHER_LOGIN)
    expect(values.get(AUTH_STORAGE_KEY)).toContain('u2')
    await expect(store.accessToken()).rejects.toThrow(OTHER_LOGIN)
  })

  it('and in as another person on this page is the login of that page', async () => {
    const { store } = openTab(LOGGED_IN, usual)
    await store.start()
    store.keep({ access: OTHERS })
    expect(store.getSnapshot()).toMatchObject({ data: { user_id: 'u2' }, user: null })
    expect(await store.accessToken()).toBe(OTHERS)
  })

  it('is seen on a page that comes back from a cache: it shows a former person, and a login is no such change', async () => {
    const { store, values } = openTab(LOGGED_IN, usual)
    expect(store.showsFormerPerson()).toBe(false)
    await store.start()
    expect(store.showsFormerPerson()).toBe(false)
    values.delete(AUTH_STORAGE_KEY)
    expect(store.showsFormerPerson()).toBe(true)
    values.set(AUTH_STORAGE_KEY, JSON.stringify({ user_id: 'u2' }))
    expect(store.showsFormerPerson()).toBe(true)
    const visitor = openTab(null, usual)
    await visitor.store.start()
    visitor.values.set(AUTH_STORAGE_KEY, JSON.stringify(LOGGED_IN))
    expect(visitor.store.showsFormerPerson()).toBe(false)
  })

  it('does not end because an old login is refused late', async () => {
    const values = new Map<string, string>()
    const { store } = openTab(
      LOGGED_IN,
      () => {
        values.set(AUTH_STORAGE_KEY, JSON.stringify({ user_id: 'u2' }))
        return json({ detail: 'no' }, 401)
      },
      values,
    )
    expect(await store.renew(null)).toBeNull()
    expect(values.get(AUTH_STORAGE_KEY)).toContain('u2')
  })
})

/** Answers the next such call only when it is released, and all others as usual. */
function holding(held: string) {
  const { promise, resolve } = Promise.withResolvers<Response>()
  let isHeld = false
  const answer: Answer = (path, init) => {
    if (!isHeld || `${init.method} ${path}` !== held) return usual(path, init)
    isHeld = false
    return promise
  }
  return {
    answer,
    hold: () => {
      isHeld = true
    },
    release: resolve,
  }
}

describe('an answer that comes after the logout', () => {
  const NOBODY = { ready: true, data: null, user: null }

  it('does not bring the person back', async () => {
    const { answer, hold, release } = holding(ME)
    const { store, calls, values } = openTab(LOGGED_IN, answer)
    await store.start()
    hold()
    const late = store.refreshUser()
    await expect.poll(() => calls).toEqual([REFRESH, ME, ME])
    await store.logOut()
    release(json(USER))
    await late
    expect(store.getSnapshot()).toEqual(NOBODY)
    expect([...values]).toEqual([])
  })

  it('does not bring the person back where it is a failure either', async () => {
    const { answer, hold, release } = holding(ME)
    const { store, calls, timers } = openTab(LOGGED_IN, answer)
    await store.start()
    hold()
    const late = store.reloadUser()
    await expect.poll(() => calls).toEqual([REFRESH, ME, ME])
    await store.logOut()
    release(json({ detail: 'no' }, 500))
    await late
    expect(store.getSnapshot()).toEqual(NOBODY)
    expect(timers).toEqual([])
  })

  it('does not bring the login back, and the logout is still sent', async () => {
    const { answer, hold, release } = holding(REFRESH)
    const { store, calls, values } = openTab(LOGGED_IN, answer)
    await store.start()
    hold()
    const late = store.renew(FRESH)
    await expect.poll(() => calls).toEqual([REFRESH, ME, REFRESH])
    const done = store.logOut()
    release(json({ access: FRESH }))
    expect(await late).toBeNull()
    expect([...values.keys()]).toEqual([LOGOUT_STORAGE_KEY])
    expect(store.getSnapshot()).toEqual(NOBODY)
    await done
    expect(calls.at(-1)).toBe(LOGOUT)
    expect(store.getSnapshot()).toEqual(NOBODY)
  })

  it('and after the login of another person changes nothing of theirs', async () => {
    const { answer, hold, release } = holding(ME)
    const { store, calls, values } = openTab(LOGGED_IN, answer)
    await store.start()
    hold()
    const late = store.refreshUser()
    await expect.poll(() => calls).toEqual([REFRESH, ME, ME])
    await store.logOut()
    store.keep({ access: OTHERS })
    release(json({ detail: 'no' }, 404))
    await late
    expect(store.getSnapshot()).toMatchObject({ ready: true, data: { user_id: 'u2' }, user: USER })
    expect(values.get(AUTH_STORAGE_KEY)).toContain('u2')
  })
})
