import { auth } from '../api/browser.ts'
import { RichText } from '../language/rich-text.tsx'
import { t } from '../language/text.ts'
import { EmailLink } from './email-link.tsx'

export const meta = () => [
  { title: `${t('Confirm your new email')} · Parley` },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
]

/** Where the mail to a new address leads. */
export default function ConfirmEmail() {
  return (
    <EmailLink
      title={t('Confirm your new email')}
      lead={t('From then on you log in with it, and mails come there.')}
      press={t('Confirm this email')}
      path="/api/user/email/confirm/"
      onDone={() => void auth.reloadUser().catch(() => undefined)}
      done={{
        title: t('Your email is changed'),
        lead: email => <RichText text="It is {email} now." parts={{ email: <strong>{email}</strong> }} />,
        to: '/my-account',
        label: t('Go to your settings'),
      }}
    />
  )
}
