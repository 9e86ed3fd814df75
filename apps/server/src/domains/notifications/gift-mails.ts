import type { DbOrTx } from '../../db/client.ts'
import { countWithdrawals, type NamedRequest } from '../requests/public.ts'
import type { MailTemplate } from './mail-template.ts'
import { factsOf } from './request-mails.ts'
import type { Mail } from './send-mail.ts'

/** What a change of a request means to those of a call that was passed on. */
interface Change {
  action: string
  actorId: string | null
  fromState: string
  state: string
  attendeeLeft?: boolean | undefined
  /** The same at each retry. */
  workId: string
}

/** The mails about who attends in the buyer's place, and what becomes of the call they were invited to. */
export async function giftMails(db: DbOrTx, request: NamedRequest, change: Change): Promise<Mail[]> {
  const { row } = request
  const { attendeeId } = row
  const isLeft = change.attendeeLeft ?? (change.action === 'stop_attending' && !attendeeId)
  if (isLeft) return leftMails(request, change)
  if (!attendeeId) return []
  if (change.action === 'attend') {
    // Somebody whose attendance was withdrawn may accept another link: that one is news again.
    const withdrawals = await countWithdrawals(db, { requestId: row.id, attendeeId })
    return attendMails(request, { attendeeId, times: withdrawals > 0 ? `:${withdrawals}` : '' })
  }
  const isAnswered = change.action === 'accept' || change.action === 'claim'
  if (isAnswered) {
    return [{ userId: attendeeId, about: row.id, kind: 'accepted', template: acceptedForMail(request) }]
  }
  if (change.action === 'move' || change.action === 'take_proposal') {
    const about = `${row.id}:${row.slotSequence}`
    return [{ userId: attendeeId, about, kind: 'moved', template: movedForMail(request, change.action) }]
  }
  const isOver = ['rejected', 'cancelled', 'expired'].includes(change.state)
  const isOff = isOver && change.fromState !== change.state
  return isOff
    ? [{ userId: attendeeId, about: row.id, kind: 'not_attending', template: notAttendingMail(request) }]
    : []
}

/** To all three; `times` says how often this person has attended the call before. */
function attendMails(
  request: NamedRequest,
  { attendeeId, times }: { attendeeId: string; times: string },
): Mail[] {
  const { id, buyerId, influencerId } = request.row
  const about = `${id}:${attendeeId}${times}`
  const toInfluencer = { about, kind: 'attendee_changed', template: attendeeMail(request) } as const
  return [
    { userId: buyerId, about, kind: 'gift_accepted', template: giftAcceptedMail(request) },
    { userId: attendeeId, about: `${id}${times}`, kind: 'attending', template: attendingMail(request) },
    ...(influencerId ? [{ userId: influencerId, ...toInfluencer }] : []),
  ]
}

/** To the buyer, unless they took the invitation back, and to the influencer, who was to meet somebody else. */
function leftMails(request: NamedRequest, { actorId, state, workId }: Change): Mail[] {
  const { id, buyerId, influencerId } = request.row
  const changed = { about: `${id}:${workId}`, kind: 'attendee_changed' } as const
  const toBuyer = { ...changed, userId: buyerId, template: attendeeLeftMail(request) }
  const isOpen = state === 'offered' || state === 'accepted'
  return [
    ...(actorId === buyerId ? [] : [toBuyer]),
    ...(influencerId && isOpen
      ? [{ ...changed, userId: influencerId, template: buyerAttendsMail(request) }]
      : []),
  ]
}

/** Where the buyer finds what they paid for. */
const bookingPath = ({ row, influencerName }: NamedRequest) =>
  row.requestType === 'prepaid' ? `/prepaid/${row.slug}` : `/profile/${influencerName ?? ''}`

/** To the buyer: somebody accepted the invitation. */
function giftAcceptedMail(request: NamedRequest): MailTemplate {
  const attendee = request.attendeeName ?? ''
  return {
    subject: `@${attendee} has accepted your invitation`,
    news: [`@${attendee} has accepted your invitation and attends the call in your place.`],
    facts: factsOf(request),
    next: [
      'They get the reminders, and see neither the price nor the receipt. Money, cancelling and refunds stay yours.',
      'Until the call begins you can take the invitation back and attend yourself.',
    ],
    action: { label: 'See your booking', path: bookingPath(request) },
  }
}

/**
 * To the buyer: the person they invited does not come. Attack: a mail that says why tells the buyer of a block, of a
 * suspension or of an age.
 */
function attendeeLeftMail(request: NamedRequest): MailTemplate {
  return {
    subject: 'The person you invited to a call does not attend',
    news: ['The person who accepted your invitation does not attend the call any more.'],
    facts: factsOf(request),
    next: ['You can attend yourself, or invite somebody else.'],
    action: { label: 'See your booking', path: bookingPath(request) },
  }
}

/** To the influencer: the buyer attends again. Why is not said, as to the buyer. */
function buyerAttendsMail(request: NamedRequest): MailTemplate {
  const { row, buyerName } = request
  return {
    subject: `@${buyerName} attends your call again`,
    news: [
      `The person to whom @${buyerName} had given the call with you does not attend it. @${buyerName} does.`,
    ],
    facts: factsOf(request).filter(([name]) => name !== 'With'),
    next: ['Nothing else changes. They may give the call to somebody else; we write to you then.'],
    action: { label: 'Go to the call', path: `/paidchat/${row.slug}` },
  }
}

/** To the attendee: what they are going to. */
function attendingMail(request: NamedRequest): MailTemplate {
  const { row, buyerName } = request
  return {
    subject: `You are invited: a video call from @${buyerName}`,
    news: [`@${buyerName} has invited you to a video call, and you have accepted.`],
    facts: factsOf(request),
    next: [
      'There is nothing for you to pay. Come in by the button below; only the time both of you are there is counted.',
      ...(row.startsAt ? ['We will remind you before it begins.'] : []),
    ],
    action: { label: 'Go to the call', path: `/chat/${row.slug}` },
  }
}

/** To the attendee: the influencer will come. */
function acceptedForMail(request: NamedRequest): MailTemplate {
  return {
    subject: `@${request.influencerName ?? ''} will be there`,
    news: [`@${request.influencerName ?? ''} has accepted the call you are invited to.`],
    facts: factsOf(request),
    next: ['Open the call when it suits you both. Only the time you spend together is counted.'],
    action: { label: 'Go to the call', path: `/chat/${request.row.slug}` },
  }
}

/** To the attendee: the call has another time. */
function movedForMail(request: NamedRequest, by: 'move' | 'take_proposal'): MailTemplate {
  const { row, buyerName, influencerName } = request
  const other = influencerName ?? ''
  return {
    subject: `Moved: your video call with @${other}`,
    news: [
      by === 'move'
        ? `@${buyerName} moved the video call with @${other} to which you are invited.`
        : `The video call with @${other} to which you are invited has another time, which @${buyerName} agreed on.`,
    ],
    facts: factsOf(request),
    next: ['You attend it at the new time. We will remind you.'],
    action: { label: 'Go to the call', path: `/chat/${row.slug}` },
  }
}

/** To a former attendee: they do not attend any more. */
export function notAttendingMail(request: NamedRequest): MailTemplate {
  return {
    subject: 'You are not invited to the video call any more',
    news: ['The call you were invited to does not take place, or the invitation was taken back.'],
    facts: factsOf(request),
    next: ['There is nothing you need to do, and nothing for you to pay.'],
  }
}

/** To the influencer: who will be there instead of the buyer. */
function attendeeMail(request: NamedRequest): MailTemplate {
  const { row, buyerName, attendeeName } = request
  return {
    subject: `@${attendeeName ?? ''} attends your call instead of @${buyerName}`,
    news: [`@${buyerName} has given the call with you to @${attendeeName ?? ''}, who attends it.`],
    facts: factsOf(request).filter(([name]) => name !== 'With'),
    next: ['Nothing else changes: the time, the length and your share stay as they were.'],
    action: { label: 'Go to the call', path: `/paidchat/${row.slug}` },
  }
}
