import { createHash } from 'node:crypto'
import { mkdtemp, readlink, rename, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EmbeddedPostgresUnavailable } from './errors.ts'
import { ensurePrivateDirectory, ownUid } from './private-directory.ts'
import { SOCKET_PORT } from './settings.ts'

/** macOS allows 103 bytes for the path of a socket, Linux 107. */
const MAX_SOCKET_PATH_BYTES = 103

/** The directory to give to clients as host: the data directory, or a short link to it when its path is too long. */
export async function socketHost(clusterDir: string): Promise<string> {
  if (fits(clusterDir)) return clusterDir
  const parent = join(tmpdir(), `parley-${ownUid()}`)
  const link = join(parent, createHash('sha256').update(clusterDir).digest('hex').slice(0, 16))
  if (!fits(link))
    throw new EmbeddedPostgresUnavailable(
      `The path ${clusterDir} is too long for a socket. Set a shorter DATA_DIR.`,
    )
  await ensurePrivateDirectory(parent)
  // A link that is not there, or is no link, is made again below; what is wrong with it then is thrown.
  if ((await readlink(link).catch(() => undefined)) === clusterDir) return link
  const scratch = await mkdtemp(`${link}.`)
  await symlink(clusterDir, join(scratch, 'link'))
  await rename(join(scratch, 'link'), link)
  await rm(scratch, { recursive: true })
  return link
}

/** Removes the short link, if one was made. */
export async function removeSocketHost(host: string, clusterDir: string): Promise<void> {
  if (host !== clusterDir) await rm(host, { force: true })
}

function fits(directory: string): boolean {
  return Buffer.byteLength(join(directory, `.s.PGSQL.${SOCKET_PORT}`)) <= MAX_SOCKET_PATH_BYTES
}
