import { VIDEO_PROVIDERS, type VideoProviderName } from '@parley/contract/calls'
import { EmbeddedRoom } from './embedded-room.ts'
import { RoomBase } from './room-base.ts'
import {
  type JoinAddress,
  JoinRefused,
  UNKNOWN_PROVIDER,
  type VideoRoom,
  type VideoRoomOptions,
} from './video-room.ts'

/** LiveKit's client is large, so only people whose call uses LiveKit download it. */
async function roomOf(provider: VideoProviderName, options: VideoRoomOptions): Promise<VideoRoom> {
  switch (provider) {
    case 'embedded':
      return new EmbeddedRoom(options)
    case 'livekit': {
      const { LivekitRoom } = await import('./livekit/livekit-room.ts')
      return new LivekitRoom(options)
    }
  }
}

class UnknownProvider extends Error {}

/** A room of the provider that the first answer to a join request names. */
export class ChosenRoom extends RoomBase {
  #room: VideoRoom | null = null
  #attempts = 0

  prepare(early: JoinAddress): void {
    const provider = VIDEO_PROVIDERS.find(name => name === early.provider)
    if (this.status !== 'idle' || this.#room || !provider) return
    roomOf(provider, this.options).then(
      room => {
        // The turn came first: the room is being joined already.
        if (this.status !== 'idle') return
        this.#room = room
        room.prepare(early)
      },
      () => undefined,
    )
  }

  anticipate(): void {
    this.#room?.anticipate()
  }

  protected open(): void {
    if (this.#room) this.#enter(this.#room)
    else void this.#choose()
  }

  protected reconnect(): void {
    this.cancel('retry')
    void this.#choose()
  }

  async #choose(): Promise<void> {
    const attempt = ++this.#attempts
    try {
      const first = await this.options.join()
      let unused: JoinAddress | null = first
      const join = async () => {
        const address = unused ?? (await this.options.join())
        unused = null
        return address
      }
      const provider = VIDEO_PROVIDERS.find(name => name === first.provider)
      if (!provider) throw new UnknownProvider()
      const room = await roomOf(provider, { join })
      if (attempt === this.#attempts && this.status === 'connecting') this.#enter(room)
    } catch (cause) {
      if (attempt !== this.#attempts || this.status !== 'connecting') return
      if (cause instanceof JoinRefused) this.end('refused')
      else if (cause instanceof UnknownProvider) this.end(UNKNOWN_PROVIDER)
      else this.retryLater(() => void this.#choose())
    }
  }

  #enter(room: VideoRoom): void {
    this.ignoreNetwork()
    room.setMicrophone(this.local.state('audio'))
    room.setCamera(this.local.state('video'))
    room.subscribe(() => this.update(room.getSnapshot()))
    this.#room = room
    room.connect(this.local.stream)
    this.update(room.getSnapshot())
  }

  protected localChanged(): void {
    this.#room?.setLocalStream(this.local.stream)
  }

  override setMicrophone(state: 'on' | 'off'): void {
    super.setMicrophone(state)
    this.#room?.setMicrophone(state)
  }

  override setCamera(state: 'on' | 'off'): void {
    super.setCamera(state)
    this.#room?.setCamera(state)
  }

  override leave(): void {
    if (this.#room) this.#room.leave()
    else super.leave()
  }

  /** Its provider's room closes its connections by itself. */
  protected close(): void {}

  async stats(): Promise<RTCStatsReport | null> {
    return (await this.#room?.stats()) ?? null
  }
}
