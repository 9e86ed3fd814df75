/** Cameras and microphones of a browser that the test plugs in and out. */
export class FakeTrack extends EventTarget {
  readonly kind: 'audio' | 'video'
  readonly deviceId: string
  enabled = true
  readyState: 'live' | 'ended' = 'live'
  muted = false

  constructor(kind: 'audio' | 'video', deviceId: string) {
    super()
    this.kind = kind
    this.deviceId = deviceId
  }
  get label(): string {
    return `the ${this.deviceId}`
  }
  getSettings() {
    return { deviceId: this.deviceId, ...(this.kind === 'video' ? { facingMode: 'user' } : {}) }
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
  asked: MediaStreamConstraints[] = []
  opened: FakeTrack[] = []

  async getUserMedia(wanted: MediaStreamConstraints): Promise<MediaStream> {
    this.asked.push(wanted)
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
    return new FakeTrack(kind, id)
  }
  /** What the person shares; null: they closed the question. */
  screen: FakeTrack | null = new FakeTrack('video', 'screen')
  async getDisplayMedia(wanted: DisplayMediaStreamOptions): Promise<MediaStream> {
    if (!this.screen) throw new MediaFailure('NotAllowedError')
    this.asked.push(wanted as MediaStreamConstraints)
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
