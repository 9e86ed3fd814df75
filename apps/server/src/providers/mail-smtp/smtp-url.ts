export interface SmtpServer {
  host: string
  port: number
  auth: { user: string; pass: string } | null
  /** From the first byte on, by STARTTLS before anything is said, or not at all. */
  tls: 'implicit' | 'starttls' | 'off'
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])
const IMPLICIT_TLS_PORT = 465
const SUBMISSION_PORT = 587

/**
 * Reads `smtps://user:password@host:465` or `smtp://user:password@host:587`. An smtp address has to offer STARTTLS,
 * unless the server is on this machine; `?tls=off` and `?tls=required` say otherwise. Throws a sentence on what it does
 * not know.
 */
export function parseSmtpUrl(address: string): SmtpServer {
  const url = new URL(address)
  const isImplicit = url.protocol === 'smtps:'
  for (const name of url.searchParams.keys()) {
    if (name !== 'tls')
      throw new TypeError(`does not know "${name}"; only tls=off or tls=required may follow the "?"`)
  }
  const tls = url.searchParams.get('tls')
  if (tls !== null && tls !== 'off' && tls !== 'required')
    throw new TypeError('knows tls=off and tls=required')
  if (isImplicit && tls === 'off') throw new TypeError('cannot be smtps:// with tls=off')
  if (!url.hostname) throw new TypeError('names no host')
  if (url.password && !url.username) throw new TypeError('has a password and no user')
  const isPlain = tls === 'off' || (tls === null && LOOPBACK.has(url.hostname))
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (isImplicit ? IMPLICIT_TLS_PORT : SUBMISSION_PORT),
    auth: url.username
      ? { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }
      : null,
    tls: isImplicit ? 'implicit' : isPlain ? 'off' : 'starttls',
  }
}
