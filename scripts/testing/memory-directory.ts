import { chmod, lstat, mkdir, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'

/** What `statfs` calls a file system in memory: `TMPFS_MAGIC` of Linux, statfs(2). */
const TMPFS = 0x01021994
/** A run keeps up to 1.2 GB of throw-away databases at a time; the rest is for programs. */
const NEEDED_BYTES = 6 * 1024 ** 3
/** What a killed run left is removed by the next run of a later day; a run that is still going on is younger. */
const LEFT_AFTER_MS = 24 * 3_600_000

interface Memory {
  /** Where Linux offers a file system in memory. */
  memory?: string
  /** Bytes of memory that programs can have. */
  available?: number
}

/**
 * The directory in memory for throw-away databases, where there is one and room for it; else undefined, and they lie where
 * temporary files lie. A copy of the migrated database is some 900 files: on a disk (ext4) it costs 0.4 s of CPU, in memory
 * 0.02 s, and no start of a server waits for the disk.
 */
export async function memoryDirectory(
  named: string | undefined,
  { memory = '/dev/shm', available = process.availableMemory() }: Memory = {},
): Promise<string | undefined> {
  if (named !== undefined) return undefined
  const found = await statfs(memory).catch(() => undefined)
  if (!found || found.type !== TMPFS) return undefined
  if (Math.min(found.bavail * found.bsize, available) < NEEDED_BYTES) return undefined
  // One for each user; the user that Postgres runs as must be able to make its files there.
  const uid = process.getuid?.() ?? 0
  const directory = join(memory, `parley-tests-${uid}`)
  await mkdir(directory, { recursive: true }).catch(() => undefined)
  // Attack: another user of this machine puts a link of this name there, and what is old behind it is removed.
  const own = await lstat(directory).catch(() => undefined)
  if (!own?.isDirectory() || own.uid !== uid) return undefined
  await chmod(directory, 0o1777)
  await removeLeft(directory)
  return directory
}

async function removeLeft(directory: string): Promise<void> {
  const before = Date.now() - LEFT_AFTER_MS
  for (const name of await readdir(directory)) {
    const path = join(directory, name)
    const left = await stat(path).catch(() => undefined)
    if (left && left.mtimeMs < before) await rm(path, { recursive: true, force: true })
  }
}
