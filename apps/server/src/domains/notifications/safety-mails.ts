import type { MailTemplate } from './mail-template.ts'

/** To somebody who reported somebody: what the desk found. Who was reported, and what follows for them, stays there. */
export function reportDecidedMail(decision: 'upheld' | 'dismissed'): MailTemplate {
  return {
    subject: 'We have looked at your report',
    news: [
      decision === 'upheld'
        ? 'Thank you. We looked at what you reported, and it breaks our rules. We have acted on it.'
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
