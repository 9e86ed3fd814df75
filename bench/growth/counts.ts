import { Client } from 'pg'

/** The cost of statements, summed over a piece of work. */
export interface Counts {
  queries: number
  /** Pages of 8 kB that Postgres read, from memory or disk, with those of sorts that spilled. */
  blocks: number
  rows: number
  /** Time in Postgres. */
  sqlMs: number
}

export interface Dearest {
  text: string
  blocks: number
  calls: number
}

/** Reads Postgres's own counts of the statements of one database. */
export async function openCounts(url: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('create extension if not exists pg_stat_statements')
  const own = 'dbid = (select oid from pg_database where datname = current_database())'
  // Without the bench's own statements, and without those that begin and end transactions.
  const counted = `${own} and query not ilike '%pg_stat_statements%' and query !~* '^(begin|commit|rollback|set )'`
  const pages = 'shared_blks_hit + shared_blks_read + temp_blks_read + temp_blks_written'
  return {
    reset: async () => void (await client.query('select pg_stat_statements_reset()')),
    async read(): Promise<Counts> {
      const { rows } = await client.query<Counts>(
        `select coalesce(sum(calls), 0)::float8 as queries, coalesce(sum(${pages}), 0)::float8 as blocks,
           coalesce(sum(rows), 0)::float8 as rows, coalesce(sum(total_exec_time), 0)::float8 as "sqlMs"
         from pg_stat_statements where ${counted}`,
      )
      const [found] = rows
      if (!found) throw new Error('Postgres counted nothing')
      return found
    },
    /** The statements that read most pages. */
    async dearest(): Promise<Dearest[]> {
      const { rows } = await client.query<Dearest>(
        `select query as text, (${pages})::float8 as blocks, calls::float8 as calls
         from pg_stat_statements where ${counted} order by 2 desc limit 3`,
      )
      return rows
    },
    close: () => client.end(),
  }
}
export type OpenCounts = Awaited<ReturnType<typeof openCounts>>
