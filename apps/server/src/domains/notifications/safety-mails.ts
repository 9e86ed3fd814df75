import { ukMoment } from '@parley/contract/uk-time'
import type { MailTemplate } from './mail-template.ts'

const counted = (count: number, one: string, many: string) =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]

/** To staff: cases that nobody has decided for a day, or three. It names nobody. */
export function casesWaitMail(it: {
  hours: number
  reports: number
  appeals: number
  problems: number
}): MailTemplate {
  const waiting = [
    ...counted(it.reports, 'report', 'reports'),
    ...counted(it.appeals, 'appeal', 'appeals'),
    ...counted(it.problems, 'call with which something was wrong', 'calls with which something was wrong'),
  ]
  return {
    subject: `Cases have been waiting for ${it.hours} hours`,
    news: [`Nobody has decided these for ${it.hours} hours: ${waiting.join(', ')}.`],
    next: ['The money of a call waits as long as its case does.'],
    action: { label: 'Open the desk', path: '/staff' },
  }
}

/** To somebody who reported somebody: what the desk found. Who was reported, and what follows for them, stays there. */
export function reportDecidedMail(decision: 'upheld' | 'dismissed'): MailTemplate {
  return {
    subject: 'We have looked at your report',
    news: [
      decision === 'upheld'
        ? 'Thank you. We looked at what you reported, and it breaks our rules.'
        : 'Thank you. We looked at what you reported, and could not find that it breaks our rules.',
    ],
    next: [
      decision === 'upheld'
        ? 'What we do about an account stays between us and its owner.'
        : 'You can block anybody whom you do not want to meet: the shield is on their profile and in your bookings.',
    ],
    action: { label: 'Your bookings', path: '/bookings' },
    small: ['The person was not told who reported them.'],
  }
}

const CANCELLED =
  'Calls and events that had not begun are cancelled, and what was paid for them goes back to the people who paid.'
const CUT_SHORT =
  'A call that was going on has ended: the time that was used is paid, and the rest goes back.'

/** To somebody whose account was closed: the statement of reasons, and how to appeal. */
export function suspendedMail(it: {
  kind: 'suspended' | 'banned'
  until: string | null
  reason: string
  path: string
}): MailTemplate {
  const isBanned = it.kind === 'banned'
  return {
    subject: isBanned ? 'Your account is closed' : 'Your account is suspended',
    news: [
      isBanned
        ? 'We have closed your account for good, because of this:'
        : it.until
          ? `We have suspended your account until ${ukMoment(new Date(it.until))}, because of this:`
          : 'We have suspended your account until further notice, because of this:',
      it.reason,
      'A member of our staff decided this, not a computer program.',
    ],
    next: [
      isBanned
        ? 'You can no longer log in, and nobody sees your page.'
        : 'Until the suspension is over you cannot log in, and nobody sees your page.',
      CANCELLED,
      CUT_SHORT,
      isBanned
        ? 'What you earned stays yours. We pay it out in 120 days, when cards can no longer be disputed.'
        : 'What you earned stays yours. We pay it out when the suspension is over.',
      'If you think that we are wrong, you can appeal with the button below, once, within 14 days. A member of our staff who did not make this decision reads your appeal, and we mail you the answer.',
    ],
    action: { label: 'Appeal', path: it.path },
  }
}

/** To somebody whose birth date the desk corrected. It says no date: a mailbox has other readers. */
export function birthDateCorrectedMail(age: 'old_enough' | 'too_young'): MailTemplate {
  return {
    subject: 'We have corrected your birth date',
    news: [
      'A member of our staff has changed the birth date of your account.',
      age === 'old_enough'
        ? 'By this date you are old enough to book and to offer calls.'
        : 'By this date you are too young to book and to offer calls.',
    ],
    next:
      age === 'old_enough'
        ? ['What was cancelled before stays cancelled.']
        : [
            CANCELLED,
            `${CUT_SHORT} What you earned stays yours.`,
            'If the date is wrong, our support can change it.',
          ],
  }
}

/** To somebody whose account is open again. */
export function suspensionLiftedMail(): MailTemplate {
  return {
    subject: 'Your account is open again',
    news: ['The suspension of your account is over. You can log in as before.'],
    next: ['Calls and events that were cancelled stay cancelled.'],
    action: { label: 'Log in', path: '/login' },
  }
}

/** To somebody whose appeal did not change the decision. */
export function appealUpheldMail(reason: string): MailTemplate {
  return {
    subject: 'We have looked at your appeal',
    news: [
      'Somebody else has looked at your appeal, and the decision stays as it is, because of this:',
      reason,
    ],
    next: ['You can still turn to a court, or to a body that settles disputes out of court.'],
  }
}

/** To somebody whose appeal was agreed with when the suspension had ended already. */
export function appealWonLateMail(it: { reason: string; account: 'open' | 'suspended' }): MailTemplate {
  return {
    subject: 'Your appeal was right',
    news: [
      'Somebody else has looked at your appeal and agrees with you: the suspension was wrong, because of this:',
      it.reason,
      it.account === 'open'
        ? 'It had ended before we decided this. We are sorry.'
        : 'We had suspended your account again by a later decision before we decided this. We are sorry.',
    ],
    next: [
      it.account === 'open'
        ? 'Your account is open. Calls and events that were cancelled stay cancelled.'
        : 'Your account is closed by that later decision, which this does not change. If you have not appealed against it yet, its mail says how, for 14 days.',
    ],
    ...(it.account === 'open' && { action: { label: 'Log in', path: '/login' } }),
  }
}
