import { VIDEO_PROVIDERS, type VideoProviderName } from '@parley/contract/calls'
import { createStore } from '../store/store.ts'
import { Backoff } from './backoff.ts'
import { EmbeddedRoom } from './embedded-room.ts'
import {
  IDLE_ROOM,
  type JoinAddress,
  JoinRefused,
  UNKNOWN_PROVIDER,
  type VideoRoom,
  type VideoRoomOptions,
  type VideoRoomSnapshot,
} from './video-room.ts'

/** LiveKit's client is large, so only people whose call uses LiveKit download it. */
async function roomOf(provider: VideoProviderName, options: VideoRoomOptions): Promise<VideoRoom> {
  switch (provider) {
    case 'embedded':
      return new EmbeddedRoom(options)
    case 'livekit': {
      const { LivekitRoom } = await import('./livekit-room.ts')
      return new LivekitRoom(options)
    }
  }
}

class UnknownProvider extends Error {}

/** A room of the provider that the first answer to a join request names. */
export class ChosenRoom implements VideoRoom {
  #options: VideoRoomOptions
  #store = createStore<VideoRoomSnapshot>(IDLE_ROOM)
  #room: VideoRoom | null = null
  #local: MediaStream | null = null
  #microphone: 'on' | 'off' = 'on'
  #camera: 'on' | 'off' = 'on'
  #backoff = new Backoff()
  #retry: ReturnType<typeof setTimeout> | undefined
  #online = () => this.#chooseNow()
  #attempts = 0

  constructor(options: VideoRoomOptions) {
    this.#options = options
  }

  readonly subscribe = this.#store.subscribe
  readonly getSnapshot = this.#store.getSnapshot

  get #status() {
    return this.#store.getSnapshot().status
  }

  prepare(early: JoinAddress): void {
    const provider = VIDEO_PROVIDERS.find(name => name === early.provider)
    if (this.#status !== 'idle' || this.#room || !provider) return
    roomOf(provider, this.#options).then(
      room => {
        // The turn came first: the room is being joined already.
        if (this.#status !== 'idle') return
        this.#room = room
        room.prepare(early)
      },
      () => undefined,
    )
  }

  connect(local: MediaStream | null): void {
    if (this.#status !== 'idle') return
    this.#local = local
    if (this.#room) {
      this.#enter(this.#room)
      return
    }
    this.#store.set({ status: 'connecting' })
    addEventListener('online', this.#online)
    void this.#choose()
  }

  #chooseNow(): void {
    clearTimeout(this.#retry)
    this.#backoff.reset()
    void this.#choose()
  }

  async #choose(): Promise<void> {
    const attempt = ++this.#attempts
    try {
      const first = await this.#options.join()
      let unused: JoinAddress | null = first
      const join = async () => {
        const address = unused ?? (await this.#options.join())
        unused = null
        return address
      }
      const provider = VIDEO_PROVIDERS.find(name => name === first.provider)
      if (!provider) throw new UnknownProvider()
      const room = await roomOf(provider, { join })
      if (attempt === this.#attempts && this.#status === 'connecting') this.#enter(room)
    } catch (cause) {
      if (attempt !== this.#attempts || this.#status !== 'connecting') return
      if (cause instanceof JoinRefused) this.#end('refused')
      else if (cause instanceof UnknownProvider) this.#end(UNKNOWN_PROVIDER)
      else this.#retry = setTimeout(() => void this.#choose(), this.#backoff.nextMs())
    }
  }

  #enter(room: VideoRoom): void {
    removeEventListener('online', this.#online)
    room.setMicrophone(this.#microphone)
    room.setCamera(this.#camera)
    room.subscribe(() => this.#store.set(room.getSnapshot()))
    this.#room = room
    room.connect(this.#local)
    this.#store.set(room.getSnapshot())
  }

  setLocalStream(local: MediaStream | null): void {
    this.#local = local
    this.#room?.setLocalStream(local)
  }

  setMicrophone(state: 'on' | 'off'): void {
    this.#microphone = state
    this.#room?.setMicrophone(state)
  }

  setCamera(state: 'on' | 'off'): void {
    this.#camera = state
    this.#room?.setCamera(state)
  }

  leave(): void {
    if (this.#room) this.#room.leave()
    else this.#end('left')
  }

  #end(reason: string): void {
    clearTimeout(this.#retry)
    removeEventListener('online', this.#online)
    this.#store.set({ status: 'ended', endReason: reason })
  }

  async stats(): Promise<RTCStatsReport | null> {
    return (await this.#room?.stats()) ?? null
  }
}
