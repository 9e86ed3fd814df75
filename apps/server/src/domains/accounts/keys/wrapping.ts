import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** A key that wraps others; its id identifies it and reveals nothing of it. */
export interface WrappingKey {
  id: string
  key: KeyObject
}

/** The wrapping key that some text stands for: 32 bytes of it by a hash, so that the text may have any form. */
export function wrappingKeyOf(text: string): WrappingKey {
  const bytes = createHash('sha256').update(`parley wrapping key: ${text}`).digest()
  const id = createHash('sha256').update(bytes).digest('base64url').slice(0, 12)
  return { id, key: createSecretKey(bytes) }
}

/** Encrypts and authenticates; `about` is authenticated too. Attack: a row copied into another one's place. */
export function wrap({ key }: WrappingKey, value: Buffer, about: string): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, key, iv)
  cipher.setAAD(Buffer.from(about))
  const sealed = Buffer.concat([cipher.update(value), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/** Decrypts; throws if another key encrypted it, or for another `about`. */
export function unwrap({ key }: WrappingKey, wrapped: Buffer, about: string): Buffer {
  const decipher = createDecipheriv(CIPHER, key, wrapped.subarray(0, IV_BYTES))
  decipher.setAAD(Buffer.from(about))
  decipher.setAuthTag(wrapped.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(wrapped.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
}
