import { REQUEST_TOPICS } from '../requests/public.ts'
import { NOTIFICATION_TOPICS, type NotificationsDeps } from './deps.ts'
import { mailAskedFor } from './mail-asked-for.ts'
import { remind } from './reminders.ts'
import { requestChanged } from './request-changed.ts'

type Handle = (payload: Record<string, unknown>, workId: string) => Promise<void>

/** The work of this domain in the outbox: topics of its own, and a share of others' topics. */
export function notificationWork(deps: NotificationsDeps): {
  handlers: Record<string, Handle>
  shares: Record<string, Handle>
} {
  return {
    handlers: {
      [NOTIFICATION_TOPICS.mail]: (payload, workId) => mailAskedFor(deps, payload, workId),
      [NOTIFICATION_TOPICS.remind]: payload => remind(deps, payload),
    },
    shares: { [REQUEST_TOPICS.changed]: payload => requestChanged(deps, payload) },
  }
}
