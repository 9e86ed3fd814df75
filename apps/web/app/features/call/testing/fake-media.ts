/** Cameras and microphones of a browser that the test plugs in and out. */
export class FakeTrack extends EventTarget {
  readonly kind: 'audio' | 'video'
  readonly deviceId: string
  enabled = true
  readyState: 'live' | 'ended' = 'live'
  muted = false
  /** What the camera can do about what is behind the person; nothing in most browsers. */
  blurs: boolean[] | undefined
  blur = false
  constraints: MediaTrackConstraints = {}
  /** Chromium takes the blur alone, and keeps what it was asked for before. */
  takesBlurAlone = false

  constructor(kind: 'audio' | 'video', deviceId: string) {
    super()
    this.kind = kind
    this.deviceId = deviceId
  }
  get label(): string {
    return `the ${this.deviceId}`
  }
  getSettings() {
    const video = this.kind === 'video' ? { facingMode: 'user', backgroundBlur: this.blur } : {}
    return { deviceId: this.deviceId, ...video }
  }
  getCapabilities() {
    return this.blurs ? { backgroundBlur: this.blurs } : {}
  }
  getConstraints() {
    return this.constraints
  }
  async applyConstraints(constraints: MediaTrackConstraints & { backgroundBlur?: { exact: boolean } }) {
    // A camera takes its time.
    await Promise.resolve()
    const wanted = constraints.backgroundBlur?.exact ?? false
    const isMixed = Object.keys(constraints).length > 1
    if (!this.blurs?.includes(wanted) || (this.takesBlurAlone && isMixed))
      throw new MediaFailure('OverconstrainedError')
    this.constraints = this.takesBlurAlone ? { ...this.constraints, ...constraints } : constraints
    this.blur = wanted
  }
  /** The person switches the blur in their system. */
  blurBySystem(blur: boolean): void {
    this.blur = blur
    this.dispatchEvent(new Event('configurationchange'))
  }
  stop(): void {
    this.readyState = 'ended'
  }
  /** The device stops it for a while, as a phone that is locked does. */
  pause(is: 'paused' | 'on'): void {
    this.muted = is === 'paused'
    this.dispatchEvent(new Event(this.muted ? 'mute' : 'unmute'))
  }
  unplug(): void {
    this.readyState = 'ended'
    this.dispatchEvent(new Event('ended'))
  }
}

type Wanted = { deviceId?: { exact: string } } | undefined

class MediaFailure extends Error {
  constructor(name: string) {
    super(name)
    this.name = name
  }
}

export class FakeDevices extends EventTarget {
  cameras = ['front', 'back']
  microphones = ['built-in']
  refusal: 'NotAllowedError' | null = null
  /** Safari's are no errors all of them. */
  failure: object | null = null
  /** Cameras whose browser lets a page choose the blur. */
  blurring: string[] = []
  /** Those of them that their system blurs already as they are opened. */
  blurred: string[] = []
  requested: MediaStreamConstraints[] = []
  opened: FakeTrack[] = []

  async getUserMedia(wanted: MediaStreamConstraints): Promise<MediaStream> {
    this.requested.push(wanted)
    if (this.failure) throw this.failure
    if (this.refusal) throw new MediaFailure(this.refusal)
    const tracks = [
      ...(wanted.audio ? [this.#open('audio', wanted.audio as Wanted)] : []),
      ...(wanted.video ? [this.#open('video', wanted.video as Wanted)] : []),
    ]
    this.opened.push(...tracks)
    return streamOf(tracks)
  }
  #open(kind: 'audio' | 'video', wanted: Wanted): FakeTrack {
    const there = kind === 'audio' ? this.microphones : this.cameras
    const id = wanted?.deviceId?.exact ?? there[0]
    if (id === undefined || !there.includes(id)) throw new MediaFailure('NotFoundError')
    const track = new FakeTrack(kind, id)
    if (kind === 'video') track.constraints = wanted as MediaTrackConstraints
    if (this.blurring.includes(id)) track.blurs = [false, true]
    track.blur = this.blurred.includes(id)
    return track
  }
  /** What the person shares; null: they closed the question. */
  screen: FakeTrack | null = new FakeTrack('video', 'screen')
  async getDisplayMedia(wanted: DisplayMediaStreamOptions): Promise<MediaStream> {
    if (!this.screen) throw new MediaFailure('NotAllowedError')
    this.requested.push(wanted as MediaStreamConstraints)
    this.opened.push(this.screen)
    return streamOf([this.screen])
  }
  async enumerateDevices(): Promise<MediaDeviceInfo[]> {
    const list = (ids: readonly string[], kind: MediaDeviceKind) =>
      ids.map(deviceId => ({ deviceId, kind, label: `the ${deviceId}`, groupId: '', toJSON: () => '' }))
    return [...list(this.cameras, 'videoinput'), ...list(this.microphones, 'audioinput')]
  }
  live(): string[] {
    return this.opened.filter(({ readyState }) => readyState === 'live').map(({ deviceId }) => deviceId)
  }
}

export function streamOf(tracks: readonly unknown[]): MediaStream {
  const all = tracks as FakeTrack[]
  const stream = {
    getTracks: () => all,
    getAudioTracks: () => all.filter(({ kind }) => kind === 'audio'),
    getVideoTracks: () => all.filter(({ kind }) => kind === 'video'),
  }
  return stream as unknown as MediaStream
}
