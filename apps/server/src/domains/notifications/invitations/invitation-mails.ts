import { bookingUid } from '@parley/contract'
import { ukMoment } from '@parley/contract/uk-time'
import type { CalendarEntry } from '../../../core/calendar-text.ts'
import { countWithdrawals, type NamedRequest, type RequestChanged } from '../../requests/public.ts'
import type { NotificationsDeps } from '../deps.ts'
import type { MailTemplate } from '../mail-template.ts'
import { factsOf } from '../request-mails.ts'
import { type Mail, sendMail } from '../send-mail.ts'
import { hasMailAbout } from '../store.ts'

type Role = 'buyer' | 'attendee' | 'influencer'
type Agreed = Pick<RequestChanged, 'state' | 'payment'>

const NOT_PAID: readonly string[] = ['unpaid', 'processing', 'failed']
const isAgreed = ({ state, payment }: Agreed) => state === 'accepted' && !NOT_PAID.includes(payment)

/**
 * The calendar entries of a dated call for both people: an invitation once it is accepted and paid, again when it moves
 * or somebody else attends, and that it does not take place when it ends without having begun.
 */
export async function inviteParties(
  deps: NotificationsDeps,
  request: NamedRequest,
  change: RequestChanged,
): Promise<void> {
  for (const { as, party } of changesFor(request, change)) {
    const { attendeeId, id: requestId } = request.row
    const isAttendee = party.role === 'attendee' && attendeeId !== null
    const withdrawals = isAttendee ? await countWithdrawals(deps.db, { requestId, attendeeId }) : 0
    const entry = entryOf(request, { role: party.role, withdrawals }, deps.publicOrigin)
    if (as === 'withdrawn') {
      await sendMail(deps, withdrawnMail(request, { ...party, about: requestId }, entry))
      continue
    }
    // Who attends only since the move has no entry that moves, although the news of the move comes late.
    const exceptAbout = `${requestId}:${entry.sequence}`
    const earlier = { userId: party.userId, kind: 'invitation', about: requestId, exceptAbout }
    const isMoved = as === 'moved' && (await hasMailAbout(deps.db, earlier))
    await sendMail(deps, invitationMail(request, { ...party, isMoved }, entry))
  }
}

interface InvitationChange {
  as: 'invited' | 'moved' | 'withdrawn'
  party: Party
}

function changesFor(request: NamedRequest, change: RequestChanged): InvitationChange[] {
  const { row } = request
  if (row.requestType !== 'private' || !row.startsAt) return []
  const before = isAgreed({ state: change.fromState, payment: change.fromPayment })
  const after = isAgreed(change)
  const isOpen = row.state === 'accepted' && row.begunAt === null
  if (after && isOpen) {
    if (change.action === 'attend' && row.attendeeId)
      return [{ as: 'invited', party: { userId: row.attendeeId, role: 'attendee' } }]
    if (!before) return partiesOf(request).map(party => ({ as: 'invited', party }))
    const isMoved = change.action === 'move' || change.action === 'take_proposal'
    return isMoved ? partiesOf(request).map(party => ({ as: 'moved', party })) : []
  }
  const isOver = before && !after && row.begunAt === null && row.endedAt !== null
  return isOver ? partiesOf(request).map(party => ({ as: 'withdrawn', party })) : []
}

/** Takes the call out of the calendar of somebody who does not attend it any more. */
export async function withdrawInvitation(
  deps: NotificationsDeps,
  { request, userId, about }: { request: NamedRequest; userId: string; about: string },
): Promise<void> {
  const { row } = request
  if (row.requestType !== 'private' || !row.startsAt) return
  // This withdrawal is counted too, and it withdraws an invitation that was sent before it.
  const counted = await countWithdrawals(deps.db, { requestId: row.id, attendeeId: userId })
  const withdrawals = Math.max(0, counted - 1)
  const entry = entryOf(request, { role: 'attendee', withdrawals }, deps.publicOrigin)
  return sendMail(deps, withdrawnMail(request, { userId, role: 'attendee', about }, entry))
}

/**
 * A mail about a call. Where it says to the influencer that somebody else attends now, it also corrects the name in the
 * calendar entry that they have: the date stays, so the entry has the same number and a newer stamp.
 */
export async function withCorrectedEntry(
  deps: NotificationsDeps,
  request: NamedRequest,
  mail: Mail,
): Promise<Mail> {
  const { row } = request
  const { userId } = mail
  if (mail.kind !== 'attendee_changed' || userId !== row.influencerId) return mail
  const isAgreedCall = row.requestType === 'private' && row.startsAt !== null && row.begunAt === null
  if (!isAgreedCall || !isAgreed({ state: row.state, payment: row.paymentStatus })) return mail
  const about = row.id
  if (!(await hasMailAbout(deps.db, { userId, kind: 'invitation', about }))) return mail
  const entry = entryOf(request, { role: 'influencer', withdrawals: 0 }, deps.publicOrigin)
  return { ...mail, invitation: { method: 'REQUEST', about, entry } }
}

interface Party {
  userId: string
  role: Role
}

function partiesOf({ row }: NamedRequest): Party[] {
  return [
    { userId: row.buyerId, role: 'buyer' },
    ...(row.attendeeId ? [{ userId: row.attendeeId, role: 'attendee' as const }] : []),
    ...(row.influencerId ? [{ userId: row.influencerId, role: 'influencer' as const }] : []),
  ]
}

function invitationMail(
  request: NamedRequest,
  { userId, role, isMoved }: Party & { isMoved: boolean },
  entry: CalendarEntry,
): Mail {
  return {
    kind: 'invitation',
    userId,
    about: `${request.row.id}:${entry.sequence}`,
    template: invitationTemplate(request, { entry, role, isMoved }),
    invitation: { method: 'REQUEST', about: request.row.id, entry },
  }
}

function withdrawnMail(request: NamedRequest, party: Party & { about: string }, entry: CalendarEntry): Mail {
  return {
    kind: 'invitation_withdrawn',
    userId: party.userId,
    about: party.about,
    template: withdrawnTemplate(request, { entry, role: party.role }),
    // A calendar ignores an entry that is not newer than the one that it has.
    invitation: {
      method: 'CANCEL',
      about: request.row.id,
      entry: { ...entry, sequence: entry.sequence + 1 },
    },
  }
}

/** What a calendar gets of one attendance beside moves: the invitation, and its withdrawal. */
const STEPS_OF_AN_ATTENDANCE = 2

/** The entry of a call for one of its people, whose attendance was withdrawn so often before. */
function entryOf(
  request: NamedRequest,
  { role, withdrawals }: { role: Role; withdrawals: number },
  origin: string,
): CalendarEntry {
  const { row, buyerName, attendeeName, influencerName } = request
  const other = role === 'influencer' ? (attendeeName ?? buyerName) : influencerName
  if (!row.startsAt || !row.endsAt) throw new Error('only a dated call is in a calendar')
  return {
    uid: bookingUid(row.id, origin),
    // One name for the call, so who attends again after a withdrawal needs a newer number.
    sequence: (row.slotSequence ?? 0) + STEPS_OF_AN_ATTENDANCE * withdrawals,
    title: `Video call with @${other ?? ''}`,
    description: row.description,
    url: `${origin}${pathOf(request, role)}`,
    startsAt: row.startsAt,
    endsAt: row.endsAt,
    blocks: row.slotSequence !== null || row.takesTime ? 'all' : 'nothing',
  }
}

const pathOf = ({ row }: NamedRequest, role: Role) =>
  role === 'influencer' ? `/paidchat/${row.slug}` : `/chat/${row.slug}`

interface Shown {
  entry: CalendarEntry
  role: Role
}

function invitationTemplate(
  request: NamedRequest,
  { entry, role, isMoved }: Shown & { isMoved: boolean },
): MailTemplate {
  const when = ukMoment(entry.startsAt)
  return {
    subject: isMoved
      ? `Moved in your calendar: ${entry.title}, ${when}`
      : `For your calendar: ${entry.title}, ${when}`,
    news: [
      isMoved
        ? 'This invitation replaces the earlier one: your calendar moves the call by itself.'
        : 'This is the invitation to your call. Your calendar keeps it up to date by itself when the time changes.',
    ],
    facts: factsOf(request).filter(([name]) => role !== 'influencer' || name !== 'With'),
    next: ['You do not need to answer it: both of you have agreed on the time.'],
    action: { label: 'Go to the call', path: pathOf(request, role) },
  }
}

function withdrawnTemplate(request: NamedRequest, { entry, role }: Shown): MailTemplate {
  return {
    subject: `Off your calendar: ${entry.title}, ${ukMoment(entry.startsAt)}`,
    news: ['This call does not take place with you: your calendar takes it out by itself.'],
    facts: factsOf(request).filter(([name]) => role !== 'influencer' || name !== 'With'),
    next: ['Where money was paid, another mail says what comes back.'],
  }
}
