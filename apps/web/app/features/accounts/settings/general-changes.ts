import type { OwnUser, SettingsPatch } from '@parley/contract'
import type { GeneralSettings } from '@parley/contract/accounts'

/** The form for private information: also the username. */
export type General = GeneralSettings & { username: string }

/** What the form shows of a person before they change it. */
export const generalOf = (user: OwnUser): General => ({
  fullName: `${user.first_name} ${user.last_name}`.trim(),
  username: user.username,
  email: user.email,
  bio: user.bio,
  country: user.country,
  city: user.city,
  address: user.address,
})

/** What the person changed: another field may have newer words on the server, by another tab. */
export function generalChanges(form: General, shown: General): SettingsPatch {
  const isChanged = ([name, value]: [string, string]) => value !== shown[name as keyof General]
  const changed: Partial<General> = Object.fromEntries(Object.entries(form).filter(isChanged))
  const { username, ...settings } = changed
  return username === undefined ? settings : { ...settings, user__username: username }
}
