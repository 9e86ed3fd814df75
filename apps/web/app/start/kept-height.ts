import { KEPT_HEIGHT_STORAGE_KEY } from '../theme/theme-mode.ts'

/** The latest time after its start at which the code has filled a page that was loaded again. */
const FILLED_MS = 5_000

/**
 * A page that is loaded again is as high as it was until its code has filled it: it keeps its place, and its footer
 * does not come into view. The first-paint script sets the height that this stores when the page is left.
 */
export function keepHeight(content: HTMLElement): () => void {
  const store = () => {
    try {
      const kept = [content.offsetHeight, innerWidth, location.pathname].join(' ')
      sessionStorage.setItem(KEPT_HEIGHT_STORAGE_KEY, kept)
    } catch {
      // The browser may refuse storage; the next load then begins with its own height.
    }
  }
  const letGo = () => document.documentElement.style.removeProperty('--kept-height')
  const filled = setTimeout(letGo, FILLED_MS)
  addEventListener('pagehide', store)
  return () => {
    clearTimeout(filled)
    letGo()
    removeEventListener('pagehide', store)
  }
}
