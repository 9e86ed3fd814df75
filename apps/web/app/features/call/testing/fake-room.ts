import {
  IDLE_ROOM,
  type VideoRoom,
  type VideoRoomOptions,
  type VideoRoomSnapshot,
} from '../../../video/index.ts'

/** A video room whose server is the test. */
export class FakeRoom implements VideoRoom {
  readonly options: VideoRoomOptions
  sent: (MediaStream | null)[] = []
  switches = { microphone: 'on', camera: 'on' }
  /** How long a packet takes to the server and back. */
  roundTripMs: number | null = null
  #snapshot: VideoRoomSnapshot = IDLE_ROOM
  #listeners = new Set<() => void>()

  constructor(options: VideoRoomOptions) {
    this.options = options
  }
  subscribe(listener: () => void) {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
  getSnapshot() {
    return this.#snapshot
  }
  become(change: Partial<VideoRoomSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...change }
    for (const listener of this.#listeners) listener()
  }
  prepare(): void {}
  anticipated = 0
  anticipate(): void {
    this.anticipated++
  }
  connect(local: MediaStream | null): void {
    this.sent.push(local)
    this.become({ status: 'connecting' })
  }
  setLocalStream(local: MediaStream | null): void {
    this.sent.push(local)
    this.#turn()
  }
  setMicrophone(state: 'on' | 'off'): void {
    this.switches.microphone = state
  }
  setCamera(state: 'on' | 'off'): void {
    this.switches.camera = state
    this.#turn()
  }
  /** A room switches its tracks, as the last call says. */
  #turn(): void {
    for (const track of this.sent.at(-1)?.getVideoTracks() ?? [])
      track.enabled = this.switches.camera === 'on'
  }
  leave(): void {
    this.become({ status: 'ended', endReason: 'left', remote: [] })
  }
  async stats() {
    if (this.roundTripMs === null) return null
    const pair = { type: 'candidate-pair', nominated: true, currentRoundTripTime: this.roundTripMs / 1_000 }
    return new Map([['pair', pair]])
  }
}
