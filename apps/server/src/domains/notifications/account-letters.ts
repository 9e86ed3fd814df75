import { invariant } from '../../core/invariant.ts'
import type { Letter } from './letter.ts'

/** The path of a link of this site. Attack: mail work whose link leads elsewhere. */
export function ownPath(link: unknown, publicOrigin: string): string {
  invariant(typeof link === 'string' && URL.canParse(link), 'the link of a mail is an address')
  const { origin, pathname, search, hash } = new URL(link)
  invariant(origin === new URL(publicOrigin).origin, 'the link of a mail leads to this site')
  return `${pathname}${search}${hash}`
}

/** To somebody who forgot their password: the one-time link. */
export function passwordResetLetter(path: string): Letter {
  return {
    subject: 'Choose a new password',
    news: ['Somebody, hopefully you, asked for a new password for your account.'],
    next: ['Choose it with the button below. The link works once, for one hour.'],
    action: { label: 'Choose a new password', path },
    small: [
      'If it was not you, there is nothing to do: your password stays as it is, and nobody has seen it.',
    ],
  }
}
