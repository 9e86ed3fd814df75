import { ukMoment } from '@parley/contract/uk-time'
import { invariant } from '../../core/invariant.ts'
import type { MailTemplate } from './mail-template.ts'

/** The path of a link of this site. Attack: mail work whose link leads elsewhere. */
export function ownPath(link: unknown, publicOrigin: string): string {
  invariant(typeof link === 'string' && URL.canParse(link), 'the link of a mail is an address')
  const { origin, pathname, search, hash } = new URL(link)
  invariant(origin === new URL(publicOrigin).origin, 'the link of a mail leads to this site')
  return `${pathname}${search}${hash}`
}

/** To somebody who forgot their password: the one-time link. */
export function passwordResetMail(path: string): MailTemplate {
  return {
    subject: 'Choose a new password',
    news: ['Somebody, hopefully you, asked for a new password for your account.'],
    next: ['Choose it with the button below. The link works once, for one hour.'],
    action: { label: 'Choose a new password', path },
    small: [
      'A new password ends every login, and the private address of your calendar.',
      'If it was not you, there is nothing to do: your password stays as it is, and nobody has seen it.',
    ],
  }
}

/** To somebody who has to prove once more who they are, and does so without a password. */
export function stepUpCodeMail(code: string): MailTemplate {
  return {
    subject: 'Your code',
    news: ['Somebody who is logged in to your account, hopefully you, asked for this code.'],
    facts: [['Code', code]],
    next: ['Enter it where you were asked for it. It works once, for ten minutes, in that browser alone.'],
    small: ['If it was not you, tell nobody the code, and choose a new password: that ends every login.'],
  }
}

const FACTOR_NEWS = {
  app_added: {
    subject: 'An authenticator app was added',
    news: 'Logging in to your account now asks for a code of the authenticator app that was just added.',
  },
  app_removed: {
    subject: 'Your authenticator app was removed',
    news: 'Logging in to your account no longer asks for a code of your authenticator app.',
  },
  passkey_added: {
    subject: 'A passkey was added',
    news: 'A passkey was just added to your account. It opens the account without a password.',
  },
  passkey_removed: {
    subject: 'A passkey was removed',
    news: 'A passkey was removed from your account. It no longer opens the account.',
  },
  recovery_used: {
    subject: 'A recovery code was used',
    news: 'Somebody, hopefully you, used one of your recovery codes as a second factor. That code no longer works.',
  },
  recovery_made: {
    subject: 'You have new recovery codes',
    news: 'New recovery codes were made for your account; the former ones no longer work.',
  },
  codes_guessed: {
    subject: 'Many wrong codes',
    news: 'Somebody entered many wrong codes of your authenticator app. For the rest of the day no code is taken; your recovery codes work.',
  },
  all_removed: {
    subject: 'Your second factors were removed',
    news: 'Nobody stopped it for 72 hours: your passkeys, your authenticator app and your recovery codes are removed. Your password alone opens your account now.',
  },
} as const

/** To somebody whose second factors are said to be lost. */
export function factorsLostMail(path: string): MailTemplate {
  return {
    subject: 'Your second factors are about to be removed',
    news: ['Somebody who knows your password, hopefully you, said that they have no second factor left.'],
    next: [
      'In 72 hours your passkeys, your authenticator app and your recovery codes are removed, and the password alone opens your account. Logging in with one of them stops it.',
      'If it was not you, stop it with the button below, and choose a new password.',
    ],
    action: { label: 'Stop it', path },
  }
}

/** To somebody whose second factors changed, or were used in an unusual way. */
export function factorNewsMail(what: keyof typeof FACTOR_NEWS): MailTemplate {
  const { subject, news } = FACTOR_NEWS[what]
  return {
    subject,
    news: [news],
    next: [
      'If it was you, there is nothing to do. If it was not, choose a new password: that ends every login. Then look at your second factors in your settings.',
    ],
    action: { label: 'Choose a new password', path: '/password-reset-simple' },
  }
}

/** To somebody whose account was opened in a browser that was never used for it. */
export function loginNewsMail({ device, at }: { device: string; at: Date }): MailTemplate {
  return {
    subject: 'New login to your account',
    news: [
      'Somebody, hopefully you, logged in to your account in a browser that was not used for it before.',
    ],
    facts: [
      ['Device', device],
      ['When', ukMoment(at)],
    ],
    next: [
      'If it was you, there is nothing to do. If it was not, choose a new password: that ends every login.',
    ],
    action: { label: 'Choose a new password', path: '/password-reset-simple' },
  }
}

/** To the address that somebody signed up with. */
export function emailProofMail(path: string): MailTemplate {
  return {
    subject: 'Confirm your email',
    news: ['You, or somebody who signed up with this address, asked for this mail.'],
    next: ['Confirm with the button below that this mailbox is yours. The link works once, for 24 hours.'],
    action: { label: 'Confirm this email', path },
    small: ['If it was not you, do not confirm it: without you nothing changes.'],
  }
}

/** To the new address. */
export function emailConfirmMail(path: string): MailTemplate {
  return {
    subject: 'Confirm your new email',
    news: ['This address was entered as the new email of your account.'],
    next: ['It counts once you confirm it with the button below, within 24 hours.'],
    action: { label: 'Confirm this email', path },
    small: ['If it was not you, there is nothing to do: without it nothing changes.'],
  }
}

/** To the old address, when another one was asked for. */
export function emailChangeRequestedMail(change: { newEmail: string; path: string }): MailTemplate {
  return {
    subject: 'Your email is about to change',
    news: [`Somebody, hopefully you, asked to change the email of your account to ${change.newEmail}.`],
    next: [
      'It changes once the link that was sent there is opened. If it was not you, stop it with the button below: every login ends, and you choose a new password.',
    ],
    action: { label: 'It was not me', path: change.path },
  }
}

/** To the old address, when it is the account's no more. */
export function emailChangedMail(change: { newEmail: string; path: string }): MailTemplate {
  return {
    subject: 'Your email was changed',
    news: [`The email of your account is now ${change.newEmail}. Nothing more comes to this address.`],
    next: [
      'If it was not you, undo it with the button below, within three days: this address counts again, every login ends, and you choose a new password.',
    ],
    action: { label: 'Undo the change', path: change.path },
  }
}

/** To the address that an account had which is deleted now. */
export function accountDeletedMail(): MailTemplate {
  return {
    subject: 'Your account was deleted',
    news: ['Somebody who knows your password, hopefully you, deleted your account.'],
    next: [
      'Your name, email, address, picture, cards and logins are removed and cannot be brought back. Payments stay on record without your name.',
      'If it was not you, choose another password wherever else you use that one. With this address you may sign up anew.',
    ],
  }
}
