import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/client.ts'
import type { MailSender } from './mail-sender.ts'

/** Leaves work that is not due before a moment of the application's clock. */
export interface LaterWriter {
  addLater(tx: Tx, work: { topic: string; payload: Record<string, unknown>; runAt: Date }): Promise<void>
}

/** What the operations of this domain use. */
export interface NotificationsDeps extends Core {
  mailSender: MailSender
  later: LaterWriter
}

export const NOTIFICATION_TOPICS = {
  /** Work of lower domains: `{template, userId, data}`. */
  mail: 'notifications.mail',
  remind: 'notifications.remind',
} as const
