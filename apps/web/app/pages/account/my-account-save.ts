import type { FieldErrors, OwnUser, SettingsPatch } from '@parley/contract'
import { api, auth } from '../../api/browser.ts'
import { ApiError, errorText } from '../../api/errors.ts'
import { alerts } from '../../ui/alerts/alerts.ts'

/** Sends a change of the settings; the person is then fetched again for every page that shows them. */
export async function patchSettings(patch: SettingsPatch): Promise<OwnUser> {
  const user = await api.patch<OwnUser>('/api/user/me/', patch)
  // It was saved and is answered; the next page reads the person again.
  await auth.refreshUser()
  return user
}

/**
 * Null when the work went through, else what was refused by field; what belongs to no field is told in the alert bar.
 */
export async function refusedFields(work: () => Promise<unknown>): Promise<FieldErrors | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (!(error instanceof ApiError) || !error.fields) alerts.error(errorText(error))
    return error instanceof ApiError && error.fields ? { ...error.fields } : {}
  }
}
