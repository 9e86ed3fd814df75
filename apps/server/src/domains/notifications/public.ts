export type { NotificationsDeps } from './deps.ts'
export { notificationWork } from './notifications.ts'
export { exportMails } from './personal-data.ts'
