import { type CrewRole, DAY_MS } from '@parley/contract'
import type { NotificationsDeps } from '../deps.ts'
import type { MailTemplate } from '../mail-template.ts'
import { sendMail } from '../send-mail.ts'
import { countMailsSince } from '../store.ts'

interface Named {
  role: CrewRole
  /** The username of the event's owner. */
  owner: string
  title: string
  slug: string
}

const CREW_MAILS_A_DAY_MAX = 5

/**
 * Sends a helper's mail once for each event, and not more than five a day. Attack: an owner who names somebody again
 * and again, at one event or at many, so that their mails do not end.
 */
export async function sendCrewMail(deps: NotificationsDeps, userId: string, named: Named): Promise<void> {
  const [kind, about] = ['crew_named', named.slug] as const
  const since = new Date(deps.clock.now().getTime() - DAY_MS)
  const others = await countMailsSince(deps.db, { userId, kind, since, exceptAbout: about })
  if (others < CREW_MAILS_A_DAY_MAX)
    await sendMail(deps, { kind, userId, about, template: crewNamedMail(named) })
}

/** To somebody whom the owner of an event named as a helper: what they may do, and that they need not. */
function crewNamedMail({ role, owner, title, slug }: Named): MailTemplate {
  const isUsher = role === 'usher'
  return {
    subject: isUsher ? `You are an usher: ${title}` : `You are a moderator: ${title}`,
    news: [`@${owner} named you as ${isUsher ? 'an usher' : 'a moderator'} of ${title}.`],
    next: isUsher
      ? [
          'From half an hour before the start you see the line: you move, skip and remove who waits, pause the line, and tell everybody in it how things stand. You join no call.',
        ]
      : [
          'In the chat of the event you hide lines and mute who wrote them. You need a place of your own there.',
        ],
    action: isUsher
      ? { label: 'Go to the line', path: `/queue/${slug}` }
      : { label: 'Go to the event', path: `/live-event/${slug}` },
    small: [`You need not do it: tell @${owner}, who can take you out again.`],
  }
}
