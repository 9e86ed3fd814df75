import type { Slots } from '@parley/contract'
import { dateIn } from './slot-text.ts'

interface Answer {
  slots: Slots
  /** The dates that were asked for, in the zone of the answer. */
  from: string
  to: string
}

/** Whether an answer says that a time is not free any more; false where it says nothing of this time. */
export function isLost(start: string, { slots, from, to }: Answer): boolean {
  const { days, next_slot: next, zone } = slots
  const startMs = Date.parse(start)
  if (Number.isNaN(startMs)) return true
  const isIt = (slot: { start: string }) => Date.parse(slot.start) === startMs
  if (next === null || startMs < Date.parse(next.start)) return true
  if (isIt(next)) return false
  const date = dateIn(start, zone)
  if (date < from || date > to) return false
  return !days.some(day => day.slots.some(isIt))
}
