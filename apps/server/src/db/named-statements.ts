import { createHash } from 'node:crypto'
import { Client, type Pool, type PoolClient, type QueryConfig } from 'pg'
import { isStalePlan } from './postgres-errors.ts'

/**
 * A statement that ran this often in this process is a frequent one: it is parsed and planned once for each connection.
 */
const FREQUENT_FROM = 20
/** Each connection keeps a plan of each of them, so that there is a bound to what Postgres keeps. */
const NAMED_MAX = 150
/** 144 bits of the text's hash. */
const NAME_LENGTH = 24
/** Texts that are counted: the product has a few hundred. */
const COUNTED_MAX = 2_000

/**
 * What is never named. A search for words needs a plan for these very words: rare ones come from the index, frequent
 * ones do not.
 */
const PLANNED_EACH_TIME = /to_tsquery/

type Query = (query: unknown, ...more: unknown[]) => unknown

interface Statement {
  runs: number
  name: string | null
}

/** The same text has the same name in all processes, so that a pooler between them never runs one for another. */
const nameOfText = (text: string) =>
  `parley_${createHash('sha256').update(text).digest('base64url').slice(0, NAME_LENGTH)}`

/** Gives the frequent statements names, the same ones on all connections of this process. */
function createNames() {
  const statements = new Map<string, Statement>()
  let named = 0
  return (text: string): string | null => {
    const known = statements.get(text)
    if (!known) {
      if (statements.size < COUNTED_MAX) statements.set(text, { runs: 1, name: null })
      return null
    }
    known.runs += 1
    if (
      known.name === null &&
      known.runs >= FREQUENT_FROM &&
      named < NAMED_MAX &&
      !PLANNED_EACH_TIME.test(text)
    ) {
      named += 1
      known.name = nameOfText(text)
    }
    return known.name
  }
}

/** The statement with its text, if it is one that may have a name: with values, and with no name yet. */
function plainStatement(query: unknown, more: readonly unknown[]): QueryConfig | null {
  const hasValues = Array.isArray(more[0]) && more[0].length > 0
  if (!hasValues || typeof query !== 'object' || query === null || !('text' in query)) return null
  const { text } = query
  if (typeof text !== 'string' || ('name' in query && query.name)) return null
  return { ...query, text }
}

/**
 * Makes the connections of a pool prepare the frequent statements. `DATABASE_PREPARED=off` is for poolers that do not
 * support them.
 */
export function nameFrequentStatements(pool: Pool): void {
  const nameOf = createNames()
  pool.on('connect', client => nameOn(client, nameOf))
}

function nameOn(client: PoolClient, nameOf: (text: string) => string | null): void {
  const send: Query = (...args) => Reflect.apply(Client.prototype.query, client, args)
  /** Names whose plan a migration made useless on this connection. */
  const stale = new Set<string>()
  const query: Query = (config, ...more) => {
    const statement = plainStatement(config, more)
    const name = statement && nameOf(statement.text)
    if (!statement || !name || stale.has(name)) return send(config, ...more)
    const note = (error: unknown) => {
      if (isStalePlan(error)) stale.add(name)
    }
    const [values, done] = more
    if (typeof done === 'function') {
      return send({ ...statement, name }, values, (error: unknown, result: unknown) => {
        note(error)
        done(error, result)
      })
    }
    const answer = send({ ...statement, name }, values)
    if (answer instanceof Promise) answer.catch(note)
    return answer
  }
  client.query = query as PoolClient['query']
}
