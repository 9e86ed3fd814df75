import { invalidParameter } from '../errors.ts'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * The return address if it belongs to this site. Anything else is refused: a person who can make an intent could
 * otherwise send people from our own challenge page to a look-alike (open redirect).
 */
export function checkedReturnUrl(address: string, allowedOrigins: readonly string[]): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url === undefined || !isAllowed(url, allowedOrigins)) {
    throw invalidParameter(
      'return_url',
      'Invalid return_url: it must be an address of this site.',
      'url_invalid',
    )
  }
  return url
}

function isAllowed(url: URL, allowedOrigins: readonly string[]): boolean {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return false
  return allowedOrigins.some(origin => url.origin === origin || isSameLoopback(url, new URL(origin)))
}

/** `localhost` and `127.0.0.1` are one machine under two names, as long as the port is the same. */
function isSameLoopback(url: URL, allowed: URL): boolean {
  return url.port === allowed.port && LOOPBACK.has(url.hostname) && LOOPBACK.has(allowed.hostname)
}
