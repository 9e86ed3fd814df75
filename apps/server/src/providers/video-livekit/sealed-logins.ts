import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16
const PURPOSE = 'the login of a participant'

/**
 * The login in a token, which every process of the application can read and nobody else: LiveKit shows the attributes
 * of a participant to the others in the room.
 */
export class SealedLogins {
  #key: Buffer

  constructor(apiSecret: string) {
    this.#key = Buffer.from(hkdfSync('sha256', apiSecret, '', PURPOSE, KEY_BYTES))
  }

  seal(loginId: string): string {
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv(ALGORITHM, this.#key, iv)
    const sealed = Buffer.concat([cipher.update(loginId, 'utf8'), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
  }

  /** Null for what was not sealed with this secret. */
  open(text: string): string | null {
    const bytes = Buffer.from(text, 'base64url')
    if (bytes.length < IV_BYTES + TAG_BYTES) return null
    const decipher = createDecipheriv(ALGORITHM, this.#key, bytes.subarray(0, IV_BYTES))
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    try {
      return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    } catch {
      // The operator has changed the secret since.
      return null
    }
  }
}
