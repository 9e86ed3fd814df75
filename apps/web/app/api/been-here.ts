const KEY = 'beenHere'

/** Notes that somebody has been logged in in this browser; no name is kept. */
export function noteLogin(storage: Pick<Storage, 'setItem'>): void {
  try {
    storage.setItem(KEY, 'yes')
  } catch {
    // Private modes may refuse: this browser then counts as new.
  }
}

/** Whether this browser never had a login: its person is probably new. */
export function isNewHere(storage: Pick<Storage, 'getItem'>): boolean {
  try {
    return storage.getItem(KEY) === null
  } catch {
    return true
  }
}
