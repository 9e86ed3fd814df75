import type { NotificationSettings, OwnUser, SettingsPatch } from '@parley/contract'
import { errorText } from '../../../api/errors.ts'

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

/** Switches that save themselves: shown at once, sent in the order they were pressed, put back when the server says no. */
export function createSettingSwitches(deps: SettingSwitchesDeps) {
  let stored = switchesOf(deps.user)
  let snapshot = stored
  let sending: Promise<void> = Promise.resolve()
  let waiting = 0
  const listeners = new Set<() => void>()

  function show(next: Switches) {
    snapshot = next
    for (const listener of listeners) listener()
  }
  async function send(name: SwitchName, on: boolean): Promise<void> {
    try {
      const user = await deps.patch(patchOf(name, on))
      stored = switchesOf(user)
      deps.saved(user)
    } catch (error) {
      deps.alerts.error(errorText(error))
      show({ ...snapshot, [name]: stored[name] })
    }
    waiting -= 1
    // The server's own word, once nothing that was pressed is still on its way.
    if (waiting === 0) show(stored)
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    getSnapshot: () => snapshot,
    set(name: SwitchName, on: boolean): Promise<void> {
      show({ ...snapshot, [name]: on })
      waiting += 1
      sending = sending.then(() => send(name, on))
      return sending
    },
  }
}
export type SettingSwitches = ReturnType<typeof createSettingSwitches>
