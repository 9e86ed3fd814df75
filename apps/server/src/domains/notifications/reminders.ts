import { runAs } from '../../core/topic.ts'
import { withTransaction } from '../../db/client.ts'
import { findRequest, isCallPaid, type NamedRequest } from '../requests/public.ts'
import { NOTIFICATION_TOPICS, type NotificationsDeps } from './deps.ts'
import { reminderMail, startOf } from './request-mails.ts'
import { sendMail } from './send-mail.ts'

/** How long before the start of a dated call both are reminded. */
export const REMIND_BEFORE_MS = { day: 24 * 3_600_000, hour: 3_600_000, ten_minutes: 600_000 } as const
type Lead = keyof typeof REMIND_BEFORE_MS
/** The reminder after one, whose moment makes it late. */
const NEXT_LEAD: Record<Lead, Lead | null> = { day: 'hour', hour: 'ten_minutes', ten_minutes: null }
const LEADS = ['day', 'hour', 'ten_minutes'] as const

/** Leaves work for the moments before a dated call; a moment that has passed already is left out. */
export async function planReminders(deps: NotificationsDeps, request: NamedRequest): Promise<void> {
  const start = startOf(request)
  if (!start) return
  const now = deps.clock.now()
  for (const lead of LEADS) {
    if (lead === 'day' && !hasTime(request)) continue
    const runAt = momentOf(start, lead)
    if (runAt > now) await planOne(deps, { request, lead, runAt })
  }
}

/** Whether it begins at a time: an event, a slot or a tight window. In a wide window a call fits anywhere. */
const hasTime = ({ row, event }: NamedRequest): boolean =>
  event !== null || row.slotSequence !== null || row.takesTime

const momentOf = (start: Date, lead: Lead) => new Date(start.getTime() - REMIND_BEFORE_MS[lead])

function planOne(
  deps: NotificationsDeps,
  { request, lead, runAt }: { request: NamedRequest; lead: Lead; runAt: Date },
): Promise<void> {
  const payload = { requestId: request.row.id, lead }
  const work = { topic: NOTIFICATION_TOPICS.remind, payload, runAt }
  const plan = () => withTransaction(deps.db, tx => deps.outbox.addLater(tx, work))
  // The reminders of an event are due at one moment, thousands of them.
  return request.event ? runAs('bulk', plan) : plan()
}

/** Reminds both sides of a call that still takes place; when its start was moved, later. */
export async function remind(
  deps: NotificationsDeps,
  { requestId, lead }: { requestId: string; lead: Lead },
): Promise<void> {
  const request = await findRequest(deps.db, requestId)
  const start = request && startOf(request)
  if (!request || !start || !takesPlace(request)) return
  const now = deps.clock.now()
  const runAt = momentOf(start, lead)
  if (runAt > now) return planOne(deps, { request, lead, runAt })
  const following = NEXT_LEAD[lead]
  if (now >= start || (following && now >= momentOf(start, following))) return
  const { row, event } = request
  const msLeft = start.getTime() - now.getTime()
  const mailTo = (role: 'buyer' | 'attendee' | 'influencer', about: string) => ({
    kind: 'reminder' as const,
    about: `${lead}:${start.getTime()}:${about}`,
    template: reminderMail(request, { role, msLeft, start }),
    holds: () => isStillSo(deps, request),
  })
  const role = row.attendeeId ? 'attendee' : 'buyer'
  // A person in a line gets a reminder of their own turn, half an hour before the start.
  const hasOwnReminder = event?.format === 'queue' && lead === 'ten_minutes'
  if (!hasOwnReminder)
    await sendMail(deps, { userId: row.attendeeId ?? row.buyerId, ...mailTo(role, row.id) })
  if (!row.influencerId) return
  // The performer at an event is reminded of the event, not of each place.
  const aboutTheirs = event ? event.slug : row.id
  await sendMail(deps, { userId: row.influencerId, ...mailTo('influencer', aboutTheirs) })
}

/** A mail may wait for its turn, or for the one before it, while the call is moved, cancelled or given to somebody. */
async function isStillSo(deps: NotificationsDeps, before: NamedRequest): Promise<boolean> {
  const now = await findRequest(deps.db, before.row.id)
  return (
    now !== undefined &&
    takesPlace(now) &&
    startOf(now)?.getTime() === startOf(before)?.getTime() &&
    now.row.attendeeId === before.row.attendeeId
  )
}

function takesPlace({ row }: NamedRequest): boolean {
  // Without a yes by hand the call ends before its time: nobody is told to be there.
  const waits = row.state === 'offered' && row.slotTerms?.accept === 'hand'
  const isOpen = row.state === 'offered' || row.state === 'accepted'
  return isOpen && !waits && isCallPaid(row)
}
