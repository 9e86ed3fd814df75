import { execFile } from 'node:child_process'
import { cpSync } from 'node:fs'
import { chown, lstat, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { unlessMissing } from '../../core/unless-missing.ts'
import type { Binaries } from './binaries.ts'
import { EmbeddedPostgresUnavailable } from './errors.ts'
import { giveTo, type ServerUser } from './server-user.ts'
import { type Durability, INITDB_ARGUMENTS } from './settings.ts'

const run = promisify(execFile)
const UNFINISHED = 'postgres.unfinished-'

export interface ClusterRequest {
  dataDir: string
  binaries: Binaries
  user: ServerUser | undefined
  durability: Durability
  /** Where files of a stopped Postgres are, which a new DATA_DIR gets a copy of (`prepared-cluster.ts`). */
  prepared?: (() => string) | undefined
}

export function clusterDirOf(dataDir: string): string {
  return join(dataDir, 'postgres')
}

/**
 * How to start a Postgres program on a directory: its `-D` argument and spawn options.
 *
 * A user we hand over to may be unable to walk to the directory (below /root, say). We can: the child enters it
 * before it changes user, and /proc/self/cwd then names it without walking.
 */
export function runIn(directory: string, user: ServerUser | undefined) {
  const hidden = user !== undefined && process.platform === 'linux'
  return {
    directoryArgument: hidden ? '/proc/self/cwd' : directory,
    options: { ...user, cwd: directory, env: { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' } },
  }
}

/** Makes the database files if there are none, and refuses ones this Postgres cannot use. Needs the lock. */
export async function prepareCluster(request: ClusterRequest): Promise<void> {
  const { dataDir, binaries, user } = request
  await removeUnfinished(dataDir)
  const clusterDir = clusterDirOf(dataDir)
  const version = await versionOf(clusterDir)
  if (version === null) {
    if (!(await copyPrepared(request))) await initialise(request)
    return
  }
  if (version !== majorOf(binaries))
    throw new EmbeddedPostgresUnavailable(
      `${clusterDir} was made by Postgres ${version} and this is Postgres ${majorOf(binaries)}. ` +
        'Run npm run backup with the version of Parley that made it, and npm run restore with this one into a new DATA_DIR.',
    )
  if (user && (await lstat(clusterDir)).uid === 0) await giveTo(user, clusterDir)
}

const majorOf = ({ version }: Binaries) => /(\d+)\./.exec(version)?.[1]

async function versionOf(clusterDir: string): Promise<string | null> {
  return (await unlessMissing(readFile(join(clusterDir, 'PG_VERSION'), 'utf8')))?.trim() ?? null
}

/** Only a finished cluster gets the final name, so that a crash half-way leaves nothing that looks like one. */
async function makeWhole(request: ClusterRequest, fill: (unfinished: string) => Promise<void>) {
  const { dataDir, user } = request
  const unfinished = await mkdtemp(join(dataDir, UNFINISHED))
  try {
    if (user) await chown(unfinished, user.uid, user.gid)
    await fill(unfinished)
    await rename(unfinished, clusterDirOf(dataDir))
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  }
}

/**
 * Takes the prepared files, which costs a fraction of making new ones. False where there are none, or where they cannot
 * be read or are of another Postgres.
 */
async function copyPrepared(request: ClusterRequest): Promise<boolean> {
  const { binaries, user } = request
  try {
    const prepared = request.prepared?.()
    if (!prepared || (await versionOf(prepared)) !== majorOf(binaries)) return false
    await makeWhole(request, async unfinished => {
      // 1,800 small files: 50 ms; one asynchronous call for each takes five times as long.
      cpSync(prepared, unfinished, { recursive: true })
      if (user) await giveTo(user, unfinished)
      // What is not on the disk yet could be lost with the power.
      if (request.durability === 'durable') await initdb(request, unfinished, ['--sync-only'])
    })
    return true
  } catch {
    // New files are made instead, which shows an error that concerns DATA_DIR.
    return false
  }
}

async function initialise(request: ClusterRequest): Promise<void> {
  const sync = request.durability === 'test' ? ['--no-sync'] : []
  await makeWhole(request, unfinished => initdb(request, unfinished, [...INITDB_ARGUMENTS, ...sync])).catch(
    error => {
      throw new EmbeddedPostgresUnavailable(
        `Postgres could not make its files in ${request.dataDir}: ${error.stderr ?? error.message}`,
        { cause: error },
      )
    },
  )
}

async function initdb(request: ClusterRequest, directory: string, what: readonly string[]): Promise<void> {
  const { directoryArgument, options } = runIn(directory, request.user)
  await run(join(request.binaries.bin, 'initdb'), ['-D', directoryArgument, ...what], options)
}

async function removeUnfinished(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir))
    if (name.startsWith(UNFINISHED)) await rm(join(dataDir, name), { recursive: true, force: true })
}
