import type { OwnUser } from '@parley/contract'
import { useState } from 'react'
import {
  createSettingSwitches,
  type SettingSwitches,
} from '../../features/accounts/settings/setting-switches.ts'
import { alerts } from '../../ui/alerts/alerts.ts'
import { patchSettings } from './my-account-save.ts'

/** The switches of the person's settings. */
export function useSettingSwitches(user: OwnUser): SettingSwitches {
  const [switches] = useState(() =>
    createSettingSwitches({ user, patch: patchSettings, saved: () => undefined, alerts }),
  )
  return switches
}
