/** The address that a text names; null where it names none. Safari has `URL.canParse` from 17.0 on. */
export function urlOf(text: string | null | undefined, base: string): URL | null {
  if (!text) return null
  try {
    return new URL(text, base)
  } catch {
    // `URL` has no other way to say so in older browsers.
    return null
  }
}
