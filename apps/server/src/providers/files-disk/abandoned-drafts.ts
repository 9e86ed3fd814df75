import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { unlessMissing } from '../../core/unless-missing.ts'

/** No file takes this long to write, so nobody writes an older draft any more. */
const ABANDONED_AFTER_MS = 3_600_000

/**
 * Creates the directory of drafts if it is missing, and removes what a crash left in it. Other processes may share the
 * directory (docs/operations/topologies.md), so a draft that one of them may still write stays.
 */
export async function openDrafts(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true })
  for (const name of await readdir(directory)) {
    const draft = join(directory, name)
    const found = await unlessMissing(stat(draft))
    if (found && found.mtimeMs < Date.now() - ABANDONED_AFTER_MS)
      await rm(draft, { recursive: true, force: true })
  }
}
