import { BEEN_HERE_STORAGE_KEY } from '../theme/theme-mode.ts'

/** Notes that somebody has been logged in in this browser, for this page and the next ones; no name is kept. */
export function noteLogin(storage: Pick<Storage, 'setItem'>, document: Document): void {
  document.documentElement.dataset.known = ''
  try {
    storage.setItem(BEEN_HERE_STORAGE_KEY, 'yes')
  } catch {
    // Private modes may refuse: this browser then counts as new.
  }
}
