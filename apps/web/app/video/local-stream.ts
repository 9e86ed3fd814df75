export type MediaKind = 'audio' | 'video'
export const MEDIA_KINDS: readonly MediaKind[] = ['audio', 'video']

/** The stream that this page sends, with its microphone and camera on or off; a new stream keeps both settings. */
export class LocalStream {
  #stream: MediaStream | null = null
  #states: Record<MediaKind, 'on' | 'off'> = { audio: 'on', video: 'on' }

  get stream(): MediaStream | null {
    return this.#stream
  }

  set(stream: MediaStream | null): void {
    this.#stream = stream
    for (const kind of MEDIA_KINDS) this.apply(kind)
  }

  /** A disabled track continues as silence or black frames, so that nothing is negotiated and the clock continues. */
  turn(kind: MediaKind, state: 'on' | 'off'): void {
    this.#states[kind] = state
    this.apply(kind)
  }

  /** Sets the tracks of a kind to its state again, after something else may have changed them. */
  apply(kind: MediaKind): void {
    for (const track of this.tracks(kind)) track.enabled = this.#states[kind] === 'on'
  }

  state(kind: MediaKind): 'on' | 'off' {
    return this.#states[kind]
  }

  tracks(kind: MediaKind): MediaStreamTrack[] {
    return this.#stream?.getTracks().filter(track => track.kind === kind) ?? []
  }
}
