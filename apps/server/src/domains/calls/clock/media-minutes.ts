import { MINUTE_MS } from '@parley/contract'
import type { Db } from '../../../db/client.ts'
import { type MediaMinute, saveMediaMinutes } from '../media-minute-store.ts'
import type { VideoEvent } from '../video-provider.ts'
import type { Side } from './media-flow.ts'

/** How long a minute is kept here after it began, because reports may arrive late. */
const OPEN_FOR_MS = 3 * MINUTE_MS

interface OpenMinute extends MediaMinute {
  isSaved: boolean
}

/**
 * The media that arrived from each side of the calls of this process, minute by minute. Several processes may receive
 * the same; the greater count is stored. It does not decide about money.
 */
export class MediaMinutes {
  #minutes = new Map<string, OpenMinute>()

  /** Adds a report; returns whether to save now, because a participant left and their reports are complete. */
  add(event: VideoEvent, side: Side | null): 'save' | 'wait' {
    if (event.type === 'participant-left' && side !== null) return 'save'
    if (event.type !== 'media-received' || side === null) return 'wait'
    const { roomId, atMs } = event
    const minuteMs = Math.floor(atMs / MINUTE_MS) * MINUTE_MS
    const key = `${roomId} ${side} ${minuteMs}`
    const before = this.#minutes.get(key)
    this.#minutes.set(key, {
      ...{ roomId, side, minute: new Date(minuteMs), isSaved: false },
      packets: (before?.packets ?? 0) + event.packets,
      bytes: (before?.bytes ?? 0) + event.bytes,
    })
    return 'wait'
  }

  /** Stores new counts; the next call retries what could not be stored. */
  async save(db: Db, nowMs: number): Promise<void> {
    const unsaved = [...this.#minutes].filter(([, { isSaved }]) => !isSaved)
    await saveMediaMinutes(
      db,
      unsaved.map(([, { isSaved: _, ...minute }]) => minute),
    )
    for (const [key, saved] of unsaved) {
      if (this.#minutes.get(key) === saved) this.#minutes.set(key, { ...saved, isSaved: true })
    }
    for (const [key, { minute, isSaved }] of this.#minutes) {
      if (isSaved && nowMs - minute.getTime() > OPEN_FOR_MS) this.#minutes.delete(key)
    }
  }
}
