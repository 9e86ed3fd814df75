import { refuse } from './refusal.ts'

/** Runs work a few at a time; throws a refusal (503) instead of letting more than `waitingMax` wait. */
export type BoundedQueue = <T>(work: () => Promise<T>) => Promise<T>

const RETRY_AFTER_SECONDS = 2

/** A queue for costly work, so that a flood of it slows itself down and not the rest of the server. */
export function boundedQueue(rule: { concurrency: number; waitingMax: number }): BoundedQueue {
  let running = 0
  const waiting: (() => void)[] = []
  return async work => {
    if (running >= rule.concurrency) {
      if (waiting.length >= rule.waitingMax) throw refuse.unavailable(RETRY_AFTER_SECONDS)
      await new Promise<void>(resolve => waiting.push(resolve))
    } else {
      running++
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
