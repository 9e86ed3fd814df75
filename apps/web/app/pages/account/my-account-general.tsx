import type { OwnUser } from '@parley/contract'
import { SAVED_CLEAR_MS } from '@parley/contract/constants'
import { messages } from '@parley/contract/messages'
import { useState } from 'react'
import { api, auth } from '../../api/browser.ts'
import { errorText } from '../../api/errors.ts'
import { proofRequests } from '../../api/identity-proof.ts'
import { GeneralForm, type GeneralFormProps } from '../../features/accounts/settings/general-form.tsx'
import { SettingsSection } from '../../features/accounts/settings/settings-section.tsx'
import { t } from '../../language/text.ts'
import { alerts } from '../../ui/alerts/alerts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import css from './my-account.module.css'
import { patchSettings, refusedFields } from './my-account-save.ts'

/** Private information. */
export function GeneralTab({ user, fields }: { user: OwnUser; fields: GeneralFormProps['fields'] }) {
  const [saved, setSaved] = useState<string | null>(null)
  const [cancelling, setCancelling] = useState(false)
  async function keepEmail() {
    setCancelling(true)
    try {
      await api.delete('/api/user/me/email/')
    } catch (error) {
      alerts.error(errorText(error))
    } finally {
      // The page has said that it is saved; the next page loads the person again.
      await auth.refreshUser()
      setCancelling(false)
    }
  }
  return (
    <div className={css.cards}>
      <SettingsSection
        title={t('Private information')}
        lead={t('Others see your name and username. Only you see the rest, unless you choose otherwise.')}
      >
        <GeneralForm
          cancelling={cancelling}
          onKeepEmail={keepEmail}
          user={user}
          fields={fields}
          saved={saved}
          onSave={async settings => {
            const refused = await refusedFields(() => proofRequests.withProof(() => patchSettings(settings)))
            if (refused === null) {
              setSaved(messages.settingsSaved)
              setTimeout(() => setSaved(null), SAVED_CLEAR_MS)
            }
            return refused
          }}
        />
      </SettingsSection>
      {user.is_influencer && (
        <SettingsSection title={t('Your times')} lead={t('When fans can book you, by which rules.')}>
          <p>
            <ButtonLink to="/availability">{t('Your times')}</ButtonLink>
          </p>
        </SettingsSection>
      )}
      {!user.is_influencer && (
        <SettingsSection
          title={t('Become an influencer')}
          lead={t('Set your price, share your link, get paid for your time.')}
        >
          <p>
            <ButtonLink to="/become-influencer">{t('Become an influencer')}</ButtonLink>
          </p>
        </SettingsSection>
      )}
    </div>
  )
}
