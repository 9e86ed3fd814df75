import { chmod, lstat, mkdir, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'

/** The type that `statfs` reports for a file system in memory: `TMPFS_MAGIC` of Linux, statfs(2). */
const TMPFS = 0x01021994
/** A run keeps up to 1.2 GB of temporary databases at a time; the rest is for programs. */
const NEEDED_BYTES = 6 * 1024 ** 3
/** The next run of a later day removes the files of a killed run; a run that is still active is younger. */
const LEFT_AFTER_MS = 24 * 3_600_000

interface Memory {
  /** Where Linux offers a file system in memory. */
  memory?: string
  /** Bytes of memory that are available to programs. */
  available?: number
}

/**
 * The directory in memory for temporary databases, where there is one with enough room; otherwise undefined, and they
 * are with the other temporary files. A copy of the migrated database is some 900 files: on a disk (ext4) it costs 0.4
 * s of CPU, in memory 0.02 s, and no start of a server waits for the disk.
 */
export async function memoryDirectory(
  named: string | undefined,
  { memory = '/dev/shm', available = process.availableMemory() }: Memory = {},
): Promise<string | undefined> {
  if (named !== undefined) return undefined
  // A system without this file system has no such folder.
  const found = await statfs(memory).catch(() => undefined)
  if (!found || found.type !== TMPFS) return undefined
  if (Math.min(found.bavail * found.bsize, available) < NEEDED_BYTES) return undefined
  // One for each user; the user that Postgres runs as must be able to create files there.
  const uid = process.getuid?.() ?? 0
  const directory = join(memory, `parley-tests-${uid}`)
  // It may exist; the next line checks whose it is.
  await mkdir(directory, { recursive: true }).catch(() => undefined)
  // Attack: another user of this machine puts a link of this name there, and our clean-up deletes old files behind it.
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
    // Another run removed it.
    const left = await stat(path).catch(() => undefined)
    if (left && left.mtimeMs < before) await rm(path, { recursive: true, force: true })
  }
}
