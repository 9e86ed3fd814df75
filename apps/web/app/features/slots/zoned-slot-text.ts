import { useShownZone, zoneName } from '../../language/shown-zone.ts'
import { slotText } from './slot-text.ts'

/** Writes a date and time, of a slot or of a deadline, in the shown zone, with the name of the zone. */
export function useZonedSlotText(): (at: string) => string {
  const zone = useShownZone()
  return at => `${slotText(at, zone)} (${zoneName(zone)})`
}
