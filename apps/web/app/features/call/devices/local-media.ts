import { t } from '../../../language/text.ts'
import { createStore, type Store } from '../../../store/store.ts'
import { canShare, openScreen, type ShareKind, type Sharing } from '../../../video/screen-share.ts'
import { isRefusal, troubleOf } from './permission-help.ts'
import { blurAs, blurOf, chosenInSystem } from './sources/camera-blur.ts'
import { kindOf, type MediaKind, named, type Switch, stoppedText, unpluggedText } from './sources/device.ts'
import { type LocalMediaSnapshot, NO_MEDIA } from './sources/media-snapshot.ts'
import { OwnScreen } from './sources/own-screen.ts'

export type { LocalMediaSnapshot }

export interface LocalMediaDeps {
  /** `navigator.mediaDevices`; undefined on insecure pages and in some browsers inside other apps. */
  devices:
    | (Pick<MediaDevices, 'getUserMedia' | 'enumerateDevices' | 'addEventListener' | 'removeEventListener'> &
        Partial<Pick<MediaDevices, 'getDisplayMedia'>>)
    | undefined
  /** Where the browser says that the page is seen again; on a phone it was locked before, maybe. */
  page?: Pick<EventTarget, 'addEventListener' | 'removeEventListener'> & { visibilityState: string }
  createStream(tracks: readonly MediaStreamTrack[]): MediaStream
  /** A video of the image of a file; it rejects for a file that is none. Browsers that cannot do so lack it. */
  openImage?: (file: Blob) => Promise<MediaStreamTrack>
  /** The initial switches; a device that begins switched off is not even opened. */
  begin?: Partial<Pick<LocalMediaSnapshot, 'microphone' | 'camera' | 'noiseSuppression' | 'backgroundBlur'>>
  /** Informs the person that a device disappeared or appeared during the call. */
  notify(words: string): void
  warn(words: string, cause: unknown): void
}

const VIDEO: MediaTrackConstraints = {
  width: { ideal: 1280 },
  height: { ideal: 720 },
  frameRate: { ideal: 30 },
}

/** The person's own devices: opened once, switched, changed, replaced when unplugged, and closed on leaving. */
export class LocalMedia implements Store<LocalMediaSnapshot> {
  #deps: LocalMediaDeps
  #store = createStore<LocalMediaSnapshot>(NO_MEDIA)
  #tracks = new Map<MediaKind, MediaStreamTrack>()
  /** Its track is sent instead of the camera's, which stays open and comes back as it was. */
  #screen
  /** Changes of devices, one after the other. */
  #queue: Promise<void> = Promise.resolve()
  #devicesChanged = () => void this.#line(() => this.#readDevices())
  /** A locked phone ends the tracks, and opens nothing while it is locked. */
  #seenAgain = () => {
    if (!this.#isUnseen) this.#devicesChanged()
  }

  subscribe = this.#store.subscribe
  getSnapshot = this.#store.getSnapshot

  constructor(deps: LocalMediaDeps) {
    this.#deps = deps
    this.#screen = new OwnScreen({ changed: sharing => this.#publish({}, sharing) })
    const can = { screen: canShare(deps.devices), picture: deps.openImage !== undefined }
    this.#store.set({ ...deps.begin, canShare: can })
  }

  /** Opens both; if one is missing or refused, the call continues without it. */
  start(): Promise<void> {
    const { devices } = this.#deps
    if (!devices) {
      this.#store.set({ phase: 'answered', support: 'none', audioAllowed: false, videoAllowed: false })
      return Promise.resolve()
    }
    devices.addEventListener('devicechange', this.#devicesChanged)
    this.#deps.page?.addEventListener('visibilitychange', this.#seenAgain)
    return this.#request()
  }

  /** Switches both on; the browser prompts once for both if neither is open yet. */
  turnOn(): Promise<void> {
    if (this.#deps.devices && this.#tracks.size === 0) {
      this.#store.set({ microphone: 'on', camera: 'on' })
      return this.#request()
    }
    this.setMicrophone('on')
    this.setCamera('on')
    return this.#queue
  }

  /** Tries again to open switched-on devices: after the person changed the permission, or closed another program. */
  requestAgain(): Promise<void> {
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

  /** Has the camera blur what is behind the person, where it can; every later camera too. */
  setBackgroundBlur(state: Switch): Promise<void> {
    this.#store.set({ backgroundBlur: state })
    return this.#line(async () => {
      await this.#blur()
      this.#publish()
    })
  }

  /** Sends a screen instead of the camera's video; the browser asks the person which. */
  async shareScreen(kind: ShareKind): Promise<void> {
    try {
      await this.#screen.share('screen', () => openScreen(this.#deps.devices, kind))
    } catch (cause) {
      if (!isRefusal(cause)) this.#deps.warn('a screen could not be shared', cause)
    }
  }

  /** Sends the image of a file instead of the camera's; a person whose file is no image gets a notice. */
  async shareImage(file: Blob): Promise<void> {
    const { openImage, notify, warn } = this.#deps
    if (!openImage) return
    try {
      await this.#screen.share('picture', () => openImage(file))
    } catch (cause) {
      warn('a picture could not be shared', cause)
      notify(t('This file cannot be shown as a picture. Choose another one.'))
    }
  }

  /** While it is paused nothing is seen of the screen or image; sound continues. */
  pauseSharing(state: 'paused' | 'on'): void {
    const screen = this.#screen.track
    if (!screen) return
    screen.enabled = state === 'on'
    this.#store.set({ sharing: state })
  }

  stopSharing(): void {
    this.#screen.stop()
  }

  /** Closes all devices, so that the camera's light goes off. */
  stop(): void {
    this.#deps.devices?.removeEventListener('devicechange', this.#devicesChanged)
    this.#deps.page?.removeEventListener('visibilitychange', this.#seenAgain)
    for (const track of this.#tracks.values()) track.stop()
    this.#tracks.clear()
    this.#store.set({ phase: 'stopped', stream: null, sharing: 'off' })
    this.#screen.stop()
  }

  get #isUnseen(): boolean {
    return this.#deps.page?.visibilityState === 'hidden'
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

  #request(): Promise<void> {
    this.#store.set({ phase: 'requesting' })
    return this.#line(async () => {
      await this.#requestBoth()
      await this.#listDevices()
      if (!this.#isStopped) this.#store.set({ phase: 'answered' })
    })
  }

  async #requestBoth(): Promise<void> {
    const { microphone, camera } = this.#store.getSnapshot()
    const sound = microphone === 'on' ? { audio: this.#audio } : {}
    const video = camera === 'on' ? { video: { ...VIDEO, facingMode: 'user' } } : {}
    const both = { ...sound, ...video }
    const kinds = Object.keys(both).length
    if (kinds === 0 || (await this.#open(both)) !== 'failed' || kinds === 1) return
    if ((await this.#open(video)) === 'refused') return
    await this.#open(sound)
  }

  /**
   * Opens the requested devices; a refusal turns both permissions off, but not that of a device that is open, and shows
   * nothing; other failures are only logged.
   */
  async #open(wanted: MediaStreamConstraints): Promise<'opened' | 'refused' | 'failed'> {
    try {
      const opened = await this.#deps.devices?.getUserMedia(wanted)
      for (const track of opened?.getTracks() ?? []) this.#adopt(track)
      // First: nobody is to see for a moment what is behind this person.
      if (wanted.video) await this.#blur()
      this.#publish()
      return 'opened'
    } catch (cause) {
      const trouble = troubleOf(cause)
      if (wanted.audio) this.#store.set({ audioTrouble: trouble })
      if (wanted.video) this.#store.set({ videoTrouble: trouble })
      if (isRefusal(cause)) {
        this.#store.set({ audioAllowed: this.#tracks.has('audio'), videoAllowed: this.#tracks.has('video') })
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
    // A phone that is locked, or another page that has the camera, stops a track and lets it go on: Safari says so
    // thus.
    for (const change of ['mute', 'unmute', 'configurationchange'])
      track.addEventListener(change, () => this.#publish(chosenInSystem(track, this.getSnapshot().blur)))
    this.#store.set(
      kind === 'audio'
        ? { audioAllowed: true, audioTrouble: null }
        : { videoAllowed: true, videoTrouble: null },
    )
  }

  /** Has the open camera blur as the person chose, if they did; they get a notice where an open one does not. */
  async #blur(): Promise<void> {
    const camera = this.#tracks.get('video')
    const { backgroundBlur } = this.#store.getSnapshot()
    if (!camera || backgroundBlur === null) return
    try {
      await blurAs(camera, backgroundBlur)
    } catch (cause) {
      if (this.#isStopped || this.#tracks.get('video') !== camera) return
      this.#deps.warn('the background could not be blurred', cause)
      if (backgroundBlur === 'on')
        this.#deps.notify(t('This camera cannot blur your background: others see it.'))
    }
  }

  #publish(chosen = {}, sharing: Sharing = this.#store.getSnapshot().sharing): void {
    if (this.#isStopped) return
    const sent = new Map(this.#tracks)
    const screen = this.#screen.track
    if (screen) sent.set('video', screen)
    const tracks = [...sent.values()]
    const camera = this.#tracks.get('video')
    const video = camera?.getSettings()
    // In one step: a switch for the screen must not reach the camera's track.
    this.#store.set({
      ...chosen,
      sharing,
      shared: this.#screen.thing,
      stream: tracks.length > 0 ? this.#deps.createStream(tracks) : null,
      blur: blurOf(camera),
      cameraId: video?.deviceId ?? null,
      microphoneId: this.#tracks.get('audio')?.getSettings().deviceId ?? null,
      facing: screen || video?.facingMode === 'environment' ? 'back' : 'front',
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
    await this.#open(kind === 'audio' ? { audio: this.#audio } : { video: VIDEO })
    await this.#listDevices()
  }

  /**
   * Phones open one camera at a time, so the old one goes first; if the new one fails, any that works takes its
   * place.
   */
  async #replace(kind: MediaKind, constraints: MediaTrackConstraints): Promise<void> {
    this.#tracks.get(kind)?.stop()
    this.#tracks.delete(kind)
    if ((await this.#open({ [kind]: constraints })) !== 'opened') await this.#reopen(kind)
    this.#publish()
  }

  async #ended(track: MediaStreamTrack): Promise<void> {
    const kind = kindOf(track)
    if (this.#tracks.get(kind) !== track) return
    const { deviceId } = track.getSettings()
    const wasUnseen = this.#isUnseen
    this.#tracks.delete(kind)
    this.#publish()
    await this.#reopen(kind)
    const { cameras, microphones } = this.#store.getSnapshot()
    const known = kind === 'audio' ? microphones : cameras
    // A hidden page may get no event of any device.
    const isThere = wasUnseen || known.some(({ id }) => id === deviceId)
    this.#deps.notify(`${isThere ? stoppedText(kind) : unpluggedText(kind)} ${this.#nowUsing(kind)}`.trim())
  }

  #nowUsing(kind: MediaKind): string {
    const label = this.#tracks.get(kind)?.label
    return label ? t('Now using: {device}', { device: label }) : ''
  }

  async #readDevices(): Promise<void> {
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
    if (news) this.#deps.notify(news)
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
