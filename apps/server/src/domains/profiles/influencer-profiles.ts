import type { InfluencerProfiles } from '../accounts/public.ts'
import { findProfileOf, insertProfile, updateProfile } from './store.ts'
import { type ImageDeps, storeImage } from './store-image.ts'

/** What the profile adds to a sign-up and to changes of the account, for the accounts domain. */
export function influencerProfiles(deps: ImageDeps): InfluencerProfiles {
  return {
    async prepare({ step, file }) {
      const image = await storeImage(deps, { file, field: 'file' })
      return {
        async insert(tx, userId) {
          await image.insert(tx, userId)
          await insertProfile(tx, {
            userId,
            imageId: image.id,
            pricePence: step.price,
            durationSeconds: step.duration,
            durationDisplay: step.duration_display,
            description: step.description,
            updatedAt: deps.clock.now(),
          })
        },
        discard: () => image.discard(),
      }
    },
    async offers(userId, step) {
      const profile = await findProfileOf(deps.db, userId)
      return (
        profile?.pricePence === step.price &&
        profile.durationSeconds === step.duration &&
        profile.durationDisplay === step.duration_display &&
        profile.description === step.description
      )
    },
    personChanged: (tx, userId) => updateProfile(tx, { userId, set: {}, now: deps.clock.now() }),
  }
}
