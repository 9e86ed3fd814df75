import { appendFileSync, mkdirSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'

/** Statements that have a plan; all others (transactions, settings, tables of tests) are not collected. */
const HAS_A_PLAN = /^[\s(]*(?:select|insert|update|delete|merge|with|values)\b/i
const COLLECTS = Symbol.for('parley.collects-statements')

/** A form that is equal for lists and rows of any length: the number of parameters makes no other statement. */
export function shapeOf(statement: string): string {
  return statement
    .replaceAll(/\$\d+/g, '$')
    .replaceAll(/\$(?:\s*,\s*\$)+/g, '$,')
    .replaceAll(/\((?:\$,?|default|\s|,)+\)(?:\s*,\s*\((?:\$,?|default|\s|,)+\))+/g, '()')
}

/** From now on this process writes each form of a statement that any of its connections sends to a file in `folder`. */
export function collectStatements(folder: string): void {
  const marked = Client.prototype as object as Record<symbol, boolean>
  if (marked[COLLECTS]) return
  marked[COLLECTS] = true
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${process.pid}.jsonl`)
  const texts = new Set<string>()
  const shapes = new Set<string>()
  const { query } = Client.prototype
  Client.prototype.query = function collected(this: Client, ...given: unknown[]) {
    const [what] = given
    const text =
      typeof what === 'object' && what !== null && 'text' in what ? String(what.text) : String(what)
    if (!texts.has(text)) {
      texts.add(text)
      const shape = shapeOf(text)
      if (HAS_A_PLAN.test(text) && !shapes.has(shape)) {
        shapes.add(shape)
        appendFileSync(file, `${JSON.stringify(text)}\n`)
      }
    }
    return Reflect.apply(query, this, given)
  }
}

/** One statement of each form that the processes of a run collected. */
export async function readStatements(folder: string): Promise<string[]> {
  const statements = new Map<string, string>()
  // Without the folder no statement was collected.
  for (const name of await readdir(folder).catch(() => [])) {
    for (const line of (await readFile(join(folder, name), 'utf8')).split('\n').filter(Boolean)) {
      const statement = String(JSON.parse(line))
      statements.set(shapeOf(statement), statement)
    }
  }
  return [...statements.values()]
}

/**
 * Lets a Postgres parse each statement, find the types of its parameters and plan it, on the database of `url`; answers
 * its errors. Nothing is run.
 */
export async function refusedStatements(
  url: string,
  statements: readonly string[],
): Promise<Map<string, string>> {
  const refused = new Map<string, string>()
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('set plan_cache_mode = force_generic_plan')
    // Without this, the second and later commands of a text with several commands would run.
    await client.query('set default_transaction_read_only = on')
    for (const statement of statements) {
      const numbers = [...statement.matchAll(/\$(\d+)/g)].map(([, digits]) => Number(digits))
      const nulls = Array.from({ length: Math.max(0, ...numbers) }, () => 'null').join(', ')
      try {
        await client.query(`prepare asked as ${statement}`)
        await client.query(`explain execute asked${nulls && `(${nulls})`}`)
      } catch (error) {
        refused.set(statement, error instanceof Error ? error.message : String(error))
      }
      await client.query('deallocate all')
    }
    return refused
  } finally {
    await client.end()
  }
}
