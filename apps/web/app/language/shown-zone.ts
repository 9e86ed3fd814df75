import { createValueStore } from '../store/store.ts'
import { useStore } from '../store/use-store.ts'
import { dateText, zonedText } from './formats.ts'

const KEY = 'parley-shown-zone'

/** The zone of this device. */
export const deviceZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** A short name of a zone: "New York", "Lord Howe". */
export const zoneName = (zone: string): string => zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone

/** A browser without storage keeps the choice until the page is left. */
function storedZone(): string | null {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    // A browser without storage shows its own zone.
    return null
  }
}

/** The zone that this person chose in this tab; null for the device's. */
const chosen = createValueStore(storedZone())

/** Shows the times of all slots of this tab in a zone. */
export function showZone(zone: string): void {
  chosen.set(zone)
  try {
    sessionStorage.setItem(KEY, zone)
  } catch {
    // Kept until the page is left.
  }
}

/** The zone in which the times of slots are shown. */
export const useShownZone = (): string => useStore(chosen) ?? deviceZone()

/**
 * A time of this device's clock with the short name of its zone, "19:00 BST"; where slots beside it are shown in
 * another zone, with the place of its own: "19:00 (London)".
 */
export function ownTimeText(at: Date, format: Intl.DateTimeFormatOptions, shownZone: string): string {
  const own = deviceZone()
  return shownZone === own ? zonedText(at, format) : `${dateText(at, format)} (${zoneName(own)})`
}
