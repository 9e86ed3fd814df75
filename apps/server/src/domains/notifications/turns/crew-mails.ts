import type { CrewRole } from '@parley/contract'
import type { MailTemplate } from '../mail-template.ts'

interface Named {
  role: CrewRole
  /** The username of the event's owner. */
  owner: string
  title: string
  slug: string
}

/** To somebody whom the owner of an event named as a helper: what they may do, and that they need not. */
export function crewNamedMail({ role, owner, title, slug }: Named): MailTemplate {
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
