import { execFile } from 'node:child_process'
import { chown, lstat, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { unlessMissing } from '../../core/unless-missing.ts'
import type { Binaries } from './binaries.ts'
import { EmbeddedPostgresUnavailable } from './errors.ts'
import { giveTo, type ServerUser } from './server-user.ts'
import { type Durability, SUPERUSER } from './settings.ts'

const run = promisify(execFile)
const UNFINISHED = 'postgres.unfinished-'

export interface ClusterRequest {
  dataDir: string
  binaries: Binaries
  user: ServerUser | undefined
  durability: Durability
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
  const version = await unlessMissing(readFile(join(clusterDir, 'PG_VERSION'), 'utf8'))
  if (version === null) return initialise(request)

  const ours = /(\d+)\./.exec(binaries.version)?.[1]
  if (version.trim() !== ours)
    throw new EmbeddedPostgresUnavailable(
      `${clusterDir} was made by Postgres ${version.trim()} and this is Postgres ${ours}. ` +
        'Dump it with the old version and restore it with the new one.',
    )
  if (user && (await lstat(clusterDir)).uid === 0) await giveTo(user, clusterDir)
}

/** Only a finished cluster gets the final name, so that a crash half-way leaves nothing that looks like one. */
async function initialise({ dataDir, binaries, user, durability }: ClusterRequest): Promise<void> {
  const unfinished = await mkdtemp(join(dataDir, UNFINISHED))
  if (user) await chown(unfinished, user.uid, user.gid)
  const { directoryArgument, options } = runIn(unfinished, user)
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  const sync = durability === 'test' ? ['--no-sync'] : []
  await run(
    join(binaries.bin, 'initdb'),
    ['-D', directoryArgument, '-U', SUPERUSER, '--auth=trust', '--no-instructions', ...locale, ...sync],
    options,
  ).catch(async error => {
    await rm(unfinished, { recursive: true, force: true })
    throw new EmbeddedPostgresUnavailable(
      `Postgres could not make its files in ${dataDir}: ${error.stderr}`,
      {
        cause: error,
      },
    )
  })
  await rename(unfinished, clusterDirOf(dataDir))
}

async function removeUnfinished(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir))
    if (name.startsWith(UNFINISHED)) await rm(join(dataDir, name), { recursive: true, force: true })
}
