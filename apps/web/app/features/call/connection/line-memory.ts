import type { Store } from '../../../store/store.ts'
import type { LocalMediaSnapshot } from '../devices/local-media.ts'
import { clearJoined, rememberJoined } from './joined-before.ts'

interface Line {
  slug: string
  media: Pick<Store<LocalMediaSnapshot>, 'getSnapshot'>
  /** Whether the line is over for this person. */
  isOver: () => boolean
  page: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>
}

/**
 * After a reload in a line camera and microphone are as they were, for the server still calls a fan who said that they
 * are ready; after a visit to another page they are as the settings say. Returns what ends this.
 */
export function rememberLine({ slug, media, isOver, page }: Line): () => void {
  const onHide = () => {
    const { camera, microphone } = media.getSnapshot()
    const isOff = camera === 'off' && microphone === 'off'
    // Nobody is filmed while they read how it ended.
    if (isOver() || isOff) clearJoined(slug)
    else rememberJoined(slug, { camera, microphone })
  }
  page.addEventListener('pagehide', onHide)
  return () => {
    page.removeEventListener('pagehide', onHide)
    clearJoined(slug)
  }
}
