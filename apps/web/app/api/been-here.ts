import { BEEN_HERE_STORAGE_KEY } from '../theme/theme-mode.ts'

/** Notes for this page and later ones that a person has logged in in this browser; stores no name. */
export function noteLogin(storage: Pick<Storage, 'setItem'>, document: Document): void {
  document.documentElement.dataset.known = ''
  try {
    storage.setItem(BEEN_HERE_STORAGE_KEY, 'yes')
  } catch {
    // A private mode may refuse storage: then this browser counts as new.
  }
}
