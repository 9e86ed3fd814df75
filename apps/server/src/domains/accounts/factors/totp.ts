import { TOTP_PERIOD_SECONDS } from '@parley/contract'
import { Secret, TOTP } from 'otpauth'

/** As long as the digest of SHA-1, see RFC 4226, section 4. */
const SECRET_BYTES = 20
const DIGITS = 6
/** The time steps around the present one whose codes are valid, for clocks that differ and slow typing. */
const STEPS_EITHER_WAY = 1
const ISSUER = 'Parley'

/** A new secret for an authenticator app. */
export const newTotpSecret = (): Buffer => Buffer.from(new Secret({ size: SECRET_BYTES }).bytes)

const toTotp = (secret: Buffer, label: string) =>
  new TOTP({
    issuer: ISSUER,
    label,
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
    algorithm: 'SHA1',
    digits: DIGITS,
    period: TOTP_PERIOD_SECONDS,
  })

/** What a person enters in their app, and what it reads from a QR code. */
export function totpSetUp(secret: Buffer, username: string): { secret: string; url: string } {
  const totp = toTotp(secret, username)
  return { secret: totp.secret.base32, url: totp.toString() }
}

/** The time step of a code, null if it is not valid now. */
export function totpStep(secret: Buffer, code: string, now: Date): number | null {
  const token = code.replace(/\s/g, '')
  const timestamp = now.getTime()
  const delta = toTotp(secret, '').validate({ token, timestamp, window: STEPS_EITHER_WAY })
  return delta === null ? null : Math.floor(timestamp / 1000 / TOTP_PERIOD_SECONDS) + delta
}
