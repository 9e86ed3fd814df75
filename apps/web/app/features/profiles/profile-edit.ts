import type { FieldErrors, Influencer } from '@parley/contract'
import { ERROR_CLEAR_MS, SAVED_CLEAR_MS } from '@parley/contract/constants'
import type { ApiClient } from '../../api/client.ts'
import { ApiError, errorText } from '../../api/errors.ts'
import { latestTimer } from '../../store/latest-timer.ts'
import { createStore } from '../../store/store.ts'
import { profileChanges } from './profile-changes.ts'
import type { ProfileForm } from './profile-fields.ts'

export interface ProfileEditSnapshot {
  mode: 'view' | 'edit'
  saving: boolean
  /** 'Profile Saved', for two seconds. */
  saved: boolean
  errors: FieldErrors | null
  problem: string | null
}

export interface ProfileEditDeps {
  api: Pick<ApiClient, 'patch'>
  /** Called with the server's data after saving; pages that show them load them again. */
  savedAs: (influencer: Influencer) => void
  setTimer: (work: () => void, delayMs: number) => unknown
}

/** The owner's edit mode: Edit, then Save or Cancel. */
export function createProfileEdit(deps: ProfileEditDeps) {
  const store = createStore<ProfileEditSnapshot>({
    mode: 'view',
    saving: false,
    saved: false,
    errors: null,
    problem: null,
  })
  const { set } = store
  const clearSaved = latestTimer(deps.setTimer)
  const clearProblem = latestTimer(deps.setTimer)

  function saved(influencer: Influencer) {
    set({ mode: 'view', saving: false, saved: true, errors: null, problem: null })
    clearSaved(() => set({ saved: false }), SAVED_CLEAR_MS)
    deps.savedAs(influencer)
  }

  return {
    subscribe: store.subscribe,
    getSnapshot: store.getSnapshot,
    edit: () => set({ mode: 'edit', saved: false }),
    /** Restores the server's data. */
    cancel: () => set({ mode: 'view', errors: null, problem: null }),
    /** Sends the changed fields; sends nothing without a change. */
    async save(current: Influencer, form: ProfileForm): Promise<void> {
      if (store.getSnapshot().saving) return
      const changes = profileChanges(current, form)
      if (changes === null) return saved(current)
      set({ saving: true, errors: null, problem: null })
      try {
        saved(await deps.api.patch<Influencer>(`/api/influencer/${current.user.username}/`, changes))
      } catch (error) {
        const errors = error instanceof ApiError ? error.fields : null
        set({ saving: false, errors, problem: errorText(error) })
        clearProblem(() => set({ errors: null, problem: null }), ERROR_CLEAR_MS)
      }
    },
  }
}
export type ProfileEdit = ReturnType<typeof createProfileEdit>
