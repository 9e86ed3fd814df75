import type { FactorLossAnswer, LoginTokens, SecondFactorRequired } from '@parley/contract'
import { messages } from '@parley/contract/messages'
import { useState } from 'react'
import { api, auth } from '../../api/browser.ts'
import { FormPage } from '../../features/accounts/form-page.tsx'
import { showPasskey } from '../../features/accounts/passkey.ts'
import { SecondFactorForm } from '../../features/accounts/second-factor-form.tsx'
import { dateText } from '../../language/formats.ts'
import { t } from '../../language/text.ts'
import { alerts } from '../../ui/alerts/alerts.ts'
import { Button } from '../../ui/button.tsx'

export interface SecondStepProps {
  required: SecondFactorRequired
  onIn?: () => Promise<void>
  onStartOver: () => void
}

/** The second factor of a login, after the password or after a login by another network. */
export function SecondStep({ required, onIn, onStartOver }: SecondStepProps) {
  const [endsAt, setEndsAt] = useState<string | null>(null)
  if (endsAt !== null) {
    const when = dateText(new Date(endsAt), { dateStyle: 'long', timeStyle: 'short' })
    return (
      <FormPage
        title={t('We sent you a mail')}
        lead={t(
          'Your second factors are removed on {when}; then your password alone opens your account. Until then the mail stops it, and so does logging in with one of them.',
          { when },
        )}
      >
        <Button wide onClick={onStartOver}>
          {t('Back to login')}
        </Button>
      </FormPage>
    )
  }
  return (
    <FormPage
      title={t('One more step')}
      lead={t('Your account asks for a second factor. You have five minutes.')}
    >
      <SecondFactorForm
        methods={required.methods}
        onStartOver={onStartOver}
        onLost={async () => {
          const call = { ticket: required.ticket }
          const lost = await api.post<FactorLossAnswer>('/api/auth/second-factor/lost/', call)
          setEndsAt(lost.ends_at)
        }}
        showPasskey={() => showPasskey(api)}
        onShow={async shown => {
          const call = { ticket: required.ticket, ...shown }
          await auth.logIn(await api.post<LoginTokens>('/api/auth/second-factor/', call))
          alerts.message(messages.loggedIn)
          await onIn?.()
        }}
      />
    </FormPage>
  )
}
