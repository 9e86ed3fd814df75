import type { OwnUser } from '@parley/contract'
import { useState } from 'react'
import { CalendarFeed } from '../../features/accounts/settings/calendar-feed.tsx'
import { SettingsSection } from '../../features/accounts/settings/settings-section.tsx'
import { SwitchLines, SwitchList } from '../../features/accounts/settings/switch-list.tsx'
import { t } from '../../language/text.ts'
import { browserStorage } from '../../store/browser-storage.ts'
import { Switch } from '../../ui/form/switch.tsx'
import { type DeviceDefaults, keepDeviceDefaults, readDeviceDefaults } from '../../video/device-defaults.ts'
import css from './my-account.module.css'
import { useSettingSwitches } from './my-account-switches.ts'

function DeviceSwitches() {
  const [defaults, setDefaults] = useState(() => readDeviceDefaults(browserStorage()))
  const choose = (change: Partial<DeviceDefaults>) => {
    const next = { ...defaults, ...change }
    setDefaults(next)
    keepDeviceDefaults(browserStorage(), next)
  }
  return (
    <SwitchLines>
      <Switch
        label={t('Camera off')}
        checked={defaults.cameraOff}
        onChange={cameraOff => choose({ cameraOff })}
      />
      <Switch label={t('Mic off')} checked={defaults.micOff} onChange={micOff => choose({ micOff })} />
    </SwitchLines>
  )
}

/** Which notifications the person gets, and by which channel. */
export default function NotificationsTab({ user }: { user: OwnUser }) {
  const switches = useSettingSwitches(user)
  return (
    <div className={css.cards}>
      <SettingsSection
        title={t('System')}
        lead={t(
          'Requests, answers, refunds and reminders. Mails about your own payments and password always come.',
        )}
      >
        <SwitchList
          switches={switches}
          lines={[
            { name: 'system_email', label: t('Email') },
            { name: 'system_push', label: t('Push notifications') },
            { name: 'system_text', label: t('Text messages') },
            { name: 'system_phone', label: t('Phone calls') },
          ]}
        />
      </SettingsSection>
      <SettingsSection title={t('Chat')} lead={t('When the other person waits for you in a call.')}>
        <SwitchList
          switches={switches}
          lines={[
            { name: 'chat_email', label: t('Chat email') },
            { name: 'chat_push', label: t('Chat push notifications') },
          ]}
        />
      </SettingsSection>
      <SettingsSection
        title={t('Calendar')}
        lead={t(
          'Invitations to calls with a date, which your calendar moves and takes out by itself. And an address of your own, at which it reads all your calls and events.',
        )}
      >
        <SwitchList
          switches={switches}
          lines={[{ name: 'calendar_invites', label: t('Invitations by mail') }]}
        />
        <CalendarFeed />
      </SettingsSection>
      <SettingsSection
        title={t('Camera and microphone')}
        lead={t(
          'How your calls and your own events begin, kept on this device only. Before you join, one tap turns both on.',
        )}
      >
        <DeviceSwitches />
      </SettingsSection>
    </div>
  )
}
