import type { Log } from '../core/core.ts'

/** What only a part of the product needs, by name; null where there is nothing that could be away. */
export type OptionalChecks = Record<string, (() => Promise<void>) | null>

/**
 * How long the result of a check is reused: a probe every second must not become a login at the mail server every
 * second.
 */
const HOLDS_MS = 10_000

/** The checks as `/readyz` asks them, each at most every ten seconds. */
export function forReadiness(checks: OptionalChecks): Record<string, () => Promise<boolean>> {
  const states = Object.entries(checks).flatMap(([name, check]) => {
    if (!check) return []
    let last: { atMs: number; outcome: Promise<boolean> } | undefined
    const cached = () => {
      const nowMs = performance.now()
      if (last && nowMs - last.atMs < HOLDS_MS) return last.outcome
      const outcome = check().then(
        () => true,
        () => false,
      )
      last = { atMs: nowMs, outcome }
      return outcome
    }
    return [[name, cached] as const]
  })
  return Object.fromEntries(states)
}

/** Logs at the start which settings do not work; the server starts all the same. */
export async function logFailingChecks(checks: OptionalChecks, log: Log): Promise<void> {
  await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      try {
        await check?.()
      } catch (error) {
        log.error(
          { check: name, err: error },
          `${name} do not work with the settings given: what needs them will be answered with 503`,
        )
      }
    }),
  )
}
