import { createValueStore } from '../../store/store.ts'
import { useStore } from '../../store/use-store.ts'
import { deviceZone, slotText, zoneName } from './slot-text.ts'

const KEY = 'parley-shown-zone'

/** A browser without storage keeps the choice until the page is left. */
function storedZone(): string | null {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
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

/** Writes the date and time of a slot in the shown zone, with the name of the zone. */
export function useZonedSlotText(): (start: string) => string {
  const zone = useShownZone()
  return start => `${slotText(start, zone)} (${zoneName(zone)})`
}
