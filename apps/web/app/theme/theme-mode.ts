import { THEME_MODES, THEME_STORAGE_KEY } from '@parley/contract/constants'

export type ThemeMode = (typeof THEME_MODES)[number]

/** Whether the person logged in here last is an influencer, for the first paint alone. */
export const KIND_STORAGE_KEY = 'kind'
/** Whether somebody was ever logged in in this browser. */
export const BEEN_HERE_STORAGE_KEY = 'beenHere'

/**
 * Runs before the first paint: the chosen theme, whether someone is or ever was logged in, and whether they come back from
 * their bank, so that nothing flashes and nothing untrue is said.
 */
export const FIRST_PAINT_SCRIPT = `try{var d=document.documentElement.dataset,s=localStorage,t=s.getItem("${THEME_STORAGE_KEY}");if(t==="light"||t==="dark")d.theme=t;d.auth=s.getItem("auth")?"in":"out";d.kind=s.getItem("${KIND_STORAGE_KEY}")||"";if(s.getItem("${BEEN_HERE_STORAGE_KEY}"))d.known="";if(/[?&]payment_intent=/.test(location.search))d.paying=""}catch(e){}`

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
      // Storage can be refused; the choice then holds for this page.
    }
    for (const listener of listeners) listener()
  },
}
