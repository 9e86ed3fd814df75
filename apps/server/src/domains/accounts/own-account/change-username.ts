import { DAY_MS, messages, posesAsPlatform, USERNAME_CHANGE_EVERY_DAYS } from '@parley/contract'
import { refuse } from '../../../core/refusal.ts'
import type { Tx } from '../../../db/client.ts'
import { lockUser, updateUser } from '../store.ts'
import { giveUpUsername, lastGivenUpAt, usernameIsKept } from './former-usernames.ts'

/**
 * Changes a person's username under the lock of their row, once in 30 days; false when it is theirs already. A name
 * that another account has breaks the index `users_username_once`.
 */
export async function changeUsername(
  tx: Tx,
  change: { userId: string; wanted: string; now: Date },
): Promise<boolean> {
  const { userId, now } = change
  const user = await lockUser(tx, userId)
  if (!user) throw refuse.unauthenticated()
  const to = change.wanted.toLowerCase()
  if (to === user.username) return false
  if (posesAsPlatform(to)) throw refuse.fields({ user__username: [messages.usernameTaken] })
  const lastAt = await lastGivenUpAt(tx, userId)
  if (lastAt && now.getTime() < lastAt.getTime() + USERNAME_CHANGE_EVERY_DAYS * DAY_MS)
    throw refuse.fields({ user__username: [messages.usernameChangedLately] })
  await updateUser(tx, { userId, set: { username: to }, now })
  // Checked while the index holds the name (attack: to take it in the moment in which somebody gives it up).
  if (await usernameIsKept(tx, { username: to, now, exceptOf: userId }))
    throw refuse.fields({ user__username: [messages.usernameTaken] })
  await giveUpUsername(tx, { userId, from: user.username, to, now })
  return true
}
