/** A bucket that holds `burst` and fills at `perSecond`; each call takes one and answers whether there was one. */
export function allowance(rule: { burst: number; perSecond: number }): () => boolean {
  let left = rule.burst
  let countedAtMs = performance.now()
  return () => {
    const nowMs = performance.now()
    left = Math.min(rule.burst, left + ((nowMs - countedAtMs) / 1000) * rule.perSecond)
    countedAtMs = nowMs
    if (left < 1) return false
    left--
    return true
  }
}

/** What a person may write and react in one room. */
export interface TalkAllowance {
  mayWrite(): boolean
  mayReact(): boolean
}

interface Kept {
  write: () => boolean
  react: () => boolean
  usedAtMs: number
}

/** By then an allowance that nobody used is full again, as a new one is. */
const FULL_AFTER_MS = 10_000

/** Keeps allowances over the sockets of a person: coming again gives no more. */
export class TalkAllowances {
  /** The one that was used last is the last. */
  #kept = new Map<string, Kept>()

  of(key: string): TalkAllowance {
    for (const [each, { usedAtMs }] of this.#kept) {
      if (performance.now() - usedAtMs < FULL_AFTER_MS) break
      this.#kept.delete(each)
    }
    const kept = this.#kept.get(key) ?? {
      write: allowance({ burst: 20, perSecond: 2 }),
      react: allowance({ burst: 20, perSecond: 5 }),
      usedAtMs: performance.now(),
    }
    const use = () => {
      kept.usedAtMs = performance.now()
      this.#kept.delete(key)
      this.#kept.set(key, kept)
    }
    const may = (take: () => boolean) => () => {
      use()
      return take()
    }
    return { mayWrite: may(kept.write), mayReact: may(kept.react) }
  }
}
