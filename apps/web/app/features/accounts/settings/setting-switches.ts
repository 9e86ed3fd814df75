import type { NotificationSettings, OwnUser, SettingsPatch } from '@parley/contract'
import { errorText } from '../../../api/errors.ts'
import { createStore } from '../../../store/store.ts'

export type SwitchName = 'public_profile' | 'expose_email' | keyof NotificationSettings
export type Switches = Readonly<Record<SwitchName, boolean>>

export interface SettingSwitchesDeps {
  user: OwnUser
  patch: (patch: SettingsPatch) => Promise<OwnUser>
  saved: (user: OwnUser) => void
  alerts: { error(text: string): void }
}

export function switchesOf(user: OwnUser): Switches {
  const { public_profile, expose_email, notifications } = user
  return { public_profile, expose_email, ...notifications }
}

function patchOf(name: SwitchName, on: boolean): SettingsPatch {
  if (name === 'public_profile' || name === 'expose_email') return { [name]: on }
  return { notifications: { [name]: on } }
}

/** Switches that save themselves: shown at once, sent in the order of the presses, restored when the server refuses. */
export function createSettingSwitches(deps: SettingSwitchesDeps) {
  let stored = switchesOf(deps.user)
  const store = createStore(stored)
  let sending: Promise<void> = Promise.resolve()
  let waiting = 0

  async function send(name: SwitchName, on: boolean): Promise<void> {
    try {
      const user = await deps.patch(patchOf(name, on))
      stored = switchesOf(user)
      deps.saved(user)
    } catch (error) {
      deps.alerts.error(errorText(error))
      store.set({ [name]: stored[name] })
    }
    waiting -= 1
    // The server's state, once no press is still being sent.
    if (waiting === 0) store.set(stored)
  }

  return {
    subscribe: store.subscribe,
    getSnapshot: store.getSnapshot,
    set(name: SwitchName, on: boolean): Promise<void> {
      store.set({ [name]: on })
      waiting += 1
      sending = sending.then(() => send(name, on))
      return sending
    },
  }
}
export type SettingSwitches = ReturnType<typeof createSettingSwitches>
