import { Client } from 'pg'

export interface AskedQuery {
  text: string
  values: unknown[]
}

/**
 * Records the statements of every connection of this process, except those that begin and end transactions; `take`
 * empties the list.
 */
export function recordQueries(): { take(): AskedQuery[]; stop(): void } {
  let asked: AskedQuery[] = []
  const { query } = Client.prototype
  Client.prototype.query = function recorded(this: Client, ...given: unknown[]) {
    const [what, values] = given
    const isConfig = typeof what === 'object' && what !== null && 'text' in what
    const text = isConfig ? String(what.text) : String(what)
    const own = isConfig && 'values' in what ? what.values : undefined
    const bound = Array.isArray(values) ? values : Array.isArray(own) ? own : []
    if (!/^\s*(begin|commit|rollback|set|explain)/i.test(text)) asked.push({ text, values: bound })
    return Reflect.apply(query, this, given)
  }
  return {
    take() {
      const taken = asked
      asked = []
      return taken
    },
    stop() {
      Client.prototype.query = query
    },
  }
}
