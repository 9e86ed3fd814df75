import { THEME_MODES, THEME_STORAGE_KEY } from '@parley/contract/constants'

export type ThemeMode = (typeof THEME_MODES)[number]

/** Whether the last person who logged in here is an influencer, only for the first paint. */
export const KIND_STORAGE_KEY = 'kind'
/** The height of an influencer's own part of the landing page in pixels, only for the first paint. */
export const OWN_PART_STORAGE_KEY = 'ownPart'
/** The height of a page when it was left, the width of its window, and its path; in the storage of the tab. */
export const KEPT_HEIGHT_STORAGE_KEY = 'keptHeight'
/** Whether a person has ever logged in in this browser. */
export const BEEN_HERE_STORAGE_KEY = 'beenHere'

/**
 * Runs before the first paint: sets the chosen theme, whether a person is or ever was logged in, how high an
 * influencer's own part is, whether they return from their bank, and how high a page that is loaded again was, so that
 * nothing flashes or moves and no text is wrong.
 */
export const FIRST_PAINT_SCRIPT = `try{var d=document.documentElement.dataset,s=localStorage,t=s.getItem("${THEME_STORAGE_KEY}");if(t==="light"||t==="dark")d.theme=t;d.auth=s.getItem("auth")?"in":"out";d.kind=s.getItem("${KIND_STORAGE_KEY}")||"";var o=parseFloat(s.getItem("${OWN_PART_STORAGE_KEY}"));if(o>0)document.documentElement.style.setProperty("--own-part",o+"px");if(s.getItem("${BEEN_HERE_STORAGE_KEY}"))d.known="";if(/[?&]payment_intent=/.test(location.search))d.paying="";var k=(sessionStorage.getItem("${KEPT_HEIGHT_STORAGE_KEY}")||"").split(" ");if(k[1]==innerWidth&&k[2]===location.pathname&&performance.getEntriesByType("navigation")[0].type==="reload")document.documentElement.style.setProperty("--kept-height",k[0]+"px")}catch(e){}`

const listeners = new Set<() => void>()

function current(): ThemeMode {
  const chosen = THEME_MODES.find(mode => mode === document.documentElement.dataset.theme)
  if (chosen) return chosen
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

export const themeMode = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  getSnapshot: current,
  /** Chooses a mode for this browser, stored as `themeMode`. */
  choose(mode: ThemeMode) {
    document.documentElement.dataset.theme = mode
    try {
      localStorage.setItem(THEME_STORAGE_KEY, mode)
    } catch {
      // The browser may refuse storage; the choice then lasts for this page.
    }
    for (const listener of listeners) listener()
  },
}
