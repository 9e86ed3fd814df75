import type { FieldErrors, OwnUser, SettingsPatch } from '@parley/contract'
import { api, auth } from '../../api/browser.ts'
import { ApiError, errorText } from '../../api/errors.ts'
import { alerts } from '../../ui/alerts/alerts.ts'

/** Saves a change of the settings; then loads the person again for every page that shows them. */
export async function patchSettings(patch: SettingsPatch): Promise<OwnUser> {
  const user = await api.patch<OwnUser>('/api/user/me/', patch)
  // It is saved; if the person cannot be loaded now, the next page loads them.
  await auth.refreshUser()
  return user
}

/** Answers null on success, else the refused fields; an error that belongs to no field appears in the alert bar. */
export async function refusedFields(work: () => Promise<unknown>): Promise<FieldErrors | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (!(error instanceof ApiError) || !error.fields) alerts.error(errorText(error))
    return error instanceof ApiError && error.fields ? { ...error.fields } : {}
  }
}
