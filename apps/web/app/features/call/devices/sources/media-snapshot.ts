import type { Sharing } from '../../../../video/screen-share.ts'
import type { MediaTrouble } from '../permission-help.ts'
import type { Blur } from './camera-blur.ts'
import type { Device, Switch } from './device.ts'
import type { SharedThing } from './own-screen.ts'

export interface LocalMediaSnapshot {
  /** 'requesting' while the browser asks the person. */
  phase: 'idle' | 'requesting' | 'answered' | 'stopped'
  /** 'none' in browsers inside other apps that cannot do calls. */
  support: 'yes' | 'none'
  /** A new object whenever its tracks change. */
  stream: MediaStream | null
  audioAllowed: boolean
  videoAllowed: boolean
  audioTrouble: MediaTrouble | null
  videoTrouble: MediaTrouble | null
  microphone: Switch
  camera: Switch
  /** Whether the browser suppresses noise of the microphone. */
  noiseSuppression: Switch
  /**
   * What the person chose, for every camera that can; null while they never chose: then their system's choice stands.
   */
  backgroundBlur: Switch | null
  /** What the camera does; 'none' where nobody can choose, or there is no camera. */
  blur: Blur
  cameras: readonly Device[]
  microphones: readonly Device[]
  speakers: readonly Device[]
  cameraId: string | null
  microphoneId: string | null
  /** Null is the system's own choice. */
  speakerId: string | null
  /** A screen, a window, a tab or an image that is sent instead of the camera's video. */
  sharing: Sharing
  /** Which of them, while one is sent. */
  shared: SharedThing
  /** What this browser can share. */
  canShare: Readonly<Record<SharedThing, boolean>>
  /** The front camera is mirrored. */
  facing: 'front' | 'back'
}

/** Before anything is opened. */
export const NO_MEDIA: LocalMediaSnapshot = {
  phase: 'idle',
  support: 'yes',
  stream: null,
  audioAllowed: true,
  videoAllowed: true,
  audioTrouble: null,
  videoTrouble: null,
  microphone: 'on',
  camera: 'on',
  noiseSuppression: 'on',
  backgroundBlur: null,
  blur: 'none',
  cameras: [],
  microphones: [],
  speakers: [],
  cameraId: null,
  microphoneId: null,
  speakerId: null,
  sharing: 'off',
  shared: 'screen',
  canShare: { screen: false, picture: false },
  facing: 'front',
}
