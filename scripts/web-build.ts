import { createHash } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT, showCommand } from './run-command.ts'

const STAMP = join(ROOT, 'apps/web/build/inputs.sha256')
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

/** Builds the web unless it was built from these sources; answers whether a build exists now. */
export async function ensureWebBuilt(): Promise<boolean> {
  const inputs = await hashInputs()
  // Nothing was built yet.
  const built = await readFile(STAMP, 'utf8').catch(() => '')
  if (built === inputs) return true
  console.log('Building the web (only after a change)...')
  await rm(STAMP, { force: true })
  const code = await showCommand(['react-router', 'build', '--logLevel', 'warn'], {
    cwd: join(ROOT, 'apps/web'),
  })
  if (code !== 0) return false
  await writeFile(STAMP, inputs)
  return true
}
