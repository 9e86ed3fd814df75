/** Calls back once when all of these media are loaded; each may be reported several times. */
export function createMediaCount(media: number, onAll: () => void) {
  const there = new Set<string>()
  return (medium: string) => {
    if (there.has(medium)) return
    there.add(medium)
    if (there.size === media) onAll()
  }
}
