export { liveEvents } from './tables.ts'
