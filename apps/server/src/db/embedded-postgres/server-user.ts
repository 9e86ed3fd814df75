import { lchown, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ifMissing } from './if-missing.ts'
import { ownUid } from './private-directory.ts'

/** The operating system's user that Postgres runs as. */
export interface ServerUser {
  uid: number
  gid: number
}

const NOBODY: ServerUser = { uid: 65534, gid: 65534 }

/** Who runs Postgres: undefined is ourselves; root hands over, since Postgres refuses to run as root. */
export async function chooseServerUser(clusterDir: string): Promise<ServerUser | undefined> {
  if (ownUid() !== 0) return undefined
  const owner = await stat(clusterDir).catch(ifMissing(undefined))
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return parsePasswd(await readFile('/etc/passwd', 'utf8').catch(ifMissing(''))) ?? NOBODY
}

function parsePasswd(passwd: string): ServerUser | undefined {
  const [, uid, gid] = /^postgres:[^:]*:(\d+):(\d+):/m.exec(passwd) ?? []
  return uid && gid && uid !== '0' ? { uid: Number(uid), gid: Number(gid) } : undefined
}

/** Gives a directory and all below it to a user; links themselves are given, never what they point to. */
export async function giveTo(user: ServerUser, directory: string): Promise<void> {
  const names = await readdir(directory, { recursive: true })
  for (const path of [directory, ...names.map(name => join(directory, name))])
    await lchown(path, user.uid, user.gid)
}
