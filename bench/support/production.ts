/**
 * Variables of a server that a bench measures: production, as operators run it, but with the sandbox, with people of
 * any age, and behind a proxy on this machine.
 */
export const PRODUCTION = {
  NODE_ENV: 'production',
  ALLOW_SANDBOX: '1',
  MIN_AGE: '0',
  TRUSTED_PROXIES: 'loopback',
}

let given = 0

/** What a proxy sends along: each call comes from another address, because production limits calls by address. */
export function fromAnotherAddress(): Record<string, string> {
  given++
  return { 'x-forwarded-for': `10.${(given >> 16) & 255}.${(given >> 8) & 255}.${given & 255}` }
}
