import { createSecretKey, randomBytes } from 'node:crypto'
import { DAY_MS, MINUTE_MS } from '@parley/contract'
import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import { type Db, type Tx, withTransaction } from '../../../db/client.ts'
import { serverSecrets, signingKeys } from '../tables.ts'
import type { SigningKey } from './key-ring.ts'
import { unwrap, type WrappingKey, wrap } from './wrapping.ts'

const KEY_BYTES = 32
/** Two processes that start at once make one key between them. */
const LOCK = 7_240_119
/** A new key signs once every process has read it, see `KEYS_READ_EVERY_MS`. */
export const KEY_SIGNS_AFTER_MS = 60_000
export const KEYS_READ_EVERY_MS = 20_000

/** How long the signatures of a key are accepted after another replaced it. */
const BELIEVED_MS = {
  access_token: 20 * MINUTE_MS,
  refresh_token: 31 * DAY_MS,
  device: 400 * DAY_MS,
  video_token: 10 * MINUTE_MS,
  /** Encrypts the secrets of authenticator apps, and is needed as long as one of them is stored. */
  factor: Number.POSITIVE_INFINITY,
} as const
export type KeyPurpose = keyof typeof BELIEVED_MS
const PURPOSES = Object.keys(BELIEVED_MS) as KeyPurpose[]

/** The key that encrypts the keys in the database, null without one, and the former keys. */
export interface Wrapping {
  by: WrappingKey | null
  known: readonly WrappingKey[]
}

/** The server refuses to start with this sentence: the keys cannot be read, and new ones would log everybody out. */
export class KeysUnreadable extends Error {
  constructor(wrappedBy: string) {
    super(
      `The signing keys in the database are wrapped by another key (${wrappedBy}): set SECRETS_KEY to it, FORMER_SECRETS_KEY beside a new one, or put DATA_DIR/secrets.key back. ` +
        'Where it is lost, `npm run keys -- reset` makes new ones: everybody logs in again, and who has an authenticator app does it with a recovery code.',
    )
  }
}

type Keys = Record<KeyPurpose, SigningKey[]>
type Row = typeof signingKeys.$inferSelect

const aboutOf = (row: { purpose: string; kid: string }) => `${row.purpose}:${row.kid}`

function plainValue(row: Row, wrapping: Wrapping): Buffer {
  if (row.wrappedBy === null) return row.value
  const by = wrapping.known.find(each => each.id === row.wrappedBy)
  if (!by) throw new KeysUnreadable(row.wrappedBy)
  return unwrap(by, row.value, aboutOf(row))
}

function wrapped(value: Buffer, row: { purpose: string; kid: string }, { by }: Wrapping) {
  return by ? { value: wrap(by, value, aboutOf(row)), wrappedBy: by.id } : { value, wrappedBy: null }
}

/**
 * Reads all keys, creates the first of each purpose, and encrypts those that are not encrypted with the present key.
 */
export function openKeys(db: Db, wrapping: Wrapping): Promise<Keys> {
  return withTransaction(db, async tx => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`)
    for (const purpose of PURPOSES) await makeFirst(tx, purpose, wrapping)
    for (const row of await tx.select().from(signingKeys)) {
      if (!wrapping.by || row.wrappedBy === wrapping.by.id) continue
      const again = wrapped(plainValue(row, wrapping), row, wrapping)
      await tx.update(signingKeys).set(again).where(eq(signingKeys.kid, row.kid))
    }
    return readKeys(tx, wrapping)
  })
}

/** The keys as they are now. */
export async function readKeys(db: Db | Tx, wrapping: Wrapping): Promise<Keys> {
  const keys: Keys = { access_token: [], refresh_token: [], device: [], video_token: [], factor: [] }
  for (const row of await db.select().from(signingKeys)) {
    const purpose = PURPOSES.find(each => each === row.purpose)
    if (!purpose) continue
    const { kid, signsFrom, endsAt } = row
    keys[purpose].push({ kid, key: createSecretKey(plainValue(row, wrapping)), signsFrom, endsAt })
  }
  return keys
}

/** How many keys are not encrypted: a person with the database, or with a copy of it, can sign with them. */
export function countUnencryptedKeys(db: Db): Promise<number> {
  return db.$count(signingKeys, isNull(signingKeys.wrappedBy))
}

async function makeFirst(tx: Tx, purpose: KeyPurpose, wrapping: Wrapping): Promise<void> {
  const known = await tx.select().from(signingKeys).where(eq(signingKeys.purpose, purpose)).limit(1)
  if (known.length > 0) return
  // Keys from an earlier version: they stay valid, and their unencrypted copies are deleted.
  const [former] = await tx.delete(serverSecrets).where(eq(serverSecrets.name, purpose)).returning()
  await insertKey(
    tx,
    { purpose, value: former?.value ?? randomBytes(KEY_BYTES), signsFrom: new Date() },
    wrapping,
  )
}

async function insertKey(
  tx: Tx,
  key: { purpose: KeyPurpose; value: Buffer; signsFrom: Date },
  wrapping: Wrapping,
): Promise<void> {
  const row = { purpose: key.purpose, kid: randomBytes(9).toString('base64url') }
  await tx.insert(signingKeys).values({
    ...row,
    ...wrapped(key.value, row, wrapping),
    createdAt: new Date(),
    signsFrom: key.signsFrom,
    endsAt: null,
  })
}

/**
 * New keys for tokens and marks; signatures of the old ones stay valid until they expire, so nobody is logged out.
 */
export function rotateKeys(db: Db, wrapping: Wrapping, afterMs = KEY_SIGNS_AFTER_MS): Promise<void> {
  return withTransaction(db, async tx => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`)
    // A process without the wrapping key must not add keys that the servers cannot read.
    await readKeys(tx, wrapping)
    const signsFrom = new Date(Date.now() + afterMs)
    for (const purpose of PURPOSES) {
      const believedMs = BELIEVED_MS[purpose]
      if (Number.isFinite(believedMs)) {
        const endsAt = new Date(signsFrom.getTime() + believedMs)
        await tx
          .update(signingKeys)
          .set({ endsAt })
          .where(and(eq(signingKeys.purpose, purpose), isNull(signingKeys.endsAt)))
      }
      await insertKey(tx, { purpose, value: randomBytes(KEY_BYTES), signsFrom }, wrapping)
    }
  })
}

/** Deletes all keys: their signatures are invalid from the next start on. For keys that are lost, or known. */
export function resetKeys(db: Db): Promise<void> {
  return withTransaction(db, async tx => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`)
    await tx.delete(signingKeys)
    for (const purpose of PURPOSES) await tx.delete(serverSecrets).where(eq(serverSecrets.name, purpose))
  })
}

/** Deletes expired keys. */
export async function deleteEndedKeys(db: Db): Promise<void> {
  await db.delete(signingKeys).where(lt(signingKeys.endsAt, new Date()))
}
