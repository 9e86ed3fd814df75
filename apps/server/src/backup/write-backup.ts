import { createReadStream } from 'node:fs'
import { chmod, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Client, type ClientConfig } from 'pg'
import { unlessMissing } from '../core/unless-missing.ts'
import { copyFiles, listFiles, verifyFiles, type WrittenFile, writeStream } from './files.ts'
import { lockTarget } from './lock-target.ts'
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
 * Writes a backup of everything into a new folder: the rows as of one moment, and the images. Throws BackupRefused,
 * also where the disk is full or read-only.
 */
export async function writeBackup(options: BackupOptions): Promise<Manifest> {
  const lock = await lockTarget(options.connection, options.target)
  try {
    return await writeLocked(options)
  } finally {
    await lock.release()
  }
}

async function writeLocked(options: BackupOptions): Promise<Manifest> {
  const { target } = options
  if (await unlessMissing(stat(target))) throw new BackupRefused(`${target} is there already.`)
  const unfinished = `${target}.unfinished`
  try {
    const manifest = await writeUnfinished(options, unfinished)
    await rename(unfinished, target)
    return manifest
  } catch (error) {
    const kept = await removeUnfinished(unfinished)
    if (!isOfFiles(error)) throw error
    throw new BackupRefused(`The backup could not be written: ${error.message}. ${kept}`)
  }
}

/** Makes room again, so that the next backup fits on a disk that was full; answers what became of it. */
async function removeUnfinished(unfinished: string): Promise<string> {
  try {
    await rm(unfinished, { recursive: true, force: true })
    return 'What was written of it is removed.'
  } catch {
    // Of a disk that is read-only now. The first error is the one to report.
    return `What was written is in ${unfinished}; it is no backup.`
  }
}

/** A failure of the disk and not of Postgres, whose connection fails by a call of the system too. */
const isOfFiles = (error: unknown): error is Error =>
  error instanceof Error &&
  (('syscall' in error && !('address' in error)) || ('code' in error && error.code === 'ERR_SQLITE_ERROR'))

async function writeUnfinished(options: BackupOptions, unfinished: string): Promise<Manifest> {
  const { dataDir, bucket } = options
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true, mode: 0o700 })
  const images = bucket === null ? copyOfImages(join(dataDir, 'media'), unfinished) : null
  await images?.before()
  const database = await writeTables(options, unfinished)
  const pictures = (await images?.after(database.imageIds)) ?? []
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

/**
 * Copies the images on disk before the rows and, what came since, after them. Attack: somebody replaces their image
 * while the rows are copied, and the backup has a row whose image is deleted.
 */
function copyOfImages(media: string, folder: string) {
  const prefix = `${IMAGES_FOLDER}/`
  let early: WrittenFile[] = []
  return {
    async before(): Promise<void> {
      early = await copyFiles(media, folder, { prefix })
    },
    /** `imageIds`: what the rows name. Nothing else stays of an image that is deleted by now. */
    async after(imageIds: ReadonlySet<string>): Promise<WrittenFile[]> {
      const late = await copyFiles(media, folder, { prefix, copied: early })
      const present = new Set((await listFiles(media)).map(path => prefix + path))
      const isKept = ({ path }: WrittenFile) =>
        present.has(path) || imageIds.has(path.split('/').at(-2) ?? '')
      for (const file of early) if (!isKept(file)) await rm(join(folder, file.path), { force: true })
      return [...early.filter(isKept), ...late]
    },
  }
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
    const { rows: named } = await client.query<{ id: string }>('select id from pictures')
    await client.query('commit')
    const keysLeftOut = (keys[0]?.all ?? 0) - copied
    const imageIds = new Set(named.map(({ id }) => id))
    return { files, tables, keysLeftOut, imageIds, migrations: applied.map(each => each.hash) }
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
