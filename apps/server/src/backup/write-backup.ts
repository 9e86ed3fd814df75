import { createReadStream } from 'node:fs'
import { chmod, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Client, type ClientConfig } from 'pg'
import { unlessMissing } from '../core/unless-missing.ts'
import { copyFiles, verifyFiles, type WrittenFile, writeStream } from './files.ts'
import { IMAGES_FOLDER, MANIFEST, type Manifest, SANDBOX_FILE, TABLES_FOLDER } from './manifest.ts'
import { BackupRefused } from './refused.ts'
import { compressedRows, listTables } from './table-rows.ts'

export interface BackupOptions {
  connection: ClientConfig
  /** Where images are when they are on disk, and the payment sandbox. */
  dataDir: string
  /** The bucket that images are in instead. */
  bucket: string | null
  /** The folder to make. */
  target: string
  now: Date
  /** Attack: somebody who finds a backup signs tokens with keys that are not encrypted in it. */
  unencryptedKeys: 'left_out' | 'included'
}

/**
 * Writes a backup of everything into a new folder: the rows as of one moment, then the images. Throws BackupRefused,
 * also where the disk is full or read-only.
 */
export async function writeBackup(options: BackupOptions): Promise<Manifest> {
  const { target } = options
  if (await unlessMissing(stat(target))) throw new BackupRefused(`${target} is there already.`)
  const unfinished = `${target}.unfinished`
  try {
    const manifest = await writeUnfinished(options, unfinished)
    await rename(unfinished, target)
    return manifest
  } catch (error) {
    if (!isOfFiles(error)) throw error
    throw new BackupRefused(
      `The backup could not be written: ${error.message}. What was written is in ${unfinished}; it is no backup, and ` +
        'the next one to this place replaces it.',
    )
  }
}

/** A failure of the disk and not of the database, whose connection fails by a call of the system too. */
const isOfFiles = (error: unknown): error is Error =>
  error instanceof Error && 'syscall' in error && !('address' in error)

async function writeUnfinished(options: BackupOptions, unfinished: string): Promise<Manifest> {
  const { dataDir, bucket } = options
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true, mode: 0o700 })
  const database = await writeTables(options, unfinished)
  // After the rows: an image that a row names is there, and one that came since does no harm.
  const pictures =
    bucket === null ? await copyFiles(join(dataDir, 'media'), unfinished, `${IMAGES_FOLDER}/`) : []
  const sandbox = await copySandbox(dataDir, unfinished)
  const manifest: Manifest = {
    format: 1,
    takenAt: options.now.toISOString(),
    migrations: database.migrations,
    tables: database.tables,
    keysLeftOut: database.keysLeftOut,
    bucket,
    files: [...database.files, ...pictures, ...sandbox],
  }
  await verifyFiles(unfinished, manifest.files)
  await writeFile(join(unfinished, MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600 })
  return manifest
}

const KEYS = 'signing_keys'
const IS_ENCRYPTED = 'wrapped_by is not null'

async function writeTables(
  { connection, unencryptedKeys }: Pick<BackupOptions, 'connection' | 'unencryptedKeys'>,
  folder: string,
) {
  const client = new Client({ ...connection, application_name: 'parley-backup' })
  await client.connect()
  try {
    await client.query(`begin isolation level repeatable read read only; set local timezone to 'UTC'`)
    const files: WrittenFile[] = []
    const tables: Manifest['tables'] = []
    for (const name of await listTables(client)) {
      const where = name === KEYS && unencryptedKeys === 'left_out' ? IS_ENCRYPTED : undefined
      const rows = compressedRows(client, { table: name, where }, count => tables.push({ name, rows: count }))
      files.push(await writeStream(rows, folder, `${TABLES_FOLDER}/${name}.jsonl.gz`))
    }
    const { rows: applied } = await client.query<{ hash: string }>(
      'select hash from drizzle.__drizzle_migrations order by id',
    )
    const { rows: keys } = await client.query<{ all: number }>(`select count(*)::int as all from ${KEYS}`)
    const copied = tables.find(({ name }) => name === KEYS)?.rows ?? 0
    await client.query('commit')
    const keysLeftOut = (keys[0]?.all ?? 0) - copied
    return { files, tables, keysLeftOut, migrations: applied.map(each => each.hash) }
  } finally {
    await client.end()
  }
}

/** The sandbox's own payments, as SQLite copies a database that is in use. */
async function copySandbox(dataDir: string, folder: string): Promise<WrittenFile[]> {
  const source = join(dataDir, SANDBOX_FILE)
  if (!(await unlessMissing(stat(source)))) return []
  const copy = join(folder, `${SANDBOX_FILE}.copy`)
  const database = new DatabaseSync(source, { readOnly: true })
  try {
    database.prepare('vacuum into ?').run(copy)
  } finally {
    database.close()
  }
  await chmod(copy, 0o600)
  const written = await writeStream(createReadStream(copy), folder, SANDBOX_FILE)
  await rm(copy)
  return [written]
}
