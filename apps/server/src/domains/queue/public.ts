export type { QueueDeps } from './deps.ts'
export { createQueue } from './queue.ts'
export { turnRooms } from './turn-rooms.ts'
