export interface Surroundings {
  /** The app to which this browser belongs, if the browser names it; only for the text. */
  app: string | null
  form: 'android' | 'ios' | 'desk'
}

const APPS: readonly (readonly [RegExp, string])[] = [
  [/Instagram/, 'Instagram'],
  [/TikTok|musical_ly|BytedanceWebview/, 'TikTok'],
  [/FBAN|FBAV|FB_IAB/, 'Facebook'],
  [/Snapchat/, 'Snapchat'],
  [/Twitter/, 'X'],
  [/LinkedInApp/, 'LinkedIn'],
]

/** Where a page was opened, by the browser's user agent. */
export function surroundings(userAgent: string): Surroundings {
  const app = APPS.find(([sign]) => sign.test(userAgent))?.[1] ?? null
  const form = /Android/.test(userAgent) ? 'android' : /iPhone|iPad|iPod/.test(userAgent) ? 'ios' : 'desk'
  return { app, form }
}

/**
 * A link by which Android leaves the app for the phone's browser; Android reads the part after the last #, so the link
 * itself may have one.
 */
export function intentLink(link: string): string {
  const { protocol, host, pathname, search, hash } = new URL(link)
  const scheme = protocol.replace(':', '')
  const rule = `#Intent;scheme=${scheme};action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;end`
  return `intent://${host}${pathname}${search}${hash}${rule}`
}
