import { auth } from '../../api/browser.ts'
import { useAuth } from '../../api/use-auth.ts'
import { RichText } from '../../language/rich-text.tsx'
import { t } from '../../language/text.ts'
import { EmailLink } from '../../pages/login/email-link.tsx'

export const meta = () => [
  { title: `${t('Confirm your email')} · Parley` },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
]

/**
 * The page of the mailed link that confirms an address: a new one, or the current one. To open it is enough in a
 * browser that is logged in: mail scanners are not, and the server confirms for the same account alone.
 */
export default function ConfirmEmail() {
  const { user } = useAuth()
  return (
    <EmailLink
      title={t('Confirm your email')}
      lead={t('Say with a press that this mailbox is yours: you log in with it, and mails come there.')}
      press={t('Confirm this email')}
      path="/api/user/email/confirm/"
      spent={{ to: '/my-account', label: t('Go to your settings') }}
      onDone={() => void auth.refreshUser()}
      atOnce={user !== null}
      done={{
        title: t('Your email is confirmed'),
        lead: email => <RichText text="It is {email}." parts={{ email: <strong>{email}</strong> }} />,
        to: '/my-account',
        label: t('Go to your settings'),
      }}
    />
  )
}
