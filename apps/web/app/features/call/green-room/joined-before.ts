const key = (slug: string) => `joined:${slug}`

/** Remembers in this tab that its person has joined, so that a reload in mid-call is back at once. */
export function rememberJoined(slug: string): void {
  try {
    sessionStorage.setItem(key(slug), 'yes')
  } catch {
    // Private modes may refuse: a reload passes through the green room again.
  }
}

/** Forgets it when the person leaves on purpose. */
export function forgetJoined(slug: string): void {
  try {
    sessionStorage.removeItem(key(slug))
  } catch {
    // Nothing was remembered then.
  }
}

/** Whether this tab goes into the call at once or by way of the green room. */
export function entryOf(slug: string): 'green-room' | 'at-once' {
  try {
    return sessionStorage.getItem(key(slug)) === null ? 'green-room' : 'at-once'
  } catch {
    return 'green-room'
  }
}
