export {
  beginEvent,
  completeEvent,
  followQueue,
} from './change-event.ts'
export { LIVE_EVENT_TOPICS, type LiveEventsDeps } from './deps.ts'
export { countOpenEvents, listBegunEventsOf } from './end-of-suspended.ts'
export { dateOfEvent, type EventDate } from './event-date.ts'
export {
  type EventOffer,
  type EventStanding,
  eventStanding,
  offerOf,
  placesChanged,
} from './event-places.ts'
export { type EventSubject, findEventSubject } from './event-subject.ts'
export { virtualEventsOf } from './list-live-events.ts'
export { createLiveEvents } from './live-events.ts'
export { presentEvents } from './present-event.ts'
export { reportableEvent } from './reportable-event.ts'
export { liveEventRoutes } from './routes.ts'
export { type EventEdit, saveEvent } from './save-event.ts'
export { findPublicEvent, publicEventVersion } from './show-event.ts'
export { type FoundEvent, findEventRow, foundEvent, lockEvent, lockForSale } from './store.ts'
export { liveEvents, liveEventWords } from './tables.ts'
