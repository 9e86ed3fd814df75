import { createHmac, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'

/** The fixed beginning of an Ed25519 private key in PKCS 8 (RFC 8410, 7); its 32 bytes follow. */
const ED25519_PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

export interface SandboxKeys {
  /** Signs ID tokens and access tokens. */
  signing: KeyObject
  verifying: KeyObject
  /** Signs codes, which this provider alone reads. */
  codes: Uint8Array
  secretOf(clientId: string): string
}

/** All keys of the provider, from one key of the installation: each process makes the same. */
export function keysFrom(root: KeyObject): SandboxKeys {
  const derived = (name: string) => createHmac('sha256', root).update(name).digest()
  const signing = createPrivateKey({
    key: Buffer.concat([ED25519_PKCS8_PREFIX, derived('signing')]),
    format: 'der',
    type: 'pkcs8',
  })
  return {
    signing,
    verifying: createPublicKey(signing),
    codes: derived('codes'),
    secretOf: clientId => derived(`client ${clientId}`).toString('hex'),
  }
}
