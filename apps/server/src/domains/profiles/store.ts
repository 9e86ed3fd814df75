import { and, eq, isNull, notExists, type SQL, sql } from 'drizzle-orm'
import { anyOf } from '../../db/any-of.ts'
import { builtOnce, type ValueOf } from '../../db/built-once.ts'
import type { DbOrTx, Tx } from '../../db/client.ts'
import { isShownPerson, users } from '../accounts/public.ts'
import { images, profiles } from './tables.ts'

export type ProfileRow = typeof profiles.$inferSelect

/** Whether a row of `users` is the influencer with a name; `lowered`: a username in lower case. */
export const isInfluencer = (lowered: string | SQL) =>
  and(eq(sql`lower(${users.username})`, lowered), isNull(users.deletedAt))

/** A profile, and the data of its person that are shown with it. */
export const PROFILE_AND_PERSON = {
  profile: profiles,
  user: {
    id: users.id,
    username: users.username,
    firstName: users.firstName,
    lastName: users.lastName,
    publicProfile: isShownPerson,
    suspendedAt: users.suspendedAt,
    isDemo: users.isDemo,
    /** Null unless the person exposes it. */
    exposedEmail: sql<string | null>`case when ${users.exposeEmail} then ${users.email} end`,
  },
}

/** An influencer with their profile, public or not. */
export async function findProfile(db: DbOrTx, username: string) {
  const [found] = await selectProfile(db, { username: username.toLowerCase() })
  return found ?? null
}

const selectProfile = builtOnce((db, value: ValueOf<{ username: string }>) =>
  db
    .select(PROFILE_AND_PERSON)
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(isInfluencer(value('username', users.username))),
)
export type FoundProfile = NonNullable<Awaited<ReturnType<typeof findProfile>>>

/** The version for caches, by one small query. */
export async function findVersion(db: DbOrTx, username: string) {
  const [found] = await selectVersion(db, { username: username.toLowerCase() })
  return found ?? null
}

const selectVersion = builtOnce((db, value: ValueOf<{ username: string }>) =>
  db
    .select({ userId: users.id, version: profiles.version, isPublic: isShownPerson })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(isInfluencer(value('username', users.username))),
)

/**
 * The offer, locked until the transaction ends. `share`: others may read it with `share` at the same time; `update`:
 * they wait, like everything that takes this person's time.
 */
export async function findLockedOffer(tx: Tx, username: string, lock: OfferLock) {
  const [found] = await selectLockedOffer[lock](tx, { username: username.toLowerCase() })
  return found ?? null
}

export type OfferLock = 'share' | 'update'

const selectLockedOffer = { share: offerUnder('share'), update: offerUnder('update') }

function offerUnder(lock: OfferLock) {
  return builtOnce((db, value: ValueOf<{ username: string }>) =>
    db
      .select({
        influencerId: users.id,
        username: users.username,
        isPublic: isShownPerson,
        pricePence: profiles.pricePence,
        durationSeconds: profiles.durationSeconds,
        durationDisplay: profiles.durationDisplay,
        description: profiles.description,
        moneyBack: profiles.moneyBack,
      })
      .from(profiles)
      .innerJoin(users, eq(users.id, profiles.userId))
      .where(isInfluencer(value('username', users.username)))
      .for(lock, { of: profiles }),
  )
}

export async function findProfileOf(db: DbOrTx, userId: string): Promise<ProfileRow | null> {
  const [profile] = await selectProfileOf(db, { userId })
  return profile ?? null
}

const selectProfileOf = builtOnce((db, value: ValueOf<{ userId: string }>) =>
  db
    .select()
    .from(profiles)
    .where(eq(profiles.userId, value('userId', profiles.userId))),
)

/** A profile, locked against other changes until the transaction ends. */
export async function lockProfile(tx: Tx, userId: string): Promise<ProfileRow | null> {
  const [profile] = await selectLocked(tx, { userId })
  return profile ?? null
}

const selectLocked = builtOnce((db, value: ValueOf<{ userId: string }>) =>
  db
    .select()
    .from(profiles)
    .where(eq(profiles.userId, value('userId', profiles.userId)))
    .for('update'),
)

export async function insertProfile(tx: Tx, row: typeof profiles.$inferInsert): Promise<void> {
  await tx.insert(profiles).values(row)
}

/** Changes a profile and its version, so that no cache shows the old one. */
export async function updateProfile(
  db: DbOrTx,
  change: { userId: string; set: Partial<ProfileRow>; now: Date },
): Promise<void> {
  await db
    .update(profiles)
    .set({ ...change.set, version: sql`${profiles.version} + 1`, updatedAt: change.now })
    .where(eq(profiles.userId, change.userId))
}

/** Sets whether fans can pick a slot from now on. */
export async function setBookingMode(
  tx: Tx,
  { userId, mode, now }: { userId: string; mode: ProfileRow['bookingMode']; now: Date },
): Promise<void> {
  await updateProfile(tx, { userId, set: { bookingMode: mode }, now })
}

/** Increments the version after a change outside of the profile's own row, so that no cache shows the old state. */
export async function profileShowsMore(db: DbOrTx, userId: string, now: Date): Promise<void> {
  await updateVersion(db, { userId, now })
}

const updateVersion = builtOnce((db, value: ValueOf<{ userId: string; now: Date }>) =>
  db
    .update(profiles)
    .set({ version: sql`${profiles.version} + 1`, updatedAt: value('now', profiles.updatedAt) })
    .where(eq(profiles.userId, value('userId', profiles.userId))),
)

export async function insertImage(tx: Tx, row: typeof images.$inferInsert): Promise<void> {
  await tx.insert(images).values(row)
}

export async function findImage(db: DbOrTx, id: string) {
  const [image] = await db.select().from(images).where(eq(images.id, id))
  return image ?? null
}

/** The given ids that have a row. */
export async function findImageIds(db: DbOrTx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db.select({ id: images.id }).from(images).where(anyOf(images.id, ids))
  return new Set(rows.map(row => row.id))
}

/** Deletes an image's row unless a profile shows it; false when the row stays. */
export async function deleteUnusedImage(db: DbOrTx, id: string): Promise<boolean> {
  const used = db.select({ id: profiles.imageId }).from(profiles).where(eq(profiles.imageId, id))
  const deleted = await db
    .delete(images)
    .where(and(eq(images.id, id), notExists(used)))
    .returning({ id: images.id })
  return deleted.length === 1
}
