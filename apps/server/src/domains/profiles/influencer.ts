import {
  categoryOf,
  formatAmount,
  type Influencer,
  LADDERS,
  type LiveEvent,
  MONEY_BACK_SENTENCES,
  type MoneyBackPolicy,
  moneyBackRuleFor,
} from '@parley/contract'
import type { DbOrTx } from '../../db/client.ts'
import { type FoundProfile, findProfileOf, type ProfileRow } from './store.ts'

/** The address of an image; its files are below it, `/{width}.{format}`. */
export function imageAddress(imageId: string | null): string | null {
  return imageId && `/pictures/${imageId}`
}

/** The fields of a profile, for visitors and for the export of its owner's account. */
function profileFacts(profile: ProfileRow) {
  return {
    profile: { picture: imageAddress(profile.imageId) },
    category: categoryOf(profile.category),
    main_session: {
      amount: formatAmount(profile.pricePence),
      duration: profile.durationSeconds,
      duration_display: profile.durationDisplay,
      description: profile.description,
    },
    main_live_event: {
      amount: profile.eventPricePence === null ? null : formatAmount(profile.eventPricePence),
    },
    booking_mode: profile.bookingMode,
    money_back: presentPolicy(profile.moneyBack),
  }
}

/** The profile in the export of its owner's account; null for a person who has none. */
export async function exportProfile(db: DbOrTx, userId: string) {
  const profile = await findProfileOf(db, userId)
  if (!profile) return null
  const { profile: shown, main_session: offer, main_live_event: live, ...others } = profileFacts(profile)
  return { ...offer, ...shown, ...others, live_event_amount: live.amount }
}

/** The refund ladder of a call without a known time: each step ends so long before the start. */
function presentPolicy(policy: MoneyBackPolicy): Influencer['money_back'] {
  return {
    policy,
    sentence: MONEY_BACK_SENTENCES[policy],
    steps: LADDERS[policy].map(({ hoursBefore, percent }) => ({ until: `PT${hoursBefore}H`, percent })),
  }
}

/** An influencer's public details. */
export function influencerOf(
  { user, profile }: FoundProfile,
  more: { virtualEvents: LiveEvent[]; feePercent: number },
): Influencer {
  return {
    user: {
      id: user.id,
      username: user.username,
      first_name: user.firstName,
      last_name: user.lastName,
      ...(user.exposedEmail === null ? {} : { email: user.exposedEmail }),
    },
    ...profileFacts(profile),
    virtual_events: more.virtualEvents,
    version: profile.version,
    is_demo: user.isDemo,
    fee_percent: more.feePercent,
    money_back_rule: moneyBackRuleFor(user.username),
  }
}
