import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rename } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { unlessMissing } from '../core/unless-missing.ts'
import { BackupRefused } from './refused.ts'

export interface WrittenFile {
  path: string
  bytes: number
  sha256: string
}

/** Keys of logins and signatures are among the rows: nobody else on the machine may read a backup. */
const OWNER_ALONE = 0o600

async function* hashed(source: AsyncIterable<Buffer>, onEnd: (bytes: number, sha256: string) => void) {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of source) {
    hash.update(chunk)
    bytes += chunk.length
    yield chunk
  }
  onEnd(bytes, hash.digest('hex'))
}

/** Writes a stream below the folder, whole or not at all, and says what it wrote. */
export async function writeStream(
  source: AsyncIterable<Buffer>,
  folder: string,
  path: string,
): Promise<WrittenFile> {
  const target = join(folder, path)
  await mkdir(dirname(target), { recursive: true })
  const written: WrittenFile = { path, bytes: 0, sha256: '' }
  const counted = hashed(source, (bytes, sha256) => Object.assign(written, { bytes, sha256 }))
  await pipeline(counted, createWriteStream(`${target}.partial`, { mode: OWNER_ALONE, flush: true }))
  await rename(`${target}.partial`, target)
  return written
}

/** The files below a folder, by their paths with forward slashes; none when it is not there. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await unlessMissing(readdir(folder, { recursive: true, withFileTypes: true }))
  return (entries ?? [])
    .filter(entry => entry.isFile())
    .map(entry => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
}

/**
 * Copies the files of a folder that are not in `copied`; it omits a file that is deleted during the copy. Answers what
 * it wrote.
 */
export async function copyFiles(
  from: string,
  to: string,
  { prefix, copied = [] }: { prefix: string; copied?: readonly WrittenFile[] },
): Promise<WrittenFile[]> {
  const known = new Set(copied.map(({ path }) => path))
  const written: WrittenFile[] = []
  for (const path of await listFiles(from)) {
    if (known.has(`${prefix}${path}`)) continue
    const file = await unlessMissing(writeStream(createReadStream(join(from, path)), to, `${prefix}${path}`))
    if (file) written.push(file)
  }
  return written
}

/** Reads every file again; throws BackupRefused at the first that is not what was written. */
export async function verifyFiles(folder: string, files: readonly WrittenFile[]): Promise<void> {
  for (const file of files) {
    // Attack: a foreign manifest with paths outside its folder.
    if (file.path.split('/').includes('..')) throw new BackupRefused(`${file.path} leads out of the backup.`)
    let found: { bytes: number; sha256: string } | undefined
    try {
      const source = createReadStream(join(folder, file.path))
      for await (const _ of hashed(source, (bytes, sha256) => (found = { bytes, sha256 })));
    } catch {
      throw new BackupRefused(`${file.path} of the backup cannot be read.`)
    }
    if (found?.sha256 !== file.sha256)
      throw new BackupRefused(`${file.path} of the backup is damaged: its checksum differs.`)
  }
}
