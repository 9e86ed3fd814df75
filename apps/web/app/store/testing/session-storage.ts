import { afterEach, beforeEach, vi } from 'vitest'

/** Each test of a file has a session storage of its own, as a new tab has. */
export function ownSessionStorage(): void {
  beforeEach(() => {
    const kept = new Map<string, string>()
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => kept.set(key, text),
      removeItem: (key: string) => kept.delete(key),
    })
  })
  afterEach(() => void vi.unstubAllGlobals())
}
