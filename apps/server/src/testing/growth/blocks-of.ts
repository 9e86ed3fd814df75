import { Client } from 'pg'
import type { AskedQuery } from './record-queries.ts'

interface Plan {
  'QUERY PLAN': [{ Plan: Record<string, number> }]
}

/** After so many runs Postgres considers one generic plan for all values. */
const RUNS_PLANNED_ALONE = 5
const EXPLAIN = 'explain (analyze, buffers, timing off, format json)'

/**
 * How many pages of 8 kB the queries of a call read, by running them again: with a plan for their values, or, for
 * frequent prepared statements, with the plan that Postgres chooses then.
 */
export async function blocksOf(
  connectionString: string | undefined,
  asked: readonly AskedQuery[],
  plans: 'for their values' | 'of frequent ones' = 'for their values',
): Promise<number> {
  const client = new Client({ connectionString })
  await client.connect()
  let blocks = 0
  for (const [n, query] of asked.filter(({ text }) => /^\s*\(?\s*(select|with)/i.test(text)).entries()) {
    const plan =
      plans === 'of frequent ones'
        ? await prepared(client, `asked_${n}`, query)
        : await client.query<Plan>(`${EXPLAIN} ${query.text}`, query.values)
    const top = plan.rows[0]?.['QUERY PLAN'][0].Plan
    blocks += (top?.['Shared Hit Blocks'] ?? 0) + (top?.['Shared Read Blocks'] ?? 0)
    blocks += (top?.['Temp Read Blocks'] ?? 0) + (top?.['Temp Written Blocks'] ?? 0)
  }
  await client.end()
  return blocks
}

async function prepared(client: Client, name: string, { text, values }: AskedQuery) {
  await client.query(`prepare ${name} as ${text}`)
  const literals = values.map(value => (value === null ? 'null' : client.escapeLiteral(textOf(value))))
  const execute = `execute ${name}${literals.length ? `(${literals.join(', ')})` : ''}`
  for (let run = 0; run < RUNS_PLANNED_ALONE; run++) await client.query(execute)
  return client.query<Plan>(`${EXPLAIN} ${execute}`)
}

/** A value as the driver sends it. */
function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  if (!Array.isArray(value)) return String(value)
  return `{${value.map(each => `"${String(each).replace(/["\\]/g, '\\$&')}"`).join(',')}}`
}
