import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Client, type ClientConfig, escapeIdentifier } from 'pg'
import { knownMigrations, migrateDatabase } from '../db/migrate.ts'
import { DatabaseInUse, lockDatabase } from '../db/process-lock.ts'
import { verifyFiles } from './files.ts'
import { assertBucketWorks, type ImageBucket, putImagesInto } from './images-into-bucket.ts'
import { IMAGES_FOLDER, type Manifest, readManifest, SANDBOX_FILE, TABLES_FOLDER } from './manifest.ts'
import { BackupRefused } from './refused.ts'
import { listTables, loadRows } from './table-rows.ts'

export interface RestoreOptions {
  connection: ClientConfig
  dataDir: string
  /** The bucket for images; null where they are on disk. */
  bucket: ImageBucket | null
  source: string
  /** `replace`: deletes the content of the database and of the image folder. */
  present: 'refuse' | 'replace'
}

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }

/**
 * Makes database and images what they were at a backup. Checks everything before it changes anything; throws
 * BackupRefused.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Manifest> {
  const { connection, source } = options
  const manifest = await readManifest(source)
  await verifyFiles(source, manifest.files)
  refuseOtherVersion(manifest)
  if (manifest.bucket !== null && manifest.bucket !== options.bucket?.name)
    throw new BackupRefused(
      `The pictures of this backup are in the bucket ${manifest.bucket}: set S3_BUCKET to it.`,
    )
  if (manifest.bucket === null && options.bucket) await assertBucketWorks(options.bucket)
  // A running server would write into the rows that are being restored.
  const lock = await lockDatabase({ connection, mode: 'exclusive', log: quiet, waitMs: 0 }).catch(error => {
    throw error instanceof DatabaseInUse ? new BackupRefused(`${error.message} Stop it first.`) : error
  })
  try {
    await withClient(connection, async client => {
      if (options.present === 'refuse' && (await holdsPeople(client))) {
        throw new BackupRefused('The database holds people already; --force throws away what is there.')
      }
      await client.query(
        'drop schema if exists public cascade; drop schema if exists drizzle cascade; create schema public',
      )
    })
    await migrateDatabase(connection)
    await withClient(connection, client => loadTables(client, manifest, source))
    // Under the lock too: a server that begins now would store images in the folder that is being replaced.
    await restoreFiles(manifest, options)
  } finally {
    await lock.release()
  }
  return manifest
}

function refuseOtherVersion(manifest: Manifest): void {
  const known = knownMigrations()
  const isSame =
    known.length === manifest.migrations.length && known.every(each => manifest.migrations.includes(each))
  if (isSame) return
  throw new BackupRefused(
    `This backup has ${manifest.migrations.length} migrations and this version of the product ${known.length}, not the same. ` +
      'Restore it with the version that made it; the next start of a newer one brings it up to date.',
  )
}

async function withClient<T>(connection: ClientConfig, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ ...connection, application_name: 'parley-restore' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function holdsPeople(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>(`select to_regclass('public.users') is not null as is`)
  if (!rows[0]?.is) return false
  return ((await client.query('select 1 from public.users limit 1')).rowCount ?? 0) > 0
}

/** All rows in one transaction; the foreign keys are created afterwards, which checks every one. */
async function loadTables(client: Client, manifest: Manifest, source: string): Promise<void> {
  await client.query('begin')
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = to_regnamespace('public')`,
  )
  for (const { table, name } of keys)
    await client.query(`alter table ${table} drop constraint ${escapeIdentifier(name)}`)
  const tables = await listTables(client)
  for (const table of tables) await loadTable(client, { table, manifest, source })
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${escapeIdentifier(name)} ${definition}`)
  await setSequences(client)
  await client.query('commit')
  await client.query('analyze')
}

async function loadTable(
  client: Client,
  { table, manifest, source }: { table: string; manifest: Manifest; source: string },
): Promise<void> {
  const expected = manifest.tables.find(each => each.name === table)
  if (!expected) throw new BackupRefused(`The backup has no table ${table}.`)
  const name = `public.${escapeIdentifier(table)}`
  // The journal refuses changes, and its sums were checked when it was written; the audit looks again afterwards.
  await client.query(`alter table ${name} disable trigger user; truncate ${name}`)
  const rows = await loadRows(client, table, join(source, TABLES_FOLDER, `${table}.jsonl.gz`))
  if (rows !== expected.rows) throw new BackupRefused(`${table}: ${rows} rows instead of ${expected.rows}.`)
  await client.query(`alter table ${name} enable trigger user`)
}

/** Sequences continue after the highest used number. */
async function setSequences(client: Client): Promise<void> {
  const { rows } = await client.query<{ sequence: string; table: string; column: string }>(
    `select d.objid::regclass::text as sequence, d.refobjid::regclass::text as table, quote_ident(a.attname) as column
     from pg_depend d join pg_class c on c.oid = d.objid and c.relkind = 'S'
     join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
     where d.deptype in ('a', 'i') and c.relnamespace = to_regnamespace('public')`,
  )
  for (const { sequence, table, column } of rows) {
    await client.query(
      `select setval($1::regclass, coalesce((select max(${column}) from ${table}), 0) + 1, false)`,
      [sequence],
    )
  }
}

async function restoreFiles(manifest: Manifest, options: RestoreOptions): Promise<void> {
  const { source, dataDir, bucket } = options
  if (manifest.bucket === null && bucket) await putImagesInto(bucket, { manifest, source })
  if (manifest.bucket === null && !bucket) {
    await rm(join(dataDir, 'media'), { recursive: true, force: true })
    if (manifest.files.some(file => file.path.startsWith(`${IMAGES_FOLDER}/`)))
      await cp(join(source, IMAGES_FOLDER), join(dataDir, 'media'), { recursive: true })
  }
  if (manifest.files.some(file => file.path === SANDBOX_FILE)) {
    for (const suffix of ['', '-wal', '-shm']) await rm(join(dataDir, SANDBOX_FILE + suffix), { force: true })
    await cp(join(source, SANDBOX_FILE), join(dataDir, SANDBOX_FILE))
  }
}
