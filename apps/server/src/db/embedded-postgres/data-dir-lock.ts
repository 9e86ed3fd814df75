import { access, constants, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DataDirInUse, EmbeddedPostgresUnavailable } from './errors.ts'
import { ownUid } from './private-directory.ts'

const SQLITE_BUSY = 5
/** Of two starts at one moment each may find the other's half lock: without a wait both would be refused. */
const RIVAL_WITHIN_MS = 250

export interface DataDirLock {
  isHeld(): boolean
  release(): void
}

/**
 * Takes the one exclusive lock on a DATA_DIR or throws: DataDirInUse after a quarter of a second, or a sentence about
 * permissions.
 *
 * A file lock of the kernel is the only kind that dies with its process and also holds between containers that share
 * a volume, where process ids mean nothing. Node offers none by itself; SQLite, built into Node, takes one for us.
 * Nothing else in this process may open the file: closing it would drop the lock (POSIX fcntl).
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  let file: DatabaseSync | undefined
  try {
    await mkdir(dataDir, { recursive: true })
    const path = join(dataDir, 'server.lock')
    file = new DatabaseSync(path, { timeout: RIVAL_WITHIN_MS })
    // SQLite opens what it may not write for reading alone, and its exclusive lock then excludes nobody.
    await access(path, constants.W_OK)
    file.exec('PRAGMA journal_mode = MEMORY')
    file.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    file?.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY)
      throw new DataDirInUse(dataDir)
    throw new EmbeddedPostgresUnavailable(
      `User ${ownUid()} cannot write to ${dataDir}. Start the server as its owner, or set DATA_DIR to another directory.`,
      { cause: error },
    )
  }
  const held = file
  return {
    isHeld: () => held.isOpen,
    release() {
      if (held.isOpen) held.close()
    },
  }
}
