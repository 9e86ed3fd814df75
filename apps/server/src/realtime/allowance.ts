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
