import { type Domain, domainOf, personalDataOf } from '../../core/domain.ts'
import { MAIL_TOPIC } from '../../core/mail-topic.ts'
import { shareOf, workOf } from '../../core/topic.ts'
import { LIVE_EVENT_TOPICS } from '../live-events/public.ts'
import { QUEUE_TOPICS } from '../queue/public.ts'
import { REQUEST_TOPICS } from '../requests/public.ts'
import { NOTIFICATION_TOPICS, type NotificationsDeps } from './deps.ts'
import { inviteOwner } from './invitations/event-invitations.ts'
import { exportMails } from './personal-data.ts'
import { remind } from './reminders.ts'
import { requestChanged } from './request-changed.ts'
import { sendRequestedMail } from './send-requested-mail.ts'
import { mailLine } from './turns/line-stands.ts'

/** The notifications domain: mails that other domains ask for, and mails about what happened to a request. */
export function createNotifications(deps: NotificationsDeps): Domain {
  return domainOf({
    work: [
      workOf(MAIL_TOPIC, (work, workId) => sendRequestedMail(deps, work, workId)),
      workOf(NOTIFICATION_TOPICS.remind, work => remind(deps, work)),
      workOf(QUEUE_TOPICS.stands, work => mailLine(deps, work)),
      shareOf(LIVE_EVENT_TOPICS.changed, 'notifications', ({ eventId }) => inviteOwner(deps, eventId)),
      shareOf(REQUEST_TOPICS.changed, 'notifications', (change, workId) =>
        requestChanged(deps, change, workId),
      ),
    ],
    personal: personalDataOf({ exported: async userId => ({ mails: exportMails(deps.db, userId) }) }),
  })
}
