/** The shorter side of the small picture, and what it takes. */
const SHORT_SIDE = 240
const MAX_BPS = 200_000

/** What of an RTCRtpSender is used here. */
export type SmallSenderPort = Pick<RTCRtpSender, 'getParameters' | 'setParameters' | 'replaceTrack'>

/**
 * Sends one's own picture in small, in a place of its own, while the server says that somebody needs it. It is the
 * same track as the large one's: a camera that is switched off is dark in both.
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

  /** The picture to send from now on. Resolves when it is, or when this browser cannot. */
  setTrack(track: MediaStreamTrack | null): Promise<void> {
    this.#track = track
    return this.#apply()
  }

  turn(state: 'needed' | 'not-needed'): Promise<void> {
    this.#isNeeded = state === 'needed'
    return this.#apply()
  }

  /**
   * One change after the other; a browser that refuses sends no small picture, and its viewers are sent the large
   * one.
   */
  #apply(): Promise<void> {
    this.#work = this.#work.then(async () => {
      const track = this.#isNeeded ? this.#track : null
      if (track === this.#sent) return
      try {
        // Never the size of the large picture in this place, not for one frame.
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
