/** Says once when all of these media are there, each told any number of times. */
export function createMediaCount(media: number, onAll: () => void) {
  const there = new Set<string>()
  return (medium: string) => {
    if (there.has(medium)) return
    there.add(medium)
    if (there.size === media) onAll()
  }
}
