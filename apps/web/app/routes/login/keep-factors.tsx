import { t } from '../../language/text.ts'
import { EmailLink } from '../../pages/login/email-link.tsx'

export const meta = () => [
  { title: `${t('Keep your second factors')} · Parley` },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
]

/** The page of the mail which says that a person reported all second factors as lost. */
export default function KeepFactors() {
  return (
    <EmailLink
      title={t('Keep your second factors')}
      lead={t(
        'Somebody who knows your password said that they are lost. Stop their removal if it was not you.',
      )}
      press={t('Stop it')}
      path="/api/auth/second-factor/lost/stop/"
      spent={{ to: '/password-reset-simple', label: t('Choose a new password') }}
      done={{
        title: t('Your second factors stay'),
        lead: () => t('Somebody else may know your password: choose a new one.'),
        to: '/password-reset-simple',
        label: t('Choose a new password'),
      }}
    />
  )
}
