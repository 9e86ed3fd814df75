import type { NamedRequest, RequestChanged } from '../requests/public.ts'
import type { NotificationsDeps } from './deps.ts'
import type { MailTemplate } from './mail-template.ts'
import { factsOf } from './request-mails.ts'
import { getsCalendarOf, type Mail } from './send-mail.ts'

type Change = Pick<RequestChanged, 'action' | 'actorId' | 'fromState' | 'state' | 'fromPayment'>

const BEFORE_PAID: readonly string[] = ['unpaid', 'processing', 'failed']

/** The influencer expected a call, and somebody else, or time, ended it before it began. */
export async function callOffMails(
  deps: NotificationsDeps,
  request: NamedRequest,
  change: Change,
): Promise<Mail[]> {
  const { row } = request
  const { influencerId, id: about } = row
  if (!influencerId || row.requestType === 'broadcast' || change.actorId === influencerId) return []
  const isOff = change.state === 'cancelled' || change.state === 'expired'
  if (!isOff || change.state === change.fromState || row.begunAt !== null) return []
  // Nobody expects what was never paid.
  if (BEFORE_PAID.includes(change.fromPayment)) return []
  // The calendar entry of a dated call that was agreed is withdrawn by a mail of its own.
  const isInCalendar = row.requestType === 'private' && row.startsAt && change.fromState === 'accepted'
  if (isInCalendar && (await getsCalendarOf(deps, { userId: influencerId, about }))) return []
  return [{ userId: influencerId, about, kind: 'call_off', template: callOffMail(request, change) }]
}

/** Attack: a mail that says why tells the influencer of a block, of a suspension or of a bank. */
function callOffMail(request: NamedRequest, { state, action }: Change): MailTemplate {
  const { row, buyerName, attendeeName } = request
  const other = `@${attendeeName ?? buyerName}`
  const news =
    state === 'expired'
      ? `The request of @${buyerName} has ended without a call.`
      : action === 'cancel'
        ? `@${buyerName} has cancelled the video call with you.`
        : `The video call with ${other} does not take place.`
  return {
    subject: `No video call with ${other}`,
    news: [news],
    facts: factsOf(request).filter(([name]) => name !== 'With'),
    next: [
      row.settledBy === 'cancelled_late'
        ? 'It was cancelled late: what stays paid becomes yours, less our fee.'
        : 'The money goes back, and there is nothing you need to do.',
    ],
    action: { label: 'See your requests', path: `/profile/${request.influencerName ?? ''}` },
  }
}
