import { messages, type ProfilePatch } from '@parley/contract'
import * as z from 'zod/mini'
import type { Person } from '../../core/person.ts'
import { refuse } from '../../core/refusal.ts'
import { defineTopic } from '../../core/topic.ts'
import { type Tx, withTransaction } from '../../db/client.ts'
import { isUniqueViolation } from '../../db/postgres-errors.ts'
import { changeUsername } from '../accounts/public.ts'
import type { ProfilesDeps } from './deps.ts'
import { type FoundProfile, findProfile, lockProfile, type ProfileRow, updateProfile } from './store.ts'
import { type NewImage, storeImage } from './store-image.ts'

export interface ProfileEdit {
  person: Person
  patch: ProfilePatch
  picture: Blob | null
}

/** Work for the outbox after an image was replaced: its files are deleted once the change is committed. */
export const IMAGE_REPLACED = defineTopic('picture.replaced', z.object({ imageId: z.string() }))

/**
 * Changes the fields of one's own profile that differ; each change makes a new version. `together`: begins the
 * transaction, for an edit that is refused as a whole.
 */
export async function editProfile(
  deps: ProfilesDeps,
  edit: ProfileEdit,
  together?: (save: (tx: Tx) => Promise<void>) => Promise<void>,
): Promise<FoundProfile> {
  const { username } = edit.person
  if (!(await findProfile(deps.db, username))) throw refuse.notFound()
  const newImage = edit.picture
    ? await storeImage(deps, { file: edit.picture, field: 'profile.picture' })
    : null
  const save = (tx: Tx) => saveEdit(deps, tx, { ...edit, newImage })
  try {
    await (together ? together(save) : withTransaction(deps.db, save))
  } catch (error) {
    await newImage?.discard()
    if (isUniqueViolation(error, 'users_username_once'))
      throw refuse.fields({ user__username: [messages.usernameTaken] })
    throw error
  }
  deps.outbox.nudge()
  const found = await findProfile(deps.db, edit.patch.user__username ?? username)
  if (!found) throw refuse.notFound()
  return found
}

async function saveEdit(
  deps: ProfilesDeps,
  tx: Tx,
  edit: ProfileEdit & { newImage: NewImage | null },
): Promise<void> {
  // Locks the account's row first, as every transaction of an edit alone does.
  const wanted = edit.patch.user__username
  const now = deps.clock.now()
  const isRenamed =
    wanted !== undefined && (await changeUsername(tx, { userId: edit.person.id, wanted, now }))
  const before = await lockProfile(tx, edit.person.id)
  if (!before) throw refuse.notFound()
  const set = changesOf(before, edit.patch)
  if (edit.newImage) {
    await edit.newImage.insert(tx, edit.person.id)
    set.imageId = edit.newImage.id
    if (before.imageId) await deps.outbox.add(tx, IMAGE_REPLACED, { imageId: before.imageId })
  }
  if (Object.keys(set).length === 0 && !isRenamed) return
  await updateProfile(tx, { userId: edit.person.id, set, now })
}

function changesOf(before: ProfileRow, patch: ProfilePatch): Partial<ProfileRow> {
  const { amount, duration, duration_display, description, money_back } = patch.main_session ?? {}
  const eventAmount = patch.main_live_event?.amount
  const wanted: Partial<ProfileRow> = {
    ...(patch.category === undefined ? {} : { category: patch.category || null }),
    ...(amount === undefined ? {} : { pricePence: amount }),
    ...(duration === undefined ? {} : { durationSeconds: duration }),
    ...(duration_display === undefined ? {} : { durationDisplay: duration_display }),
    ...(description === undefined ? {} : { description }),
    ...(money_back === undefined ? {} : { moneyBack: money_back }),
    ...(eventAmount === undefined ? {} : { eventPricePence: eventAmount }),
  }
  const changed = Object.entries(wanted).filter(([name, value]) => before[name as keyof ProfileRow] !== value)
  return Object.fromEntries(changed)
}
