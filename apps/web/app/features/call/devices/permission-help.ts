import { msg } from '../../../language/text.ts'

/**
 * Why a device could not be opened: refused, the prompt dismissed, refused by the system, no device, another program
 * has it, or the browser does not say.
 */
export type MediaTrouble = 'denied' | 'dismissed' | 'system' | 'no-device' | 'in-use' | 'unknown'

export type BrowserFamily = 'chrome' | 'safari' | 'firefox' | 'other'
export type DeviceForm = 'android' | 'ios' | 'desk'
export interface BrowserPlace {
  family: BrowserFamily
  form: DeviceForm
}

/** Which browser on which kind of device, for wording alone: nothing else depends on what a browser says of itself. */
export function browserPlace(userAgent: string): BrowserPlace {
  const form = /Android/.test(userAgent) ? 'android' : /iPhone|iPad|iPod/.test(userAgent) ? 'ios' : 'desk'
  if (/Firefox|FxiOS/.test(userAgent)) return { family: 'firefox', form }
  if (/Chrome|CriOS|Chromium/.test(userAgent)) return { family: 'chrome', form }
  return { family: /Safari/.test(userAgent) ? 'safari' : 'other', form }
}

const REFUSALS = new Set(['NotAllowedError', 'SecurityError', 'PermissionDeniedError'])
export const isRefusal = (cause: unknown) => cause instanceof Error && REFUSALS.has(cause.name)

/** How browsers name the failure of a device that another program has. */
const TAKEN = new Set(['NotReadableError', 'TrackStartError', 'AbortError'])

/**
 * What went wrong, from the error of `getUserMedia`. Browsers distinguish a dismissed prompt and the system's refusal
 * only by the message. In older Safari the OverconstrainedError of an unplugged camera is no `Error`; while the device
 * is locked Safari uses other names.
 */
export function troubleOf(cause: unknown): MediaTrouble {
  const { name = '', message = '' } = (cause ?? {}) as { name?: string; message?: string }
  if (REFUSALS.has(name)) {
    if (/dismiss/i.test(message)) return 'dismissed'
    return /system/i.test(message) ? 'system' : 'denied'
  }
  if (/NotFound|Overconstrained/.test(name)) return 'no-device'
  return TAKEN.has(name) ? 'in-use' : 'unknown'
}

/** In English. */
export interface Help {
  title: string
  steps: readonly string[]
}

const AGAIN = msg('Come back here and press Try again.')

const denied: Readonly<Record<`${BrowserFamily} ${DeviceForm}`, readonly string[]>> = {
  'chrome desk': [
    msg('Press the icon to the left of the address.'),
    msg('Turn on Camera and Microphone.'),
    AGAIN,
  ],
  'chrome android': [
    msg('Tap the icon to the left of the address, then Permissions.'),
    msg('Allow Camera and Microphone.'),
    AGAIN,
  ],
  'chrome ios': [
    msg('Open the Settings app, then Apps, then Chrome.'),
    msg('Turn on Camera and Microphone.'),
    AGAIN,
  ],
  'safari desk': [
    msg('In the menu bar choose Safari, then Settings for this website.'),
    msg('Set Camera and Microphone to Allow.'),
    AGAIN,
  ],
  'safari ios': [
    msg('Tap the icon to the left of the address, then the three dots, then Website Settings.'),
    msg('Set Camera and Microphone to Allow.'),
    AGAIN,
  ],
  'safari android': [
    msg('Open the site settings next to the address.'),
    msg('Allow Camera and Microphone.'),
    AGAIN,
  ],
  'firefox desk': [
    msg('Press the crossed-out camera to the left of the address.'),
    msg('Press the cross beside each Blocked, so that Firefox asks again.'),
    AGAIN,
  ],
  'firefox android': [
    msg('Tap the lock to the left of the address, then the blocked camera and microphone.'),
    msg('Set both to Allowed.'),
    AGAIN,
  ],
  'firefox ios': [
    msg('Open the Settings app, then Apps, then Firefox.'),
    msg('Turn on Camera and Microphone.'),
    AGAIN,
  ],
  'other desk': [
    msg('Open the site settings next to the address.'),
    msg('Allow camera and microphone.'),
    AGAIN,
  ],
  'other android': [
    msg('Open the site settings next to the address.'),
    msg('Allow camera and microphone.'),
    AGAIN,
  ],
  'other ios': [
    msg('Open the Settings app, then this browser among the apps.'),
    msg('Turn on Camera and Microphone.'),
    AGAIN,
  ],
}

const system: Readonly<Record<DeviceForm, string>> = {
  desk: msg('Open your computer’s privacy settings and allow this browser to use camera and microphone.'),
  android: msg('Open Settings, then Apps, then this browser, then Permissions, and allow both.'),
  ios: msg('Open the Settings app, then Privacy & Security, and allow this browser to use both.'),
}

/** What to do about a camera or microphone that did not open, in plain words for this browser. */
export function helpFor(trouble: MediaTrouble, { family, form }: BrowserPlace): Help {
  switch (trouble) {
    case 'denied':
      return {
        title: msg('Your browser keeps camera and microphone from this page'),
        steps: denied[`${family} ${form}`],
      }
    case 'dismissed':
      return {
        title: msg('The question was closed before you answered'),
        steps: [msg('Press Try again, then Allow.')],
      }
    case 'system':
      return { title: msg('Your device keeps them from this browser'), steps: [system[form], AGAIN] }
    case 'no-device':
      return {
        title: msg('No camera or microphone was found'),
        steps: [msg('Plug one in, or check that it is switched on. It is taken by itself.')],
      }
    case 'in-use':
      return {
        title: msg('Another program is using it'),
        steps: [msg('Close other calls and programs that use camera or microphone.'), AGAIN],
      }
    case 'unknown':
      return {
        title: msg('Camera or microphone could not be opened'),
        steps: [
          msg('Unlock your device and keep this page in front; close other pages that use them.'),
          AGAIN,
        ],
      }
  }
}
