import type { InfluencerStep, OwnUser } from '@parley/contract'
import type { Person } from '../../../core/person.ts'
import { refuse } from '../../../core/refusal.ts'
import { withTransaction } from '../../../db/client.ts'
import type { AccountsDeps } from '../deps.ts'
import { ownUser } from '../show-user.ts'
import { lockUser, type UserRow, updateUser } from '../store.ts'

const already = () => refuse.conflict('You are an influencer already')

/** Makes a regular user an influencer, with profile and image, or changes nothing; 409 for an influencer. */
export async function becomeInfluencer(
  deps: AccountsDeps,
  input: { person: Person; step: InfluencerStep; file: Blob },
): Promise<OwnUser> {
  if (input.person.isInfluencer) throw already()
  const profile = await deps.influencerProfiles.prepare(input)
  const become = (): Promise<UserRow> =>
    withTransaction(deps.db, async tx => {
      const user = await lockUser(tx, input.person.id)
      if (!user) throw refuse.unauthenticated()
      // Checked again under the lock: another page may have been faster.
      if (user.isInfluencer) throw already()
      await profile.insert(tx, user.id)
      return updateUser(tx, { userId: user.id, set: { isInfluencer: true }, now: deps.clock.now() })
    })
  const user = await become().catch(async error => {
    await profile.discard()
    throw error
  })
  return ownUser(deps, user)
}
