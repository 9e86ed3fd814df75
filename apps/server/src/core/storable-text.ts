/**
 * What Postgres cannot hold in a text: a NUL character, half of a surrogate pair. JSON and addresses may carry both.
 */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** No call takes lists and objects in each other of nearly so many levels. */
const LEVELS_MAX = 100

/**
 * Whether every text in a parsed body can be stored, its names included; files and other bytes are no text. Attack: a
 * body of thousands of lists in each other, for which a function that calls itself has no stack.
 */
export function isAllStorable(value: unknown): boolean {
  return isStorableFor(LEVELS_MAX, value)
}

function isStorableFor(levels: number, value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value)
  if (value === null || typeof value !== 'object') return true
  if (value instanceof Uint8Array || value instanceof Blob) return true
  if (levels === 0) return false
  if (Array.isArray(value)) return value.every(inner => isStorableFor(levels - 1, inner))
  return Object.entries(value).every(([name, inner]) => isStorable(name) && isStorableFor(levels - 1, inner))
}
