import type { SecondFactorAsked, TokenPair } from '@parley/contract'
import { messages } from '@parley/contract/messages'
import { api, auth } from '../../api/browser.ts'
import { FormPage } from '../../features/accounts/form-page.tsx'
import { showPasskey } from '../../features/accounts/passkey.ts'
import { SecondFactorForm } from '../../features/accounts/second-factor-form.tsx'
import { t } from '../../language/text.ts'
import { alerts } from '../../ui/alerts/alerts.ts'

export interface SecondStepProps {
  asked: SecondFactorAsked
  onIn?: () => Promise<void>
  onStartOver: () => void
}

/** What a login asks for after the password, or after another network said who it is. */
export function SecondStep({ asked, onIn, onStartOver }: SecondStepProps) {
  return (
    <FormPage
      title={t('One more step')}
      lead={t('Your account asks for a second factor. You have five minutes.')}
    >
      <SecondFactorForm
        methods={asked.methods}
        onStartOver={onStartOver}
        showPasskey={() => showPasskey(api)}
        onShow={async shown => {
          const call = { ticket: asked.ticket, ...shown }
          await auth.logIn(await api.post<TokenPair>('/api/auth/second-factor/', call))
          alerts.message(messages.loggedIn)
          await onIn?.()
        }}
      />
    </FormPage>
  )
}
