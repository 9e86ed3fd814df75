export type { NotificationsDeps } from './deps.ts'
export { createNotifications } from './notifications.ts'
export { exportMails } from './personal-data.ts'
export { mailsAbout } from './store.ts'
