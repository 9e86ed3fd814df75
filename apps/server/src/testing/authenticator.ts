import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_KEY = 0x40

/** How an answer differs from that of a correct browser and authenticator. */
export interface Deviation {
  origin?: string
  site?: string
  counter?: number
  isVerified?: boolean
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()
const base64url = (data: Buffer | string) => Buffer.from(data).toString('base64url')

/** A test authenticator with one key (ES256), see WebAuthn Level 3, section 6. */
export function testAuthenticator(origin: string) {
  const id = randomBytes(16)
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  let counter = 0

  const clientData = (type: string, challenge: string, { origin: from = origin }: Deviation) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))

  function authenticatorData(extra: Buffer, deviation: Deviation): Buffer {
    const { site = new URL(origin).hostname, isVerified = true } = deviation
    const flags = USER_PRESENT | (isVerified ? USER_VERIFIED : 0) | (extra.length > 0 ? HAS_KEY : 0)
    const count = Buffer.alloc(4)
    counter++
    count.writeUInt32BE(deviation.counter ?? counter)
    return Buffer.concat([sha256(site), Buffer.from([flags]), count, extra])
  }

  /** The public key in CBOR: an EC2 key (1: 2) for ES256 (3: -7) on P-256 (-1: 1) at x (-2) and y (-3). */
  function coseKey(): Buffer {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20])
    const [atX, atY] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
    return Buffer.concat([head, atX, Buffer.from([0x22, 0x58, 0x20]), atY])
  }

  return {
    id: base64url(id),
    /** Makes a passkey for a challenge. */
    make(challenge: string, deviation: Deviation = {}) {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const extra = Buffer.concat([Buffer.alloc(16), length, id, coseKey()])
      const data = authenticatorData(extra, deviation)
      const size = Buffer.alloc(2)
      size.writeUInt16BE(data.length)
      // CBOR of {fmt: "none", attStmt: {}, authData: data}
      const head = Buffer.from([0xa3, 0x63, ...Buffer.from('fmt'), 0x64, ...Buffer.from('none')])
      const middle = Buffer.from([0x67, ...Buffer.from('attStmt'), 0xa0, 0x68, ...Buffer.from('authData')])
      const attestationObject = Buffer.concat([head, middle, Buffer.from([0x59]), size, data])
      const clientDataJSON = base64url(clientData('webauthn.create', challenge, deviation))
      return {
        id: base64url(id),
        response: { clientDataJSON, attestationObject: base64url(attestationObject) },
      }
    },
    /** Signs a challenge for a person. */
    show(challenge: string, userId: string, deviation: Deviation = {}) {
      const client = clientData('webauthn.get', challenge, deviation)
      const data = authenticatorData(Buffer.alloc(0), deviation)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return {
        id: base64url(id),
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(signature),
          userHandle: base64url(userId),
        },
      }
    },
  }
}
