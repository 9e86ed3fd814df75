export type { NotificationsDeps } from './deps.ts'
export { mailsAbout } from './mails-about.ts'
export { createNotifications } from './notifications.ts'
export { mailRefusedAt } from './store.ts'
