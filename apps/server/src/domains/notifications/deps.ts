import * as z from 'zod/mini'
import type { Core } from '../../core/core.ts'
import { defineTopic, type Topic } from '../../core/topic.ts'
import type { Tx } from '../../db/client.ts'
import type { MailSender } from './mail-sender.ts'

/** Leaves work that is not due before a moment of the application's clock. */
export interface LaterWriter {
  addLater<Payload extends object>(
    tx: Tx,
    work: { topic: Topic<Payload>; payload: NoInfer<Payload>; runAt: Date },
  ): Promise<void>
}

/** What the operations of this domain use. */
export interface NotificationsDeps extends Core {
  mailSender: MailSender
  /** The address that mails come from: the organizer of every invitation. */
  mailFrom: string
  later: LaterWriter
}

/** Topics of work that this domain leaves for itself; `MAIL_TOPIC` is the one that it takes from the others. */
export const NOTIFICATION_TOPICS = {
  remind: defineTopic(
    'notifications.remind',
    z.object({ requestId: z.string(), lead: z.enum(['day', 'hour', 'ten_minutes']) }),
  ),
} as const
