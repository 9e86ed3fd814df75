export type { NotificationsDeps } from './deps.ts'
export { mailsHeldOn } from './held-on-person.ts'
export { notificationWork } from './notifications.ts'
