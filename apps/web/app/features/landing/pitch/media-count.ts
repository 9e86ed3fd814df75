/** Calls back once when all of these media are loaded; each may be reported several times. */
export function createMediaCount<Medium>(media: number, onAll: () => void) {
  const there = new Set<Medium>()
  return (medium: Medium) => {
    if (there.has(medium)) return
    there.add(medium)
    if (there.size === media) onAll()
  }
}
