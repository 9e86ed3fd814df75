import { MAIL_TOPIC } from '../../core/mail-topic.ts'
import { shareOf, type TopicWork, workOf } from '../../core/topic.ts'
import { REQUEST_TOPICS } from '../requests/public.ts'
import { NOTIFICATION_TOPICS, type NotificationsDeps } from './deps.ts'
import { mailAskedFor } from './mail-asked-for.ts'
import { remind } from './reminders.ts'
import { requestChanged } from './request-changed.ts'

/** The work of this domain in the outbox: topics of its own, and a share of others' topics. */
export function notificationWork(deps: NotificationsDeps): TopicWork[] {
  return [
    workOf(MAIL_TOPIC, (work, workId) => mailAskedFor(deps, work, workId)),
    workOf(NOTIFICATION_TOPICS.remind, work => remind(deps, work)),
    shareOf(REQUEST_TOPICS.changed, 'notifications', change => requestChanged(deps, change)),
  ]
}
