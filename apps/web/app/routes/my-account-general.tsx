import type { OwnUser } from '@parley/contract'
import { SAVED_CLEAR_MS } from '@parley/contract/constants'
import { messages } from '@parley/contract/messages'
import { useState } from 'react'
import { GeneralForm } from '../features/accounts/general-form.tsx'
import { SettingsSection } from '../features/accounts/settings-section.tsx'
import { t } from '../language/text.ts'
import { patchSettings, refusedFields } from './my-account-save.ts'

/** Private information. */
export function GeneralTab({ user }: { user: OwnUser }) {
  const [saved, setSaved] = useState<string | null>(null)
  return (
    <SettingsSection
      title={t('Private information')}
      lead={t('Only you see this, unless you choose otherwise.')}
    >
      <GeneralForm
        user={user}
        saved={saved}
        onSave={async settings => {
          const fields = await refusedFields(() => patchSettings(settings))
          if (fields === null) {
            setSaved(messages.settingsSaved)
            setTimeout(() => setSaved(null), SAVED_CLEAR_MS)
          }
          return fields
        }}
      />
    </SettingsSection>
  )
}
