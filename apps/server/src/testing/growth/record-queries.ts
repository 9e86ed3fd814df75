import { Client } from 'pg'

export interface SentQuery {
  text: string
  values: unknown[]
}

export interface RecordedQueries {
  take(): SentQuery[]
  stop(): void
}

/**
 * The statements of one `call`, which answers 201: of so many tries the one with the fewest, because the server's jobs
 * ask in between, which is no part of a call.
 */
export async function leastQueries(
  queries: RecordedQueries,
  tries: number,
  call: (nth: number) => Promise<{ status: number }>,
): Promise<string[]> {
  let least: string[] | undefined
  for (let nth = 0; nth < tries; nth++) {
    queries.take()
    const { status } = await call(nth)
    if (status !== 201) throw new Error(`a counted call was answered ${status}`)
    const sent = queries.take().map(({ text }) => text)
    if (!least || sent.length < least.length) least = sent
  }
  return least ?? []
}

/**
 * Records the statements of every connection of this process, except those that begin and end transactions; `take`
 * empties the list.
 */
export function recordQueries(): RecordedQueries {
  let sent: SentQuery[] = []
  const { query } = Client.prototype
  Client.prototype.query = function recorded(this: Client, ...given: unknown[]) {
    const [what, values] = given
    const isConfig = typeof what === 'object' && what !== null && 'text' in what
    const text = isConfig ? String(what.text) : String(what)
    const own = isConfig && 'values' in what ? what.values : undefined
    const bound = Array.isArray(values) ? values : Array.isArray(own) ? own : []
    if (!/^\s*(begin|commit|rollback|set|explain)/i.test(text)) sent.push({ text, values: bound })
    return Reflect.apply(query, this, given)
  }
  return {
    take() {
      const taken = sent
      sent = []
      return taken
    },
    stop() {
      Client.prototype.query = query
    },
  }
}
