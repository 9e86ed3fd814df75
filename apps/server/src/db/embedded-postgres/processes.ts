import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ifMissing } from './if-missing.ts'
import { SOCKET_PORT } from './settings.ts'

/** Whether a process we may signal still runs; one that waits to be collected by its parent does not. */
export async function isRunning(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch {
    // The process has ended, or its number belongs to a process of another user now: we started neither.
    return false
  }
  // Without /proc, on macOS, or when it has just ended, the signal above is all that is known.
  const status = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')
  return !/\) [ZX] /.test(status)
}

/** The process that last claimed a database directory, if its note is still there. */
export async function readPostmasterPid(clusterDir: string): Promise<number | undefined> {
  const note = await readFile(join(clusterDir, 'postmaster.pid'), 'latin1').catch(ifMissing(''))
  const pid = Number.parseInt(note, 10)
  return pid > 1 ? pid : undefined
}

/** Whether any process works inside a directory, as every process of Postgres does; undefined where unknowable. */
async function isOccupied(directory: string): Promise<boolean | undefined> {
  if (process.platform !== 'linux') return undefined
  const wanted = await stat(directory)
  const pids = (await readdir('/proc')).filter(name => /^\d+$/.test(name))
  // A process that ended since, or one of another user that we may not read, is none of our Postgres.
  const places = await Promise.all(pids.map(pid => stat(`/proc/${pid}/cwd`).catch(() => undefined)))
  return places.some(place => place?.dev === wanted.dev && place.ino === wanted.ino)
}

/**
 * Removes the note of a dead postmaster whose number went to an unrelated process, which Postgres would take for a
 * living one for ever (after a restart of a container, say). Needs the lock; does nothing while anyone is inside.
 */
export async function removeStaleNote(clusterDir: string): Promise<void> {
  if ((await isOccupied(clusterDir)) !== false) return
  const socket = join(clusterDir, `.s.PGSQL.${SOCKET_PORT}`)
  for (const path of [join(clusterDir, 'postmaster.pid'), `${socket}.lock`, socket])
    await rm(path, { force: true })
}
