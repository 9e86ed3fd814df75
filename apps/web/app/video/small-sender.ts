/** The shorter side of the small layer in pixels, and its bit rate. */
const SHORT_SIDE = 240
const MAX_BPS = 200_000

/** The used part of RTCRtpSender. */
export type SmallSenderPort = Pick<RTCRtpSender, 'getParameters' | 'setParameters' | 'replaceTrack'>

/**
 * Sends one's own video as a small layer, on a separate sender, while the server says that a viewer needs it. It is the
 * same track as the large layer's: a disabled camera is black in both.
 */
export class SmallSender {
  #sender: SmallSenderPort
  #track: MediaStreamTrack | null = null
  #sent: MediaStreamTrack | null = null
  #isNeeded = false
  #work: Promise<void> = Promise.resolve()

  constructor(sender: SmallSenderPort) {
    this.#sender = sender
  }

  /** Sets the track to send. Resolves when it is sent, or when this browser cannot scale it. */
  setTrack(track: MediaStreamTrack | null): Promise<void> {
    this.#track = track
    return this.#apply()
  }

  turn(state: 'needed' | 'not-needed'): Promise<void> {
    this.#isNeeded = state === 'needed'
    return this.#apply()
  }

  /**
   * Applies one change after the other; a browser that refuses sends no small layer, and its viewers get the large one.
   */
  #apply(): Promise<void> {
    this.#work = this.#work.then(async () => {
      const track = this.#isNeeded ? this.#track : null
      if (track === this.#sent) return
      try {
        // This sender must never send the large size, not for one frame.
        if (track) await this.#makeSmall(track)
        await this.#sender.replaceTrack(track)
        this.#sent = track
      } catch {
        // A closed connection sends nothing anyway.
        await this.#sender.replaceTrack(null).catch(() => {})
        this.#sent = null
      }
    })
    return this.#work
  }

  async #makeSmall(track: MediaStreamTrack): Promise<void> {
    const { width = 0, height = 0 } = track.getSettings()
    const parameters = this.#sender.getParameters()
    const [encoding] = parameters.encodings
    if (!encoding) throw new Error('there is nothing to make small')
    encoding.scaleResolutionDownBy = Math.max(1, Math.min(width, height) / SHORT_SIDE)
    encoding.maxBitrate = MAX_BPS
    await this.#sender.setParameters(parameters)
  }
}
