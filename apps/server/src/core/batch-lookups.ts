/** Two, so that one hanging query does not delay everybody. */
const UNDER_WAY_MAX = 2
/** Of one question. */
const KEYS_MAX = 500

interface Waiting<V> {
  answers: ((value: V | undefined) => void)[]
  failures: ((error: unknown) => void)[]
}

/**
 * Combines lookups: while two queries run, further keys wait and are looked up together in the next one. Each query
 * begins after the call, so a result is never older than its call. Two callers of the same key get the same result.
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
