export type { ScheduleDeps } from './deps.ts'
export {
  assertChecked,
  type CheckedHolds,
  type CheckHolds,
  reserveTime,
} from './holds-to-check.ts'
export { freeTime, reserveEventTime } from './reserve-event-time.ts'
export {
  assertNeedsNoSlot,
  type FreeSlot,
  freeSlot,
  lockSchedule,
  reserveFirstSlot,
  reserveKept,
  reserveProposed,
  reserveSlot,
  type SlotTerms,
} from './reserve-slot.ts'
export { keepWindow, reserveWindow } from './reserve-window.ts'
export { createSchedule } from './schedule.ts'
export { type Between, isNear, type Nearby, nearbyOf } from './slots/nearby.ts'
export { nextFreeOf } from './slots/next-free.ts'
export {
  availabilityOf,
  callsWithin,
  holdsOf,
  holdUntilOf,
  takenWithin,
} from './store.ts'
