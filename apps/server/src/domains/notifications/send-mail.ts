import { type CalendarEntry, calendarText } from '../../core/calendar-text.ts'
import { Outage } from '../../core/outage.ts'
import { findUserById, notificationsOf } from '../accounts/public.ts'
import type { NotificationsDeps } from './deps.ts'
import { isOptional, isWanted, type MailKind } from './mail-kinds.ts'
import type { CalendarMethod, OutgoingMail } from './mail-sender.ts'
import { type MailTemplate, renderMail } from './mail-template.ts'
import { hasMailAbout, recordMailOutcome, takeMail } from './store.ts'

export interface Mail {
  kind: MailKind
  userId: string
  /** What it is about, once for each person. */
  about: string
  template: MailTemplate
  /** Another address than the account's own of now. */
  to?: string
  /** Who had an account and has none any more: nothing here knows them, and no switch of theirs is left. */
  leaver?: Reader
  /** The entry for the reader's calendar. */
  invitation?: Invitation
  /** Whether it is still to be sent, asked at the last moment before; a mail without it always is. */
  holds?: () => Promise<boolean>
}

export interface Invitation {
  /** The call or event that it is about, as the mails about it are named. */
  about: string
  method: CalendarMethod
  entry: CalendarEntry
}

interface Reader {
  email: string
  firstName: string
}

/** Where a reader chooses which mails come. */
const SETTINGS_PATH = '/my-account#notifications'

/**
 * Sends a mail once, however often it is requested; nothing to somebody who switched it off or has no account any more.
 * Throws an outage when it could not be handed over: the same call then tries again. A mail that was refused for good
 * is stored as that, and not tried again.
 */
export async function sendMail(deps: NotificationsDeps, mail: Mail): Promise<void> {
  const { kind, userId, template } = mail
  const reader = mail.leaver ?? (await readerOf(deps, mail))
  if (!reader) return
  const now = deps.clock.now()
  const key = `${kind}:${mail.about}:${userId}`
  const taken = await takeMail(deps.db, { key, kind, userId, createdAt: now })
  if (taken === 'done') return
  if (taken === 'in other hands') throw new Outage('mail', 'yes', new Error(taken))
  const { id } = taken
  if (mail.holds && !(await mail.holds())) return recordMailOutcome(deps.db, id, 'failed')
  const settingsUrl = mail.leaver ? null : `${deps.publicOrigin}${SETTINGS_PATH}`
  const frame = { firstName: reader.firstName, publicOrigin: deps.publicOrigin, settingsUrl }
  const written = renderMail(template, { ...frame, isOptional: isOptional(kind) })
  try {
    await deps.mailSender.send({
      id,
      kind,
      to: reader.email,
      subject: template.subject,
      ...written,
      settingsUrl,
      calendar: invitationText(deps, mail, reader),
      at: now,
    })
  } catch (error) {
    if (error instanceof Outage && error.mayRetry === 'no') {
      deps.log.warn({ mailId: id, kind, err: error.cause }, 'a mail was refused for good')
      return recordMailOutcome(deps.db, id, { refusedAt: now })
    }
    await recordMailOutcome(deps.db, id, 'failed')
    throw error instanceof Outage ? error : new Outage('mail', 'yes', error)
  }
  await recordMailOutcome(deps.db, id, { sentAt: now })
}

/** Null for somebody who switched mails like this one off or has no account any more. */
async function readerOf(deps: NotificationsDeps, mail: Mail): Promise<Reader | null> {
  const { kind, userId, to } = mail
  const user = await findUserById(deps.db, userId)
  if (!user) return null
  if (!isWanted(kind, notificationsOf(user)) && !(await correctsEarlier(deps, mail))) return null
  return { email: to ?? user.email, firstName: user.firstName }
}

/**
 * Whether the reader has an invitation to the same: a wrong entry in a calendar is put right, whatever the switch says.
 */
async function correctsEarlier(deps: NotificationsDeps, { invitation, userId }: Mail): Promise<boolean> {
  if (!invitation) return false
  return hasMailAbout(deps.db, { userId, kind: 'invitation', about: invitation.about })
}

/** Whether a mail about the calendar entry of a call goes to somebody. */
export async function getsCalendarOf(
  deps: NotificationsDeps,
  { userId, about }: { userId: string; about: string },
): Promise<boolean> {
  const user = await findUserById(deps.db, userId)
  if (!user) return false
  const isOn = isWanted('invitation_withdrawn', notificationsOf(user))
  return isOn || hasMailAbout(deps.db, { userId, kind: 'invitation', about })
}

/** The reader is the only attendee, and the site the organizer: neither party learns the address of the other. */
function invitationText(
  deps: NotificationsDeps,
  { invitation }: Mail,
  reader: Reader,
): OutgoingMail['calendar'] {
  if (!invitation) return undefined
  const { method, entry } = invitation
  const parties = { organizer: deps.mailFrom, attendee: reader.email }
  return { method, text: calendarText({ method, entries: [{ ...entry, parties }], now: deps.clock.now() }) }
}
