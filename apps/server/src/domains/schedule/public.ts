export type { ScheduleDeps } from './deps.ts'
export { createSchedule } from './schedule.ts'
export { type Between, isNear, type Nearby, nearbyOf } from './slots/nearby.ts'
export { nextFreeOf } from './slots/next-free.ts'
export {
  availabilityOf,
  callsWithin,
  deleteAvailability,
  holdsOf,
  holdUntilOf,
  takenWithin,
} from './store.ts'
export { freeTime, takeEventTime } from './take-event.ts'
export {
  assertNeedsNoSlot,
  type FreeSlot,
  freeSlot,
  lockSchedule,
  type SlotTerms,
  takeFirstSlot,
  takeKept,
  takeProposed,
  takeSlot,
} from './take-slot.ts'
export { keepWindow, takeWindow } from './take-window.ts'
export { type AskAboutHolds, type AskedAbout, assertAsked, takingTime } from './taking-time.ts'
