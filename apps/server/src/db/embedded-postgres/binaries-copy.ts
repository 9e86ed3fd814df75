import { chmod, cp, lstat, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { unlessMissing } from '../../core/unless-missing.ts'
import { EmbeddedPostgresUnavailable } from './errors.ts'
import { ensurePrivateDirectory } from './private-directory.ts'
import type { ServerUser } from './server-user.ts'

export interface BinariesRequest {
  /** The `native` directory of the platform package. */
  nativeDir: string
  /** Where a copy may be kept, best first. */
  cacheRoots: readonly string[]
  user: ServerUser | undefined
}

/** Copies the programs below the first cache root that is safe and writable, or reuses a complete copy there. */
export async function copyToCache(
  request: BinariesRequest,
  finish: (nativeDir: string) => Promise<void>,
): Promise<string> {
  const { name, version } = JSON.parse(
    await readFile(join(dirname(request.nativeDir), 'package.json'), 'utf8'),
  ) as { name: string; version: string }
  const reasons: string[] = []
  for (const root of request.cacheRoots) {
    try {
      await ensurePrivateDirectory(root)
      const copy = join(root, `${name.replace('/', '-').replace('@', '')}-${version}`)
      if (!(await isComplete(copy, request.nativeDir))) await copyTree(request.nativeDir, copy, finish)
      await ensurePrivateDirectory(copy)
      return copy
    } catch (error) {
      reasons.push(error instanceof Error ? error.message : String(error))
    }
  }
  throw new EmbeddedPostgresUnavailable(
    `The embedded Postgres must be copied to where its user can read it, and no place for it is safe: ${reasons.join('; ')}. ` +
      'Free one of them, or set DATABASE_URL to a Postgres 15 or newer.',
  )
}

/** A cleaner of caches may have taken some of the files, which Postgres would miss only when it needs them. */
async function isComplete(copy: string, nativeDir: string): Promise<boolean> {
  const names = await readdir(nativeDir, { recursive: true })
  for (const name of names) {
    const [ours, theirs] = await Promise.all([
      unlessMissing(lstat(join(copy, name))),
      lstat(join(nativeDir, name)),
    ])
    if (!ours || (theirs.isFile() && ours.size !== theirs.size)) return false
  }
  return true
}

async function copyTree(
  nativeDir: string,
  copy: string,
  finish: (nativeDir: string) => Promise<void>,
): Promise<void> {
  const unfinished = await mkdtemp(`${copy}.`)
  try {
    await cp(nativeDir, unfinished, { recursive: true, verbatimSymlinks: true })
    await finish(unfinished)
    await makeReadable(unfinished)
    await rm(copy, { recursive: true, force: true })
    // Another process may have put its own finished copy there first, which is as good as ours.
    await rename(unfinished, copy).catch(async error => {
      if (!(await isComplete(copy, nativeDir))) throw error
    })
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

async function makeReadable(directory: string): Promise<void> {
  await chmod(directory, 0o755)
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const runs = entry.isDirectory() || entry.parentPath.endsWith('/bin')
    if (!entry.isSymbolicLink()) await chmod(path, runs ? 0o755 : 0o644)
  }
}
