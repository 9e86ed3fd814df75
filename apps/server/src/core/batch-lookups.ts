import { setTimeout as pause } from 'node:timers/promises'

/** Two, so that one hanging query does not delay everybody. */
const UNDER_WAY_MAX = 2
/** Of one query. */
const KEYS_MAX = 500
/**
 * The pause after a query of the two, in a rush: each person often comes only after the query of the one before has
 * ended. Nobody who comes alone waits, and nobody in a rush waits for longer than this and a query.
 */
export const REST_MS = 20

interface Waiting<V> {
  answers: ((value: V | undefined) => void)[]
  failures: ((error: unknown) => void)[]
}

/**
 * Combines lookups: while two queries run or have just ended, further keys wait and are looked up together in the next
 * one. Each query begins after the call, so a result is never older than its call. Two callers of the same key get the
 * same result.
 */
export function batchLookups<V>(
  lookUp: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>,
): (key: string) => Promise<V | undefined> {
  let waiting = new Map<string, Waiting<V>>()
  let underWay = 0

  async function runBatches(): Promise<void> {
    underWay++
    while (waiting.size > 0) {
      const batch = new Map([...waiting].slice(0, KEYS_MAX))
      waiting = new Map([...waiting].slice(KEYS_MAX))
      try {
        const found = await lookUp([...batch.keys()])
        for (const [key, { answers }] of batch) for (const answer of answers) answer(found.get(key))
      } catch (error) {
        for (const { failures } of batch.values()) for (const fail of failures) fail(error)
      }
      await pause(REST_MS)
    }
    underWay--
  }

  return key =>
    new Promise((resolve, reject) => {
      const same = waiting.get(key) ?? { answers: [], failures: [] }
      same.answers.push(resolve)
      same.failures.push(reject)
      waiting.set(key, same)
      if (underWay < UNDER_WAY_MAX) void runBatches()
    })
}
