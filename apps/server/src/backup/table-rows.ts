import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { type Client, escapeIdentifier } from 'pg'

const ROWS_AT_ONCE = 1_000

const nameOf = (table: string) => `public.${escapeIdentifier(table)}`

/** The product's tables, in the order of their names. */
export async function listTables(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = to_regnamespace('public') and relkind = 'r' order by 1`,
  )
  return rows.map(row => row.name)
}

/** Rows to copy: a table, and a condition in SQL for those that a copy may contain. */
export interface RowsOf {
  table: string
  where?: string | undefined
}

async function* lines(
  client: Client,
  { table, where = 'true' }: RowsOf,
  onEnd: (rows: number) => void,
): AsyncGenerator<string> {
  await client.query(
    `declare backup no scroll cursor for select to_jsonb(t)::text as line from ${nameOf(table)} t where ${where}`,
  )
  let count = 0
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${ROWS_AT_ONCE} from backup`)
    if (rows.length === 0) break
    count += rows.length
    yield `${rows.map(row => row.line).join('\n')}\n`
  }
  await client.query('close backup')
  onEnd(count)
}

/** Rows of a table as compressed lines of JSON, which every version of Postgres writes and reads alike. */
export async function* compressedRows(
  client: Client,
  rows: RowsOf,
  onEnd: (rows: number) => void,
): AsyncGenerator<Buffer> {
  const gzip = createGzip({ level: 4 })
  const written = pipeline(lines(client, rows, onEnd), gzip)
  written.catch(() => undefined) // Thrown again below, once the reader has noticed.
  yield* gzip
  await written
}

async function insertRows(client: Client, table: string, batch: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [nameOf(table)],
  )
  const columns = rows.map(row => escapeIdentifier(row.name)).join(', ')
  await client.query(
    `insert into ${nameOf(table)} (${columns}) overriding system value
     select ${columns} from jsonb_populate_recordset(null::${nameOf(table)}, $1::jsonb)`,
    [`[${batch.join(',')}]`],
  )
}

/** Puts the rows of a file into an empty table; answers how many. */
export async function loadRows(client: Client, table: string, file: string): Promise<number> {
  const read = createInterface({ input: createReadStream(file).pipe(createGunzip()), crlfDelay: Infinity })
  let batch: string[] = []
  let count = 0
  const flush = async () => {
    if (batch.length > 0) await insertRows(client, table, batch)
    count += batch.length
    batch = []
  }
  for await (const line of read) {
    batch.push(line)
    if (batch.length >= ROWS_AT_ONCE) await flush()
  }
  await flush()
  return count
}
