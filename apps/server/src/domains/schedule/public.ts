export type { ScheduleDeps } from './deps.ts'
export { scheduleRoutes } from './routes.ts'
export { availabilityOf, deleteAvailability } from './store.ts'
export { freeTime, takeEventTime } from './take-event.ts'
export {
  assertNeedsNoSlot,
  type FreeSlot,
  freeSlot,
  lockScheduleOf,
  type SlotTerms,
  takeSlot,
} from './take-slot.ts'
