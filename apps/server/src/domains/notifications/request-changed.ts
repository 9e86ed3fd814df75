import { pence, type TurnShown } from '@parley/contract'
import {
  findRequest,
  KEPT_IN_LINE,
  type NamedRequest,
  placeInLine,
  type RequestChanged,
  TIME_STANDS,
} from '../requests/public.ts'
import { callOffMails } from './call-off-mails.ts'
import type { NotificationsDeps } from './deps.ts'
import { giftMails } from './gift-mails.ts'
import { invitePlaceHolder, isInvitationChanged } from './invitations/event-invitations.ts'
import { inviteParties, withCorrectedEntry } from './invitations/invitation-mails.ts'
import { planReminders } from './reminders.ts'
import * as write from './request-mails.ts'
import { type Mail, sendMail } from './send-mail.ts'
import { turnKeptMail } from './turns/turn-mails.ts'

const BEFORE_PAID: readonly string[] = ['unpaid', 'processing', 'failed']
const justPaid = (change: RequestChanged) =>
  BEFORE_PAID.includes(change.fromPayment) && !BEFORE_PAID.includes(change.payment)

/** Sends the mails about a change of a request, once, and plans reminders of a dated one. */
export async function requestChanged(
  deps: NotificationsDeps,
  change: RequestChanged,
  workId: string,
): Promise<void> {
  const request = await findRequest(deps.db, change.requestId)
  if (!request) throw new Error('a request is never deleted')
  const isOfTurn = justPaid(change) || isInvitationChanged(change)
  const turns = isOfTurn ? await deps.turnsOf(deps.db, placeInLine(request)) : null
  const turn = turns?.get(request.row.id)
  const mails = [
    ...mailsOf(request, { ...change, workId }, turn),
    ...(await callOffMails(deps, request, change)),
    ...(await giftMails(deps.db, request, { ...change, workId })),
  ]
  for (const mail of mails) await sendMail(deps, await withCorrectedEntry(deps, request, mail))
  await inviteParties(deps, request, change)
  await invitePlaceHolder(deps, request, { change, turn })
  if (justPaid(change) || isMoved(change)) await planReminders(deps, request)
}

/** Both have another time by now. */
const isMoved = ({ action }: RequestChanged) => action === 'move' || action === 'take_proposal'

/** A place follows its event. Whatever else cancels one, such as a bank or a gift of its price, leaves the event. */
const isEventOff = ({ state, action }: RequestChanged) =>
  state === 'cancelled' && (action === 'event' || action === 'time')

/** A change, and the work that brings it, which is the same at each retry. */
type Change = RequestChanged & { workId: string }

/** The mails that a change of a request gives rise to. */
export function mailsOf(request: NamedRequest, change: Change, turn?: TurnShown): Mail[] {
  const { row } = request
  const { refund } = change
  const about = row.id
  // It may come again, and before its first mail is written the request may be at the version of the second.
  const aboutThis = `${row.id}:${change.workId}`
  const toBuyer = { userId: row.buyerId, about }
  const isClosedNow = change.fromState !== change.state
  // The influencer did not refuse, and the reason is private.
  const isCalledOff = change.action === 'suspend' || change.action === 'too_young'
  const mails: Mail[] = []
  if (justPaid(change)) {
    mails.push({ ...toBuyer, kind: 'receipt', template: write.receiptMail(request, turn) })
    // Places at an event are many: their owner sees them counted on the event's page instead.
    if (row.requestType === 'private' && row.influencerId && isOpenState(change.state)) {
      const template = write.arrivedMail(request)
      mails.push({ userId: row.influencerId, about, kind: 'arrived', template })
    }
  }
  if (change.action === 'accept' && isClosedNow) {
    mails.push({ ...toBuyer, kind: 'accepted', template: write.acceptedMail(request) })
  }
  if (change.action === 'propose') {
    const template = write.proposedMail(request, change.proposed ?? [])
    mails.push({ ...toBuyer, about: aboutThis, kind: 'proposed', template })
  }
  if (change.action === 'keep_time' && row.influencerId) {
    const template = write.keptMail(request)
    mails.push({ userId: row.influencerId, about: aboutThis, kind: 'time_kept', template })
  }
  if (change.action === TIME_STANDS) mails.push(...timeStandsMails(request, aboutThis))
  if (isMoved(change)) {
    const by = change.action === 'move' ? ('buyer' as const) : ('both' as const)
    const moved = { kind: 'moved' as const, about: `${row.id}:${row.slotSequence}` }
    mails.push({ ...moved, userId: row.buyerId, template: write.movedMail(request, { reader: 'buyer', by }) })
    const template = write.movedMail(request, { reader: 'influencer', by })
    if (row.influencerId) mails.push({ ...moved, userId: row.influencerId, template })
  }
  if (change.action === 'claim') {
    mails.push({ ...toBuyer, kind: 'claimed', template: write.claimedMail(request) })
  }
  if (change.state === 'rejected' && isClosedNow) {
    const back = refund?.pence ?? pence(0)
    const template = isCalledOff ? write.calledOffMail(request, back) : write.rejectedMail(request, back)
    mails.push({ ...toBuyer, kind: 'rejected', template })
  }
  if (row.requestType === 'broadcast' && isEventOff(change) && isClosedNow) {
    const template = write.eventCancelledMail(request, refund?.pence ?? pence(0))
    mails.push({ ...toBuyer, kind: 'event_cancelled', template })
  }
  const isKept = row.settledBy !== null && KEPT_IN_LINE.has(row.settledBy)
  if (isClosedNow && isKept && row.state === 'completed' && request.event?.format === 'queue') {
    mails.push({ ...toBuyer, kind: 'turn_kept', template: turnKeptMail(request) })
  }
  if (refund) {
    const template = write.refundedMail(request, { ...refund, isCalledOff })
    mails.push({ userId: row.buyerId, about: `${row.id}:${refund.reason}`, kind: 'refunded', template })
  }
  return mails
}

function timeStandsMails(request: NamedRequest, about: string): Mail[] {
  const { row } = request
  const mailTo = (userId: string, reader: 'buyer' | 'influencer'): Mail => ({
    ...{ userId, about, kind: 'time_kept' },
    template: write.timeStandsMail(request, reader),
  })
  return [mailTo(row.buyerId, 'buyer'), ...(row.influencerId ? [mailTo(row.influencerId, 'influencer')] : [])]
}

const isOpenState = (state: RequestChanged['state']) => state === 'offered' || state === 'accepted'
