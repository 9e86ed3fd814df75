import { Client, type QueryResult } from 'pg'
import type { SentQuery } from './record-queries.ts'

interface Node {
  'Subplan Name'?: string
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  'Temp Read Blocks'?: number
  'Temp Written Blocks'?: number
  Plans?: Node[]
}

interface Plan {
  'QUERY PLAN': [{ Plan: Node }]
}
type Explained = QueryResult<Plan>

/** After so many runs Postgres considers one generic plan for all values. */
const RUNS_PLANNED_ALONE = 5
const EXPLAIN = 'explain (analyze, buffers, timing off, format json)'

/**
 * How many pages of 8 kB the queries of a call read, by running them again: with a plan for their values, or, for
 * frequent prepared statements, with the plan that Postgres chooses then.
 */
export async function blocksOf(
  connectionString: string | undefined,
  sent: readonly SentQuery[],
  plans: 'for their values' | 'of frequent ones' = 'for their values',
): Promise<number> {
  const client = new Client({ connectionString })
  await client.connect()
  let blocks = 0
  for (const [n, query] of sent.filter(({ text }) => /^\s*\(?\s*(select|with)/i.test(text)).entries()) {
    const plan =
      plans === 'of frequent ones'
        ? await prepared(client, `asked_${n}`, query)
        : await client.query<Plan>(`${EXPLAIN} ${query.text}`, query.values)
    blocks += blocksIn(plan.rows[0]?.['QUERY PLAN'][0].Plan)
  }
  await client.end()
  return blocks
}

/** How many pages statements look at, with those that change rows; what they change is rolled back. */
export async function blocksOfAll(connectionString: string, sent: readonly SentQuery[]): Promise<number> {
  const client = new Client({ connectionString })
  await client.connect()
  let blocks = 0
  await client.query('begin')
  for (const { text, values } of sent) {
    const plan = await client.query<Plan>(`${EXPLAIN} ${text}`, values)
    blocks += blocksIn(plan.rows[0]?.['QUERY PLAN'][0].Plan)
  }
  await client.query('rollback')
  await client.end()
  return blocks
}

/**
 * How many pages a statement that changes rows reads to find them, in its `with` of this name: with a plan for its
 * values, and with a plan for all values. What it changes is rolled back.
 */
export async function blocksToFind(
  connectionString: string,
  query: SentQuery,
  name: string,
): Promise<{ byValues: number; byAnyValues: number }> {
  const client = new Client({ connectionString })
  await client.connect()
  async function inTransaction(explain: () => Promise<Explained>): Promise<number> {
    await client.query('begin')
    const top = (await explain()).rows[0]?.['QUERY PLAN'][0].Plan
    await client.query('rollback')
    const part = top && partOf(top, `CTE ${name}`)
    if (!part) throw new Error(`the plan has no part ${name}`)
    return blocksIn(part)
  }
  const byValues = await inTransaction(() => client.query<Plan>(`${EXPLAIN} ${query.text}`, query.values))
  await client.query('set plan_cache_mode = force_generic_plan')
  const byAnyValues = await inTransaction(() => prepared(client, 'changes', { ...query, runsBefore: 0 }))
  await client.end()
  return { byValues, byAnyValues }
}

function partOf(node: Node, name: string): Node | undefined {
  if (node['Subplan Name'] === name) return node
  return (node.Plans ?? []).map(each => partOf(each, name)).find(each => each !== undefined)
}

function blocksIn(node: Node | undefined): number {
  const shared = (node?.['Shared Hit Blocks'] ?? 0) + (node?.['Shared Read Blocks'] ?? 0)
  return shared + (node?.['Temp Read Blocks'] ?? 0) + (node?.['Temp Written Blocks'] ?? 0)
}

async function prepared(
  client: Client,
  name: string,
  { text, values, runsBefore = RUNS_PLANNED_ALONE }: SentQuery & { runsBefore?: number },
): Promise<Explained> {
  await client.query(`prepare ${name} as ${text}`)
  const literals = values.map(value => (value === null ? 'null' : client.escapeLiteral(textOf(value))))
  const execute = `execute ${name}${literals.length ? `(${literals.join(', ')})` : ''}`
  for (let run = 0; run < runsBefore; run++) await client.query(execute)
  return client.query<Plan>(`${EXPLAIN} ${execute}`)
}

/** A value as the driver sends it. */
function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  if (!Array.isArray(value)) return String(value)
  return `{${value.map(each => `"${String(each).replace(/["\\]/g, '\\$&')}"`).join(',')}}`
}
