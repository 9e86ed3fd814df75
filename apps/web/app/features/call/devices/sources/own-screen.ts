import type { Sharing } from '../../../../video/screen-share.ts'

export type SharedThing = 'screen' | 'picture'

interface OwnScreenDeps {
  /** The page sends another screen or image from now on, or none. */
  changed(sharing: Sharing): void
}

/** The screen, window, tab or image that a person sends instead of the camera; one at most. */
export class OwnScreen {
  #deps: OwnScreenDeps
  #track: MediaStreamTrack | null = null
  #thing: SharedThing = 'screen'
  /** Increases with each question and each stop: what the person chooses after a stop is not sent. */
  #requests = 0

  constructor(deps: OwnScreenDeps) {
    this.#deps = deps
  }

  get track(): MediaStreamTrack | null {
    return this.#track
  }

  /** What the track shows. */
  get thing(): SharedThing {
    return this.#thing
  }

  /** Opens it, which may ask the person which; nothing happens where they choose none. */
  async share(thing: SharedThing, open: () => Promise<MediaStreamTrack | null>): Promise<void> {
    const mine = ++this.#requests
    const track = await open()
    if (!track) return
    // The turn for which they were asked may be over, and another person is there.
    if (mine !== this.#requests) return track.stop()
    this.#track?.stop()
    this.#track = track
    this.#thing = thing
    // By the browser's own bar, or because the window was closed.
    track.addEventListener('ended', () => {
      if (track === this.#track) this.stop()
    })
    this.#deps.changed('on')
  }

  stop(): void {
    this.#requests += 1
    if (!this.#track) return
    this.#track.stop()
    this.#track = null
    this.#deps.changed('off')
  }
}
