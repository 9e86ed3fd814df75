import { createHash, randomBytes } from 'node:crypto'

/** A UUIDv7 (RFC 9562, 5.7): sorts by the moment of its making. */
export function newId(nowMs: number = Date.now()): string {
  return idOf(randomBytes(16), nowMs)
}

/**
 * The id of what a caller creates by a key of their own: the same text makes the same id, so that a repeated creation
 * finds the first. `atMs` is a moment that never changes, such as that of the request which it is about.
 */
export function idOfKey(text: string, atMs: number): string {
  return idOf(createHash('sha256').update(text).digest().subarray(0, 16), atMs)
}

function idOf(raw: Buffer, atMs: number): string {
  raw.writeUIntBE(atMs, 0, 6)
  raw[6] = 0x70 | ((raw[6] ?? 0) & 0x0f)
  raw[8] = 0x80 | ((raw[8] ?? 0) & 0x3f)
  const hex = raw.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const isUuid = (text: string): boolean => UUID.test(text)

/** The moment a UUIDv7 was made, in ms. */
export function madeAtMs(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
}

/** A random text of at least 120 bits that is safe in a URL: only a person who got it knows it. */
export function unguessableSlug(): string {
  return randomBytes(16).toString('base64url')
}
