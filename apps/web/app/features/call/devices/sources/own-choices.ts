import type { Switch } from './device.ts'

/**
 * What a device's person has chosen of their own video and sound, at first. Music sounds better without suppression.
 */
const FIRST = { noiseSuppression: 'on', backgroundBlur: null } as const
type Choice = keyof typeof FIRST

/** A choice of this device. Where none is kept: the first one, or null where that is the system's own. */
export function readChoice<Name extends Choice>(
  storage: Pick<Storage, 'getItem'>,
  name: Name,
): Switch | (typeof FIRST)[Name] {
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
