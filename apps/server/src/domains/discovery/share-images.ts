import type { DiscoveryDeps } from './deps.ts'
import { type ShareSubject, shareCard, shareVersion } from './share-cards.ts'
import { drawShareImage } from './share-image.ts'

/** Some 60 kB each. */
const KEPT_MAX = 200

interface Kept {
  version: string
  image: Promise<Buffer | null>
}

/** An image and the version of the row that it shows. */
export interface ShareImage {
  version: string
  jpeg: Buffer
}

/**
 * Draws each share image once for each row version, one after the other; removes the least recently used one first.
 */
export function createShareImages(deps: DiscoveryDeps) {
  const kept = new Map<string, Kept>()
  // Drawing takes a tenth of a second of CPU: one at a time, so that pages come first.
  let lane: Promise<unknown> = Promise.resolve()

  function draw(subject: ShareSubject): Promise<Buffer | null> {
    const drawn = lane.then(async () => {
      const card = await shareCard(deps, subject)
      return card && drawShareImage(card)
    })
    // `drawn` reports a failure to the caller; the next image is drawn all the same.
    lane = drawn.catch(() => undefined)
    return drawn
  }

  function keep(key: string, entry: Kept): Kept {
    kept.delete(key)
    kept.set(key, entry)
    const oldest = kept.keys().next().value
    if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest)
    return entry
  }

  function entryFor(subject: ShareSubject, version: string): Kept {
    const key = `${subject.kind}/${subject.name.toLowerCase()}`
    const found = kept.get(key)
    if (found?.version === version) return keep(key, found)
    const image = draw(subject)
    image.catch(() => kept.delete(key))
    return keep(key, { version, image })
  }

  return {
    /** The current image of a public profile or event; null when there is none. */
    async get(subject: ShareSubject): Promise<ShareImage | null> {
      const version = await shareVersion(deps, subject)
      if (version === null) return null
      const jpeg = await entryFor(subject, version).image
      return jpeg && { version, jpeg }
    },
  }
}
export type ShareImages = ReturnType<typeof createShareImages>
