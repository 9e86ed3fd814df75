export type { QueueDeps } from './deps.ts'
export { createQueue } from './queue.ts'
export { turnsShown } from './show-queue.ts'
export { turnRooms } from './turn-rooms.ts'
