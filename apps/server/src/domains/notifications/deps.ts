import * as z from 'zod/mini'
import type { Core } from '../../core/core.ts'
import { defineTopic } from '../../core/topic.ts'
import type { RequestsDeps } from '../requests/public.ts'
import type { MailSender } from './mail-sender.ts'

/** What the operations of this domain use. */
export interface NotificationsDeps extends Core {
  mailSender: MailSender
  /** The address that mails come from: the organizer of every invitation. */
  mailFrom: string
  turnsOf: RequestsDeps['turnsOf']
}

/** Topics of work that this domain leaves for itself; `MAIL_TOPIC` is the one that it takes from the others. */
export const NOTIFICATION_TOPICS = {
  remind: defineTopic(
    'notifications.remind',
    z.object({ requestId: z.string(), lead: z.enum(['day', 'hour', 'ten_minutes']) }),
  ),
} as const
