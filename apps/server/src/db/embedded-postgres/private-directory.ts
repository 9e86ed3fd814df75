import { lstat, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'

const OTHERS_MAY_WRITE = 0o022
const STICKY = 0o1000

/** The user this process acts as; 0 stands for the missing notion on systems without one. */
export function ownUid(): number {
  return process.geteuid?.() ?? 0
}

/**
 * Makes a directory that only this user or root can change, and throws if another user could.
 *
 * Stops a local user who plants the directory (or a parent of it) beforehand, to have us run binaries of theirs.
 */
export async function ensurePrivateDirectory(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o755 })
  const found = await lstat(path)
  const others = (found.mode & OTHERS_MAY_WRITE) !== 0
  if (!found.isDirectory() || found.uid !== ownUid() || others)
    throw new Error(`${path} could be changed by another user`)
  await assertGuardedParents(dirname(path))
}

async function assertGuardedParents(path: string): Promise<void> {
  const found = await lstat(path)
  const ours = found.uid === 0 || found.uid === ownUid()
  const others = (found.mode & OTHERS_MAY_WRITE) !== 0 && (found.mode & STICKY) === 0
  const isLink = found.isSymbolicLink()
  if (!ours || (others && !isLink)) throw new Error(`${path} could be changed by another user`)
  if (dirname(path) !== path) await assertGuardedParents(dirname(path))
}
