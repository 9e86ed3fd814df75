export type { ScheduleDeps } from './deps.ts'
export { createSchedule } from './schedule.ts'
export { availabilityOf, deleteAvailability } from './store.ts'
export { freeTime, takeEventTime } from './take-event.ts'
export {
  assertNeedsNoSlot,
  type FreeSlot,
  freeSlot,
  lockSchedule,
  lockScheduleOf,
  type SlotTerms,
  takeSlot,
} from './take-slot.ts'
