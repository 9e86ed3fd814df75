import type { Switch } from './local-media.ts'

const KEY = 'noiseSuppression'

/** Whether noise suppression is on for this device; on by default (music sounds better without). */
export function readNoiseChoice(storage: Pick<Storage, 'getItem'>): Switch {
  try {
    return storage.getItem(KEY) === 'off' ? 'off' : 'on'
  } catch {
    return 'on'
  }
}

/** Keeps the choice; a browser that refuses storage forgets it with the page. */
export function keepNoiseChoice(storage: Pick<Storage, 'setItem'>, choice: Switch): void {
  try {
    storage.setItem(KEY, choice)
  } catch {
    // Private modes may refuse: the switch holds until the page is left.
  }
}
