import { eventUid, type TurnShown } from '@parley/contract'
import { ukMoment } from '@parley/contract/uk-time'
import type { CalendarEntry } from '../../../core/calendar-text.ts'
import { dateOfEvent, type EventDate } from '../../live-events/public.ts'
import {
  countEarlierPlaces,
  dateOfPlace,
  type NamedRequest,
  type RequestChanged,
} from '../../requests/public.ts'
import type { NotificationsDeps } from '../deps.ts'
import type { MailTemplate } from '../mail-template.ts'
import { type Mail, sendMail } from '../send-mail.ts'
import { hasMailAbout } from '../store.ts'

type Place = Pick<RequestChanged, 'state' | 'payment'>

const NOT_PAID: readonly string[] = ['unpaid', 'processing', 'failed']
const stands = ({ state, payment }: Place) =>
  (state === 'offered' || state === 'accepted') && !NOT_PAID.includes(payment)

/** Whether a place stands by a change, or stands no more. */
export const isInvitationChanged = (change: RequestChanged): boolean =>
  stands({ state: change.fromState, payment: change.fromPayment }) !== stands(change)

const NO_ANSWER = ['You do not need to answer it.']

/**
 * The calendar entries for somebody with a place at a dated event: an invitation when the place is paid, and that
 * it is over when it ends before the event has begun. The date of an event with a place stays, so an invitation never
 * moves.
 */
export async function invitePlaceHolder(
  deps: NotificationsDeps,
  request: NamedRequest,
  { change, turn }: { change: RequestChanged; turn: TurnShown | undefined },
): Promise<void> {
  const { row, event } = request
  if (row.requestType !== 'broadcast' || !row.liveEventId || !event?.startsAt || row.begunAt) return
  if (!isInvitationChanged(change)) return
  const after = stands(change)
  const entry = await placeEntry(deps, request, { turn, step: after ? 'paid' : 'over' })
  if (!entry) return
  const to = { userId: row.buyerId, name: row.id }
  if (after) return sendMail(deps, invited(entry, { ...to, news: 'This is the invitation to the event.' }))
  const news = 'You have no place at this event any more: your calendar takes it out by itself.'
  return sendMail(deps, withdrawn(entry, { ...to, news }))
}

/** The calendar entry for somebody in a line once their number stands: about when their turn comes. */
export async function updateTurnInvitation(
  deps: NotificationsDeps,
  request: NamedRequest,
  turn: TurnShown,
): Promise<void> {
  const { row } = request
  const entry = await placeEntry(deps, request, { turn, step: 'timed' })
  if (!entry || row.begunAt) return
  const news = 'This replaces the earlier entry: your calendar moves it to about the time of your turn.'
  return sendMail(deps, invited(entry, { userId: row.buyerId, name: row.id, news }))
}

/** What a calendar gets of one place, in this order. */
const STEPS = { paid: 0, timed: 1, over: 2 } as const
const STEPS_OF_A_PLACE = 3

async function placeEntry(
  deps: NotificationsDeps,
  request: NamedRequest,
  { turn, step }: { turn: TurnShown | undefined; step: keyof typeof STEPS },
): Promise<CalendarEntry | null> {
  const { row, event } = request
  const date = dateOfPlace(request, turn)
  if (!event || !date || !row.liveEventId) return null
  // One name for the event, so a place that is bought again after it was given back needs a newer number.
  const earlier = await countEarlierPlaces(deps.db, row)
  return {
    ...date,
    uid: eventUid(row.liveEventId, deps.publicOrigin),
    sequence: event.dateSequence + STEPS_OF_A_PLACE * earlier + STEPS[step],
    description: `Live event with @${request.influencerName ?? ''}`,
    url: `${deps.publicOrigin}/live-event/${event.slug}`,
    blocks: 'all',
  }
}

/** The calendar entries for an event's owner when the event is made, moved or cancelled. */
export async function inviteOwner(deps: NotificationsDeps, eventId: string): Promise<void> {
  const event = await dateOfEvent(deps.db, eventId)
  if (!event || event.stands === 'begun') return
  const to = { userId: event.ownerId, name: `event-${event.id}` }
  if (event.stands === 'on' && event.startsAt) {
    const entry = ownEntry(event, event.startsAt, deps.publicOrigin)
    const isMoved = event.dateSequence > 0 && (await isInvited(deps, to))
    const news = isMoved
      ? 'This replaces the earlier entry: your calendar moves the event by itself.'
      : 'This is the entry of your live event.'
    return sendMail(deps, invited(entry, { ...to, news }))
  }
  if (!(await isInvited(deps, to))) return
  // A program that takes it out needs no date of it; a calendar text needs one.
  const entry = ownEntry(event, event.startsAt ?? deps.clock.now(), deps.publicOrigin)
  const sequence = entry.sequence + (event.stands === 'off' ? 1 : 0)
  const news = 'This event does not take place at this time: your calendar takes it out by itself.'
  return sendMail(deps, withdrawn({ ...entry, sequence }, { ...to, news }))
}

const isInvited = ({ db }: NotificationsDeps, { userId, name }: { userId: string; name: string }) =>
  hasMailAbout(db, { userId, kind: 'invitation', about: name })

const ownEntry = (event: EventDate, startsAt: Date, origin: string): CalendarEntry => ({
  uid: eventUid(event.id, origin),
  sequence: event.dateSequence,
  title: event.title,
  description: 'Your live event',
  url: `${origin}/live-event/${event.slug}`,
  startsAt,
  endsAt: new Date(startsAt.getTime() + event.lengthMs),
  blocks: 'all',
})

interface To {
  userId: string
  /** What all mails about it are named by. */
  name: string
  news: string
}

function invited(entry: CalendarEntry, { userId, name, news }: To): Mail {
  const template: MailTemplate = {
    subject: `For your calendar: ${entry.title}, ${ukMoment(entry.startsAt)}`,
    news: [news, 'Your calendar keeps it up to date by itself.'],
    facts: [
      ['What', entry.title],
      ['When', ukMoment(entry.startsAt)],
    ],
    next: NO_ANSWER,
    action: { label: 'See the event', path: new URL(entry.url).pathname },
  }
  const about = `${name}:${entry.sequence}`
  return {
    kind: 'invitation',
    userId,
    about,
    template,
    invitation: { method: 'REQUEST', about: name, entry },
  }
}

function withdrawn(entry: CalendarEntry, { userId, name, news }: To): Mail {
  const template: MailTemplate = {
    subject: `Off your calendar: ${entry.title}`,
    news: [news],
    facts: [['What', entry.title]],
    next: NO_ANSWER,
  }
  const invitation = { method: 'CANCEL' as const, about: name, entry }
  return { kind: 'invitation_withdrawn', userId, about: `${name}:${entry.sequence}`, template, invitation }
}
