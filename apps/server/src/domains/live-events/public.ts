export { virtualEventsOf } from './list-live-events.ts'
export { liveEventRoutes } from './routes.ts'
export { liveEvents } from './tables.ts'
