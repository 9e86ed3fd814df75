import { createHash } from 'node:crypto'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT, showCommand } from './run-command.ts'

const BUILD = join(ROOT, 'apps/web/build')
const STAMP = join(BUILD, 'inputs.sha256')
/** When the last finished build began, in ms: its files are younger. */
const BEGUN = join(BUILD, 'begun')
/** The exit code of a shell for a program that is not there. */
const NOT_INSTALLED = 127
/** Everything that changes the result of the build. */
const INPUTS = [
  'apps/web/app',
  'apps/web/public',
  'apps/web/package.json',
  'apps/web/chunks.ts',
  'apps/web/inline-scripts.ts',
  'apps/web/precompress.ts',
  'apps/web/react-router.config.ts',
  'apps/web/vite.config.ts',
  'packages/contract/src',
  'package-lock.json',
]

async function filesOf(input: string): Promise<string[]> {
  const names = await readdir(join(ROOT, input), { recursive: true, withFileTypes: true }).catch(error => {
    if (error.code === 'ENOTDIR') return undefined
    throw error
  })
  if (names === undefined) return [join(ROOT, input)]
  return names.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
}

/** A hash of all inputs of the web's build: their paths and contents. */
async function hashInputs(): Promise<string> {
  const hash = createHash('sha256').update(process.versions.node)
  const files = (await Promise.all(INPUTS.map(filesOf))).flat().sort()
  for (const file of files) {
    hash.update(`\0${file.slice(ROOT.length)}\0`).update(await readFile(file))
  }
  return hash.digest('hex')
}

/**
 * Removes the files of a build that are older than a moment. A process that still serves the former build needs its
 * files, and so do the pages that people have open; names carry the hash of their content.
 */
export async function removeOlder(folder: string, thanMs: number): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries.filter(each => each.isFile())) {
    const path = join(entry.parentPath, entry.name)
    if ((await stat(path)).mtimeMs < thanMs) await rm(path)
  }
}

/**
 * Builds the web unless it was built from these sources; answers whether a build exists now. The files of the build
 * before stay.
 */
export async function ensureWebBuilt(): Promise<boolean> {
  const inputs = await hashInputs()
  // Nothing was built yet.
  const built = await readFile(STAMP, 'utf8').catch(() => '')
  if (built === inputs) return true
  console.log('Building the web (only after a change)...')
  await rm(STAMP, { force: true })
  const beganMs = Date.now()
  const code = await showCommand(['react-router', 'build', '--logLevel', 'warn'], {
    cwd: join(ROOT, 'apps/web'),
  })
  if (code === NOT_INSTALLED)
    console.error(
      'npm does not install what builds the web with NODE_ENV=production: npm ci --include=dev does.',
    )
  if (code !== 0) return false
  // The first build, or one of a version that did not write it down: nothing is known to be too old.
  const formerMs = Number(await readFile(BEGUN, 'utf8').catch(() => '0'))
  for (const part of ['client', 'server']) await removeOlder(join(BUILD, part), formerMs)
  await writeFile(BEGUN, String(beganMs))
  await writeFile(STAMP, inputs)
  return true
}
