import { createHash } from 'node:crypto'

const sha256 = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

/**
 * The page's Content-Security-Policy. Scripts are allowed by the hash of their exact text, so the policy can be kept
 * with the page. Style attributes stay allowed: they cannot run code, and positioned popups need them.
 */
export function contentPolicy(scripts: readonly string[], origin: string): string {
  const { host, protocol } = new URL(origin)
  const socket = `${protocol === 'https:' ? 'wss' : 'ws'}://${host}`
  return [
    "default-src 'self'",
    `script-src 'self' ${scripts.map(sha256).join(' ')}`,
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' blob: data:",
    "media-src 'self' blob:",
    "font-src 'self'",
    `connect-src 'self' ${socket}`,
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Headers that every page carries, whatever is on it. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'permissions-policy':
    'camera=(self), microphone=(self), display-capture=(self), autoplay=(self), fullscreen=(self), picture-in-picture=(self), screen-wake-lock=(self), speaker-selection=(self), geolocation=(), payment=(self), usb=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-frame-options': 'DENY',
  'cache-control': 'no-cache',
  vary: 'accept-encoding',
}
