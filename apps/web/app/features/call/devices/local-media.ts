import { t } from '../../../language/text.ts'
import { createStore, type Store } from '../../../store/store.ts'
import { canShare, openScreen, type ShareKind, type Sharing } from '../../../video/screen-share.ts'
import { isRefusal, type MediaTrouble, troubleOf } from './permission-help.ts'

export type Switch = 'on' | 'off'
export type MediaKind = 'audio' | 'video'
export interface Device {
  id: string
  label: string
}

export interface LocalMediaSnapshot {
  /** 'asking' while the browser asks the person. */
  phase: 'idle' | 'asking' | 'settled' | 'stopped'
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
  cameras: readonly Device[]
  microphones: readonly Device[]
  speakers: readonly Device[]
  cameraId: string | null
  microphoneId: string | null
  /** Null is the system's own choice. */
  speakerId: string | null
  /** A screen, a window or a tab that is sent instead of the camera's video. */
  sharing: Sharing
  canShare: boolean
  /** The front camera is mirrored. */
  facing: 'front' | 'back'
}

export interface LocalMediaDeps {
  /** `navigator.mediaDevices`; undefined on insecure pages and in some browsers inside other apps. */
  devices:
    | (Pick<MediaDevices, 'getUserMedia' | 'enumerateDevices' | 'addEventListener' | 'removeEventListener'> &
        Partial<Pick<MediaDevices, 'getDisplayMedia'>>)
    | undefined
  createStream(tracks: readonly MediaStreamTrack[]): MediaStream
  /** The initial switches; a device that begins switched off is not even opened. */
  begin?: Partial<Pick<LocalMediaSnapshot, 'microphone' | 'camera' | 'noiseSuppression'>>
  /** Informs the person that a device disappeared or appeared during the call. */
  tell(words: string): void
  warn(words: string, cause: unknown): void
}

const VIDEO: MediaTrackConstraints = {
  width: { ideal: 1280 },
  height: { ideal: 720 },
  frameRate: { ideal: 30 },
}

/**
 * The person's own camera and microphone: opened once, switched, changed, replaced when unplugged, and closed on
 * leaving.
 */
export class LocalMedia implements Store<LocalMediaSnapshot> {
  #deps: LocalMediaDeps
  #store = createStore<LocalMediaSnapshot>({
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
    cameras: [],
    microphones: [],
    speakers: [],
    cameraId: null,
    microphoneId: null,
    speakerId: null,
    sharing: 'off',
    canShare: false,
    facing: 'front',
  })
  #tracks = new Map<MediaKind, MediaStreamTrack>()
  /** Sent instead of the camera's track, which stays open and comes back as it was. */
  #screen: MediaStreamTrack | null = null
  /** Changes of devices, one after the other. */
  #queue: Promise<void> = Promise.resolve()
  #devicesChanged = () => void this.#line(() => this.#lookAtDevices())

  subscribe = this.#store.subscribe
  getSnapshot = this.#store.getSnapshot

  constructor(deps: LocalMediaDeps) {
    this.#deps = deps
    this.#store.set({ ...deps.begin, canShare: canShare(deps.devices) })
  }

  /** Opens both; if one is missing or refused, the call continues without it. */
  start(): Promise<void> {
    const { devices } = this.#deps
    if (!devices) {
      this.#store.set({ phase: 'settled', support: 'none', audioAllowed: false, videoAllowed: false })
      return Promise.resolve()
    }
    devices.addEventListener('devicechange', this.#devicesChanged)
    return this.#ask()
  }

  /** Switches both on; the browser prompts once for both if neither is open yet. */
  turnOn(): Promise<void> {
    if (this.#deps.devices && this.#tracks.size === 0) {
      this.#store.set({ microphone: 'on', camera: 'on' })
      return this.#ask()
    }
    this.setMicrophone('on')
    this.setCamera('on')
    return this.#queue
  }

  /** Tries again to open switched-on devices: after the person changed the permission, or closed another program. */
  askAgain(): Promise<void> {
    return this.#line(async () => {
      await this.#reopenMissing('audio')
      await this.#reopenMissing('video')
    })
  }

  /** Opens the microphone again, with or without noise suppression. */
  setNoiseSuppression(state: Switch): Promise<void> {
    this.#store.set({ noiseSuppression: state })
    const { microphoneId } = this.#store.getSnapshot()
    return microphoneId === null ? Promise.resolve() : this.chooseMicrophone(microphoneId)
  }

  setMicrophone(state: Switch): void {
    this.#store.set({ microphone: state })
    this.#switchOn('audio', state)
  }

  setCamera(state: Switch): void {
    this.#store.set({ camera: state })
    this.#switchOn('video', state)
  }

  chooseCamera(id: string): Promise<void> {
    return this.#line(() => this.#replace('video', { ...VIDEO, deviceId: { exact: id } }))
  }

  chooseMicrophone(id: string): Promise<void> {
    return this.#line(() => this.#replace('audio', { ...this.#audio, deviceId: { exact: id } }))
  }

  chooseSpeaker(id: string | null): void {
    this.#store.set({ speakerId: id })
  }

  /** The camera after this one, back to the first after the last. */
  cycleCamera(): Promise<void> {
    const { cameras, cameraId } = this.#store.getSnapshot()
    const next = cameras[(cameras.findIndex(({ id }) => id === cameraId) + 1) % cameras.length]
    return next ? this.chooseCamera(next.id) : Promise.resolve()
  }

  /** Sends a screen instead of the camera's picture; the browser asks the person which. */
  async shareScreen(kind: ShareKind): Promise<void> {
    try {
      const screen = await openScreen(this.#deps.devices, kind)
      if (!screen) return
      if (this.#isStopped) return screen.stop()
      this.#screen?.stop()
      this.#screen = screen
      // By the browser's own bar, or because the window was closed.
      screen.addEventListener('ended', () => {
        if (screen === this.#screen) this.stopSharing()
      })
      this.#publish('on')
    } catch (cause) {
      if (!isRefusal(cause)) this.#deps.warn('a screen could not be shared', cause)
    }
  }

  /** While it is paused nothing is seen of the screen; sound continues. */
  pauseSharing(state: 'paused' | 'on'): void {
    if (!this.#screen) return
    this.#screen.enabled = state === 'on'
    this.#store.set({ sharing: state })
  }

  stopSharing(): void {
    this.#screen?.stop()
    this.#screen = null
    this.#publish('off')
  }

  /** Closes all devices, so that the camera's light goes off. */
  stop(): void {
    this.#deps.devices?.removeEventListener('devicechange', this.#devicesChanged)
    for (const track of this.#tracks.values()) track.stop()
    this.#tracks.clear()
    this.#screen?.stop()
    this.#screen = null
    this.#store.set({ phase: 'stopped', stream: null, sharing: 'off' })
  }

  get #isStopped(): boolean {
    return this.#store.getSnapshot().phase === 'stopped'
  }

  #line(work: () => Promise<void>): Promise<void> {
    this.#queue = this.#queue.then(() => (this.#isStopped ? undefined : work()))
    return this.#queue
  }

  get #audio(): MediaTrackConstraints {
    const { noiseSuppression } = this.#store.getSnapshot()
    return { echoCancellation: true, noiseSuppression: noiseSuppression === 'on', autoGainControl: true }
  }

  #ask(): Promise<void> {
    this.#store.set({ phase: 'asking' })
    return this.#line(async () => {
      await this.#askBoth()
      await this.#listDevices()
      if (!this.#isStopped) this.#store.set({ phase: 'settled' })
    })
  }

  async #askBoth(): Promise<void> {
    const { microphone, camera } = this.#store.getSnapshot()
    const sound = microphone === 'on' ? { audio: this.#audio } : {}
    const video = camera === 'on' ? { video: { ...VIDEO, facingMode: 'user' } } : {}
    const both = { ...sound, ...video }
    const kinds = Object.keys(both).length
    if (kinds === 0 || (await this.#take(both)) !== 'failed' || kinds === 1) return
    if ((await this.#take(video)) === 'refused') return
    await this.#take(sound)
  }

  /**
   * Opens the requested devices; a refusal turns both permissions off and shows nothing, other failures are only
   * logged.
   */
  async #take(wanted: MediaStreamConstraints): Promise<'taken' | 'refused' | 'failed'> {
    try {
      const opened = await this.#deps.devices?.getUserMedia(wanted)
      for (const track of opened?.getTracks() ?? []) this.#adopt(track)
      this.#publish()
      return 'taken'
    } catch (cause) {
      const trouble = troubleOf(cause)
      if (wanted.audio) this.#store.set({ audioTrouble: trouble })
      if (wanted.video) this.#store.set({ videoTrouble: trouble })
      if (isRefusal(cause)) {
        this.#store.set({ audioAllowed: false, videoAllowed: false })
        return 'refused'
      }
      this.#deps.warn('media could not be opened', cause)
      return 'failed'
    }
  }

  #adopt(track: MediaStreamTrack): void {
    if (this.#isStopped) {
      track.stop()
      return
    }
    const { microphone, camera } = this.#store.getSnapshot()
    const kind = kindOf(track)
    track.enabled = (kind === 'audio' ? microphone : camera) === 'on'
    this.#tracks.get(kind)?.stop()
    this.#tracks.set(kind, track)
    track.addEventListener('ended', () => void this.#line(() => this.#ended(track)))
    // A phone that is locked, or another page that has the camera, stops a track and lets it go on: Safari says so thus.
    for (const change of ['mute', 'unmute']) track.addEventListener(change, () => this.#publish())
    this.#store.set(
      kind === 'audio'
        ? { audioAllowed: true, audioTrouble: null }
        : { videoAllowed: true, videoTrouble: null },
    )
  }

  #publish(sharing: Sharing = this.#store.getSnapshot().sharing): void {
    if (this.#isStopped) return
    const sent = new Map(this.#tracks)
    if (this.#screen) sent.set('video', this.#screen)
    const tracks = [...sent.values()]
    const video = this.#tracks.get('video')?.getSettings()
    // In one step: a switch for the screen must not reach the camera's track.
    this.#store.set({
      sharing,
      stream: tracks.length > 0 ? this.#deps.createStream(tracks) : null,
      cameraId: video?.deviceId ?? null,
      microphoneId: this.#tracks.get('audio')?.getSettings().deviceId ?? null,
      facing: this.#screen || video?.facingMode === 'environment' ? 'back' : 'front',
    })
  }

  #switchOn(kind: MediaKind, state: Switch): void {
    const track = this.#tracks.get(kind)
    if (track) track.enabled = state === 'on'
    else if (state === 'on' && this.#deps.devices) void this.#line(() => this.#reopen(kind))
  }

  /** Opens the default device of a kind that is not there: refused before, or unplugged. */
  async #reopen(kind: MediaKind): Promise<void> {
    if (this.#tracks.has(kind)) return
    await this.#take(kind === 'audio' ? { audio: this.#audio } : { video: VIDEO })
    await this.#listDevices()
  }

  /**
   * Phones open one camera at a time, so the old one goes first; if the new one fails, any that works takes its
   * place.
   */
  async #replace(kind: MediaKind, constraints: MediaTrackConstraints): Promise<void> {
    this.#tracks.get(kind)?.stop()
    this.#tracks.delete(kind)
    if ((await this.#take({ [kind]: constraints })) !== 'taken') await this.#reopen(kind)
    this.#publish()
  }

  async #ended(track: MediaStreamTrack): Promise<void> {
    const kind = kindOf(track)
    if (this.#tracks.get(kind) !== track) return
    const { deviceId } = track.getSettings()
    this.#tracks.delete(kind)
    this.#publish()
    await this.#reopen(kind)
    const { cameras, microphones } = this.#store.getSnapshot()
    const isThere = (kind === 'audio' ? microphones : cameras).some(({ id }) => id === deviceId)
    this.#deps.tell(`${isThere ? stoppedText(kind) : unpluggedText(kind)} ${this.#nowUsing(kind)}`.trim())
  }

  #nowUsing(kind: MediaKind): string {
    const label = this.#tracks.get(kind)?.label
    return label ? t('Now using: {device}', { device: label }) : ''
  }

  async #lookAtDevices(): Promise<void> {
    await this.#listDevices()
    const { cameras, microphones, audioAllowed, videoAllowed } = this.#store.getSnapshot()
    if (cameras.length > 0 && videoAllowed) await this.#reopenMissing('video')
    if (microphones.length > 0 && audioAllowed) await this.#reopenMissing('audio')
  }

  async #reopenMissing(kind: MediaKind): Promise<void> {
    const { microphone, camera } = this.#store.getSnapshot()
    if ((kind === 'audio' ? microphone : camera) === 'off' || this.#tracks.has(kind)) return
    await this.#reopen(kind)
    const news = this.#nowUsing(kind)
    if (news) this.#deps.tell(news)
  }

  async #listDevices(): Promise<void> {
    try {
      const all = (await this.#deps.devices?.enumerateDevices()) ?? []
      this.#store.set({
        cameras: named(all, 'videoinput', number => t('Camera {number}', { number })),
        microphones: named(all, 'audioinput', number => t('Microphone {number}', { number })),
        speakers: named(all, 'audiooutput', number => t('Speaker {number}', { number })),
      })
    } catch (cause) {
      this.#deps.warn('devices could not be listed', cause)
    }
  }
}

const unpluggedText = (kind: MediaKind) =>
  kind === 'audio' ? t('Your microphone was unplugged.') : t('Your camera was unplugged.')

/** Of a device that is still there. */
const stoppedText = (kind: MediaKind) =>
  kind === 'audio'
    ? t('Your microphone stopped: the device was locked, or another page or program took it.')
    : t('Your camera stopped: the device was locked, or another page or program took it.')

function kindOf(track: MediaStreamTrack): MediaKind {
  return track.kind === 'audio' ? 'audio' : 'video'
}

/** Without permission a device has neither id nor name and cannot be chosen. */
function named(
  all: readonly MediaDeviceInfo[],
  kind: MediaDeviceKind,
  nameless: (number: number) => string,
): Device[] {
  const known = all.filter(device => device.kind === kind && device.deviceId !== '')
  return known.map(({ deviceId, label }, index) => ({ id: deviceId, label: label || nameless(index + 1) }))
}
