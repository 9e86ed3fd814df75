interface FaultTarget {
  /** GET, POST or DELETE; any where absent. */
  method?: string
  /** Path such as `/v1/refunds`; a segment `*` stands for any one, such as an id. */
  path: string
  /** How many matching requests it is for, 1 where absent. */
  times?: number
  /** How many matching requests pass untouched first, 0 where absent. */
  skip?: number
}

export type FaultRule = FaultTarget &
  (
    | { action: 'fail'; status: number; code?: string; message?: string }
    /** Executes, then answers 500; a retry under the same key gets the true answer, or the 500 again. */
    | { action: 'failAfter'; replay?: 'answer' | 'error' }
    /** Executes, then cuts the connection. */
    | { action: 'drop' }
    | { action: 'delay'; ms: number; when?: 'before' | 'after' }
    | { action: 'kill'; when?: 'before' | 'after' }
    /** The payment confirmed stays `processing` until the test decides it. */
    | { action: 'processing' }
  )

interface ActiveRule {
  id: string
  rule: FaultRule
  left: number
  toSkip: number
}

/** The faults asked for; in memory, so that a restarted process is a healthy one. */
export class FaultRules {
  #rules: ActiveRule[] = []
  #added = 0

  add(rule: FaultRule): string {
    this.#added += 1
    const id = `fault_${this.#added}`
    this.#rules.push({ id, rule, left: rule.times ?? 1, toSkip: rule.skip ?? 0 })
    return id
  }

  list(): { id: string; rule: FaultRule; left: number }[] {
    return this.#rules.map(({ id, rule, left }) => ({ id, rule, left }))
  }

  clear(): void {
    this.#rules = []
  }

  /** The rules this request meets; each is used up by one. */
  claim(method: string, path: string): FaultRule[] {
    const taken: FaultRule[] = []
    for (const active of this.#rules) {
      if (!matches(active.rule, method, path)) continue
      if (active.toSkip > 0) {
        active.toSkip -= 1
        continue
      }
      active.left -= 1
      taken.push(active.rule)
    }
    this.#rules = this.#rules.filter(active => active.left > 0)
    return taken
  }
}

function matches(rule: FaultTarget, method: string, path: string): boolean {
  if (rule.method !== undefined && rule.method.toUpperCase() !== method) return false
  const wanted = rule.path.split('/')
  const actual = path.split('/')
  if (wanted.length !== actual.length) return false
  return wanted.every((segment, index) => segment === '*' || segment === actual[index])
}
