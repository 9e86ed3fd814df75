import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { invariant } from '../../core/invariant.ts'
import type { Db } from '../../db/client.ts'
import { serverSecrets } from './tables.ts'

const KEY_BYTES = 32

/** The keys that sign tokens, the same in every process of one installation. */
export interface ServerSecrets {
  accessTokenKey: KeyObject
  refreshTokenKey: KeyObject
  deviceKey: KeyObject
}

/** Reads the keys; the first process ever makes them. */
export async function loadServerSecrets(db: Db): Promise<ServerSecrets> {
  return {
    accessTokenKey: await sharedKey(db, 'access_token'),
    refreshTokenKey: await sharedKey(db, 'refresh_token'),
    deviceKey: await sharedKey(db, 'device'),
  }
}

/** A key by name: whoever comes first makes it, everybody reads the same one. */
export async function sharedKey(db: Db, name: string): Promise<KeyObject> {
  await db
    .insert(serverSecrets)
    .values({ name, value: randomBytes(KEY_BYTES) })
    .onConflictDoNothing()
  const [row] = await db.select().from(serverSecrets).where(eq(serverSecrets.name, name))
  invariant(row && row.value.length >= KEY_BYTES, `the server secret ${name} exists`)
  return createSecretKey(row.value)
}
