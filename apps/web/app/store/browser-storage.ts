const memory = new Map<string, string>()
const inMemory = {
  getItem: (key: string) => memory.get(key) ?? null,
  setItem: (key: string, value: string) => void memory.set(key, value),
  removeItem: (key: string) => void memory.delete(key),
}

/**
 * Local storage where the browser allows it. Where it refuses even to name it (a private mode, blocked cookies) or has
 * none, what is stored lasts for this page only.
 */
export function browserStorage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  if (typeof window === 'undefined') return inMemory
  try {
    return globalThis.localStorage ?? inMemory
  } catch {
    return inMemory
  }
}
