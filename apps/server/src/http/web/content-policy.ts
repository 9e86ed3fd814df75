import { createHash } from 'node:crypto'
import type { SiteFacts } from '@parley/web/public-data'

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

type Provider = SiteFacts['paymentProvider']

/**
 * What Stripe.js needs (docs.stripe.com/security/guide, content security policy); the sandbox needs nobody else's host.
 */
const PAYMENT_HOSTS: Readonly<Record<Provider, { script: string; frame: string; connect: string }>> = {
  sandbox: { script: '', frame: '', connect: '' },
  stripe: {
    script: ' https://js.stripe.com https://*.js.stripe.com',
    frame: ' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
    connect: ' https://api.stripe.com',
  },
}

/**
 * The page's Content-Security-Policy. Scripts and styles in the page are allowed by the hash of their exact text, so
 * the policy can be kept with the page. Style attributes stay allowed: they cannot run code, and positioned popups need
 * them.
 */
export function contentPolicy(
  inline: { scripts: readonly string[]; styles: readonly string[] },
  site: Pick<SiteFacts, 'origin' | 'paymentProvider' | 'videoOrigin' | 'errorReportsDsn'>,
): string {
  const { host, protocol } = new URL(site.origin)
  const socket = `${protocol === 'https:' ? 'wss' : 'ws'}://${host}`
  const payment = PAYMENT_HOSTS[site.paymentProvider]
  const reports = site.errorReportsDsn ? ` ${new URL(site.errorReportsDsn).origin}` : ''
  return [
    "default-src 'self'",
    `script-src 'self' ${inline.scripts.map(sha256).join(' ')}${payment.script}`,
    `style-src ${["'self'", ...inline.styles.map(sha256)].join(' ')}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' blob: data:",
    "media-src 'self' blob:",
    "font-src 'self'",
    `connect-src 'self' ${socket}${payment.connect}${videoHosts(site)}${reports}`,
    `frame-src 'self'${payment.frame}`,
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** LiveKit's socket, and the address at which its client asks why a socket was refused. */
function videoHosts({ videoOrigin }: Pick<SiteFacts, 'videoOrigin'>): string {
  return videoOrigin ? ` ${videoOrigin} ${videoOrigin.replace(/^ws/, 'http')}` : ''
}

const PERMISSIONS =
  'camera=(self), microphone=(self), display-capture=(self), autoplay=(self), fullscreen=(self), picture-in-picture=(self), screen-wake-lock=(self), speaker-selection=(self), geolocation=(), usb=()'

/** Wallets run in Stripe's frame and may open a window of their own, which must find its way back to that frame. */
const PAYMENT_HEADERS: Readonly<Record<Provider, { payment: string; opener: string }>> = {
  sandbox: { payment: 'payment=(self)', opener: 'same-origin' },
  stripe: { payment: 'payment=(self "https://js.stripe.com")', opener: 'same-origin-allow-popups' },
}

/** Headers that every page carries, whatever is on it. */
export function pageHeaders(provider: Provider): Readonly<Record<string, string>> {
  const { payment, opener } = PAYMENT_HEADERS[provider]
  return {
    'permissions-policy': `${PERMISSIONS}, ${payment}`,
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': opener,
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'x-frame-options': 'DENY',
    'cache-control': 'no-cache',
    // A page is written in the language that its reader chose, or else the browser asks for.
    vary: 'accept-encoding, accept-language, cookie',
  }
}
