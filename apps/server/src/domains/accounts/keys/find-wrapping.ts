import { randomBytes } from 'node:crypto'
import { chmod, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unlessMissing } from '../../../core/unless-missing.ts'
import type { Wrapping } from './signing-keys.ts'
import { wrappingKeyOf } from './wrapping.ts'

export const SECRETS_FILE = 'secrets.key'
const OWNER_ALONE = 0o600
const OTHERS = 0o077

export interface WrappingSettings {
  dataDir: string
  databaseUrl: string | undefined
  secretsKey: string | undefined
  formerSecretsKey: string | undefined
}

/** The server refuses to start with this sentence. */
export class SecretsFileOpen extends Error {
  constructor(file: string) {
    super(`${file} can be read by others: chmod 600 it, then npm run keys -- rotate.`)
  }
}

/**
 * The key that encrypts the signing keys: SECRETS_KEY; else, beside a database of our own, a file in DATA_DIR that no
 * backup contains. An operator's database without SECRETS_KEY has none, because processes on several machines must
 * have the same one.
 */
export async function findWrapping(settings: WrappingSettings): Promise<Wrapping> {
  const { secretsKey, formerSecretsKey } = settings
  const file = join(settings.dataDir, SECRETS_FILE)
  const former = formerSecretsKey ? [wrappingKeyOf(formerSecretsKey)] : []
  const known = await readSecretsFile(file)
  const ofFile = known === null ? [] : [wrappingKeyOf(known)]
  if (secretsKey) {
    const by = wrappingKeyOf(secretsKey)
    return { by, known: [by, ...former, ...ofFile] }
  }
  if (settings.databaseUrl) return { by: null, known: [...ofFile, ...former] }
  const by = ofFile[0] ?? wrappingKeyOf(await makeSecretsFile(file))
  return { by, known: [by, ...former] }
}

async function readSecretsFile(file: string): Promise<string | null> {
  const found = await unlessMissing(stat(file))
  if (!found) return null
  if (process.platform !== 'win32' && (found.mode & OTHERS) !== 0) throw new SecretsFileOpen(file)
  return (await readFile(file, 'utf8')).trim()
}

async function makeSecretsFile(file: string): Promise<string> {
  const made = randomBytes(32).toString('base64url')
  await writeFile(file, `${made}\n`, { mode: OWNER_ALONE, flag: 'wx', flush: true })
  await chmod(file, OWNER_ALONE)
  return made
}
