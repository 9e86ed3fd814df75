import { Client } from 'pg'
import type { AskedQuery } from './record-queries.ts'

interface Plan {
  'QUERY PLAN': [{ Plan: Record<string, number> }]
}

/** How many pages of 8 kB the reads of a call look at, by running them again. */
export async function blocksOf(
  connectionString: string | undefined,
  asked: readonly AskedQuery[],
): Promise<number> {
  const client = new Client({ connectionString })
  await client.connect()
  let blocks = 0
  for (const { text, values } of asked.filter(query => /^\s*\(?\s*(select|with)/i.test(query.text))) {
    const plan = await client.query<Plan>(
      `explain (analyze, buffers, timing off, format json) ${text}`,
      values,
    )
    const top = plan.rows[0]?.['QUERY PLAN'][0].Plan
    blocks += (top?.['Shared Hit Blocks'] ?? 0) + (top?.['Shared Read Blocks'] ?? 0)
    blocks += (top?.['Temp Read Blocks'] ?? 0) + (top?.['Temp Written Blocks'] ?? 0)
  }
  await client.end()
  return blocks
}
