/**
 * What Postgres cannot hold in a text: a NUL character, half of a surrogate pair. JSON and addresses may carry both.
 */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** Whether every text in a parsed body can be stored, its names included; files and other bytes are no text. */
export function isAllStorable(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value)
  if (Array.isArray(value)) return value.every(isAllStorable)
  if (value === null || typeof value !== 'object') return true
  if (value instanceof Uint8Array || value instanceof Blob) return true
  return Object.entries(value).every(([name, inner]) => isStorable(name) && isAllStorable(inner))
}
