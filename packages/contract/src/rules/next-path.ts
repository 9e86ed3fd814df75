const SAME_SITE_PATH = /^\/(?![/\\])/

/**
 * A redirect target that stays on this site, or the fallback (attack: open redirect through `next`; browsers drop
 * control characters, so only printable ASCII but the backslash is taken).
 */
export function safeNextPath(next: string | null | undefined, fallback = '/'): string {
  if (!next || !SAME_SITE_PATH.test(next) || !/^[\x21-\x5b\x5d-\x7e]*$/.test(next)) return fallback
  return next
}
