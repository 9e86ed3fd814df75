import { CAMERA_OFF_DEFAULT, MIC_OFF_DEFAULT } from '@parley/contract/constants'

export interface DeviceDefaults {
  cameraOff: boolean
  micOff: boolean
}

const KEY = 'deviceDefaults'
const DEFAULTS: DeviceDefaults = { cameraOff: CAMERA_OFF_DEFAULT, micOff: MIC_OFF_DEFAULT }

/** The initial state of camera and microphone, stored only on this device; an unreadable value counts as unset. */
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

/** Stores the defaults; in a browser that refuses storage they last until the page is left. */
export function keepDeviceDefaults(storage: Pick<Storage, 'setItem'>, defaults: DeviceDefaults): void {
  try {
    storage.setItem(KEY, JSON.stringify(defaults))
  } catch {
    // A private mode may refuse storage: the switch lasts until the page is left.
  }
}

/** The initial state of camera and microphone in a call or one's own event, from the settings. */
export function firstSwitches(storage: Pick<Storage, 'getItem'>): {
  camera: 'on' | 'off'
  microphone: 'on' | 'off'
} {
  const { cameraOff, micOff } = readDeviceDefaults(storage)
  return { camera: cameraOff ? 'off' : 'on', microphone: micOff ? 'off' : 'on' }
}
