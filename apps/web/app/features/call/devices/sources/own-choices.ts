import type { Switch } from './device.ts'

/** What a device's person has chosen of their own picture and sound, at first. Music sounds better without suppression. */
const FIRST = { noiseSuppression: 'on', backgroundBlur: 'off' } as const
type Choice = keyof typeof FIRST

/** A choice of this device; the first one where none is kept. */
export function readChoice(storage: Pick<Storage, 'getItem'>, name: Choice): Switch {
  try {
    const kept = storage.getItem(name)
    return kept === 'on' || kept === 'off' ? kept : FIRST[name]
  } catch {
    return FIRST[name]
  }
}

/** Keeps the choice; a browser that refuses storage forgets it with the page. */
export function keepChoice(
  storage: Pick<Storage, 'setItem'>,
  { name, choice }: { name: Choice; choice: Switch },
): void {
  try {
    storage.setItem(name, choice)
  } catch {
    // Private modes may refuse: the switch holds until the page is left.
  }
}
