import { MOMENT, zonedText } from '../../language/formats.ts'
import { deviceZone, useShownZone, zoneName } from '../../language/shown-zone.ts'
import { slotText } from './slot-text.ts'

/**
 * Writes a date and time, of a slot or of a deadline, in the shown zone: with its short name where it is that of this
 * device, as all other times have it, and with its place where it is another one.
 */
export function useZonedSlotText(): (at: string) => string {
  const zone = useShownZone()
  return at =>
    zone === deviceZone() ? zonedText(new Date(at), MOMENT) : `${slotText(at, zone)} (${zoneName(zone)})`
}
