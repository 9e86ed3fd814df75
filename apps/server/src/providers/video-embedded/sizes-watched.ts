import { SIZES_EVERY_MS, type VideoSizes } from '@parley/contract'
import type { VideoRoom } from './video-room.ts'

/** Reports how many viewers get which size of an event's video: after a change, at most once a second. */
export class SizesWatched {
  #emit: (roomId: string, sizes: VideoSizes) => void
  /** The last report of each room that waits for its next one. */
  #emitted = new WeakMap<VideoRoom, string>()
  #resting = new Map<VideoRoom, NodeJS.Timeout>()

  constructor(emit: (roomId: string, sizes: VideoSizes) => void) {
    this.#emit = emit
  }

  /** Somebody came, left, or sees another size. */
  changed(room: VideoRoom): void {
    if (room.kind !== 'broadcast' || this.#resting.has(room)) return
    const sizes = room.sizesWatched()
    const text = JSON.stringify(sizes)
    if (this.#emitted.get(room) === text) return
    this.#emitted.set(room, text)
    this.#emit(room.id, sizes)
    const rest = setTimeout(() => {
      this.#resting.delete(room)
      this.changed(room)
    }, SIZES_EVERY_MS)
    rest.unref()
    this.#resting.set(room, rest)
  }
}
