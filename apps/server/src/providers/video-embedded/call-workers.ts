import { DAY_MS } from '@parley/contract'

/**
 * No call has more time than this; a worker keeps the accounts of a call for as long (apps/media, `SightAccounts`).
 */
const KEPT_MS = DAY_MS

/**
 * The last worker of each call. It keeps the parties' accounts of unpaid media while the call is empty; in another
 * worker the accounts would begin at zero, and a party would gain two seconds with each move.
 */
export class CallWorkers<W extends { readonly isUp: boolean }> {
  #workers = new Map<string, { worker: W; placedMs: number }>()
  #now: () => number

  /** `now` in milliseconds, by a clock that nobody moves. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** The worker of this call: the one it had, unless that is down and its accounts are lost anyway. */
  of(roomId: string, choose: () => W): W {
    const nowMs = this.#now()
    this.#removeOld(nowMs)
    const before = this.#workers.get(roomId)?.worker
    const worker = before?.isUp ? before : choose()
    this.#workers.delete(roomId)
    this.#workers.set(roomId, { worker, placedMs: nowMs })
    return worker
  }

  /** The entry that was placed longest ago is first. */
  #removeOld(nowMs: number): void {
    for (const [roomId, { placedMs }] of this.#workers) {
      if (nowMs - placedMs <= KEPT_MS) return
      this.#workers.delete(roomId)
    }
  }
}
