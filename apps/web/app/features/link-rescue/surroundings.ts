export interface Surroundings {
  /** The app whose own browser this is, where it says so; for wording alone. */
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

/** Where a page finds itself opened, by what the browser says of itself. */
export function surroundings(userAgent: string): Surroundings {
  const app = APPS.find(([sign]) => sign.test(userAgent))?.[1] ?? null
  const form = /Android/.test(userAgent) ? 'android' : /iPhone|iPad|iPod/.test(userAgent) ? 'ios' : 'desk'
  return { app, form }
}

/** Leads an Android app to the phone's own browser; the last # begins what Android reads, so a link may have one. */
export function intentLink(link: string): string {
  const { protocol, host, pathname, search, hash } = new URL(link)
  const scheme = protocol.replace(':', '')
  const rule = `#Intent;scheme=${scheme};action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;end`
  return `intent://${host}${pathname}${search}${hash}${rule}`
}
