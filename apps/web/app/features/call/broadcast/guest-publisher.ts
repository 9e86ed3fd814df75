import { createStore, type Store } from '../../../store/store.ts'
import type { Call } from '../connection/call.ts'
import type { LocalMedia } from '../devices/local-media.ts'
import type { StageStore } from '../talk/stage-store.ts'

export interface GuestPublisherSnapshot {
  /** Open from the invitation to the end of the stage; nobody else sees it before the press. */
  media: LocalMedia | null
  isOn: boolean
}

interface GuestPublisherDeps {
  stage: StageStore
  call: Pick<Call, 'stepUp' | 'stepDown'>
  createMedia(): LocalMedia
}

/**
 * A viewer on the stage: invited, first visible only to themselves, on air by their own press, and removed by either
 * side or the server.
 */
export class GuestPublisher implements Store<GuestPublisherSnapshot> {
  #deps: GuestPublisherDeps
  #hasPressed = false
  #store = createStore<GuestPublisherSnapshot>({ media: null, isOn: false })

  subscribe = this.#store.subscribe
  getSnapshot = this.#store.getSnapshot

  constructor(deps: GuestPublisherDeps) {
    this.#deps = deps
    deps.stage.subscribe(() => this.#follow())
  }

  /** Opens camera and microphone for the invited viewer to see themselves. */
  prepare(): void {
    const { you } = this.#deps.stage.getSnapshot()
    if (you === null || this.getSnapshot().media) return
    const media = this.#deps.createMedia()
    this.#store.set({ media })
    void media.start()
  }

  accept(): void {
    this.#hasPressed = true
    this.#deps.stage.act({ act: 'accept' })
  }

  decline(): void {
    this.#deps.stage.act({ act: 'decline' })
  }

  leave(): void {
    this.#deps.stage.act({ act: 'leave' })
  }

  #follow(): void {
    const { stage, call } = this.#deps
    const { you, guest } = stage.getSnapshot()
    const { media, isOn } = this.getSnapshot()
    if (you === 'on' && media && this.#hasPressed && !isOn) {
      this.#store.set({ isOn: true })
      call.stepUp(media)
    }
    if (you === 'on' && guest?.isMuted && media?.getSnapshot().microphone === 'on') media.setMicrophone('off')
    if (you !== null || !media) return
    this.#hasPressed = false
    this.#store.set({ media: null, isOn: false })
    if (isOn) call.stepDown()
    media.stop()
  }

  /** The person leaves the event: closes the camera. */
  close(): void {
    this.getSnapshot().media?.stop()
    this.#store.set({ media: null, isOn: false })
  }
}
