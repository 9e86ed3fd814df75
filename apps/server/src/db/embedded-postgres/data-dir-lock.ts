import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DataDirInUse } from './errors.ts'

const SQLITE_BUSY = 5

export interface DataDirLock {
  release(): void
}

/**
 * Takes the one exclusive lock on a DATA_DIR or throws DataDirInUse at once.
 *
 * A file lock of the kernel is the only kind that dies with its process and also holds between containers that share
 * a volume, where process ids mean nothing. Node offers none by itself; SQLite, built into Node, takes one for us.
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  await mkdir(dataDir, { recursive: true })
  const file = new DatabaseSync(join(dataDir, 'server.lock'), { timeout: 0 })
  try {
    file.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    file.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY)
      throw new DataDirInUse(dataDir)
    throw error
  }
  return {
    release() {
      if (file.isOpen) file.close()
    },
  }
}
