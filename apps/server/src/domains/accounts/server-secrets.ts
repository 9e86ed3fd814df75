import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { invariant } from '../../core/invariant.ts'
import type { Db } from '../../db/client.ts'
import { type KeyRing, keyRing } from './keys/key-ring.ts'
import { countUnencryptedKeys, openKeys, readKeys, type Wrapping } from './keys/signing-keys.ts'
import { serverSecrets } from './tables.ts'

const KEY_BYTES = 32

/** The keys that sign tokens and cookies, the same in every process of one installation. */
export interface ServerSecrets {
  accessToken: KeyRing
  refreshToken: KeyRing
  device: KeyRing
  /** Encrypts the secrets of authenticator apps. */
  factor: KeyRing
  /** Signs joins of the embedded media. */
  videoToken: KeyRing
  /** How many of them are not encrypted in the database. */
  unencrypted(): number
  /**
   * Reads them again, for keys that another process or the operator made. Throws and keeps what it has when it cannot.
   */
  reload(): Promise<void>
}

/** Reads the keys; the first process ever makes them. */
export async function loadServerSecrets(db: Db, wrapping: Wrapping): Promise<ServerSecrets> {
  let keys = await openKeys(db, wrapping)
  let unencrypted = await countUnencryptedKeys(db)
  return {
    accessToken: keyRing(() => keys.access_token),
    refreshToken: keyRing(() => keys.refresh_token),
    device: keyRing(() => keys.device),
    factor: keyRing(() => keys.factor),
    videoToken: keyRing(() => keys.video_token),
    unencrypted: () => unencrypted,
    async reload() {
      keys = await readKeys(db, wrapping)
      unencrypted = await countUnencryptedKeys(db)
    },
  }
}

/**
 * A key of the sandbox by name: the first process creates it, everybody reads the same one. It protects nothing real.
 */
export async function sharedKey(db: Db, name: string): Promise<KeyObject> {
  await db
    .insert(serverSecrets)
    .values({ name, value: randomBytes(KEY_BYTES) })
    .onConflictDoNothing()
  const [row] = await db.select().from(serverSecrets).where(eq(serverSecrets.name, name))
  invariant(row && row.value.length >= KEY_BYTES, `the server secret ${name} exists`)
  return createSecretKey(row.value)
}
