/** Where this tab keeps the note of a request during a login. */
export const REQUEST_NOTE_KEY = 'parley-request-note'

/** The next person on this device must not read the note of the person before. */
export function forgetNote(): void {
  try {
    sessionStorage.removeItem(REQUEST_NOTE_KEY)
  } catch {
    // Nothing was kept then.
  }
}
