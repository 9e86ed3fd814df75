import { RichText } from '../../language/rich-text.tsx'
import { t } from '../../language/text.ts'
import { EmailLink } from '../../pages/login/email-link.tsx'

export const meta = () => [
  { title: `${t('Undo the change of your email')} · Parley` },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
]

/** The page of the link in mails to the old address. */
export default function UndoEmail() {
  return (
    <EmailLink
      title={t('Undo the change of your email')}
      lead={t(
        'Your old email counts again, every login ends, and the password works no more. A mail then leads you to a new one.',
      )}
      press={t('Undo the change')}
      path="/api/user/email/undo/"
      spent={{ to: '/password-reset-simple', label: t('Choose a new password') }}
      done={{
        title: t('Your old email counts again'),
        lead: email => (
          <RichText
            text="You are logged out everywhere. A mail to {email} leads you to a new password."
            parts={{ email: <strong>{email}</strong> }}
          />
        ),
        to: '/login',
        label: t('Go to login'),
      }}
    />
  )
}
