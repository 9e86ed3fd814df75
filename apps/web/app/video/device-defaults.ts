import { CAMERA_OFF_DEFAULT, MIC_OFF_DEFAULT } from '@parley/contract/constants'

export interface DeviceDefaults {
  cameraOff: boolean
  micOff: boolean
}

const KEY = 'deviceDefaults'
const DEFAULTS: DeviceDefaults = { cameraOff: CAMERA_OFF_DEFAULT, micOff: MIC_OFF_DEFAULT }

/** How camera and microphone begin, kept on this device alone; what is stored and unreadable counts as unset. */
export function readDeviceDefaults(storage: Pick<Storage, 'getItem'>): DeviceDefaults {
  try {
    const stored = JSON.parse(storage.getItem(KEY) ?? '{}') as Partial<DeviceDefaults> | null
    return {
      cameraOff: typeof stored?.cameraOff === 'boolean' ? stored.cameraOff : DEFAULTS.cameraOff,
      micOff: typeof stored?.micOff === 'boolean' ? stored.micOff : DEFAULTS.micOff,
    }
  } catch {
    return DEFAULTS
  }
}

/** Keeps one of them; a browser that refuses storage forgets it with the page. */
export function keepDeviceDefaults(storage: Pick<Storage, 'setItem'>, defaults: DeviceDefaults): void {
  try {
    storage.setItem(KEY, JSON.stringify(defaults))
  } catch {
    // Private modes may refuse: the switch holds until the page is left.
  }
}

/** How camera and microphone begin in a call or an own event: as the settings show it. */
export function firstSwitches(storage: Pick<Storage, 'getItem'>): {
  camera: 'on' | 'off'
  microphone: 'on' | 'off'
} {
  const { cameraOff, micOff } = readDeviceDefaults(storage)
  return { camera: cameraOff ? 'off' : 'on', microphone: micOff ? 'off' : 'on' }
}
