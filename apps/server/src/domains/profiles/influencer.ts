import { categoryOf, formatAmount, type Influencer, type LiveEvent, moneyBackRuleFor } from '@parley/contract'
import type { FoundProfile } from './store.ts'

/** The address of a picture; its files lie below, `/{width}.{format}`. */
export function pictureAddress(pictureId: string | null): string | null {
  return pictureId && `/pictures/${pictureId}`
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
    },
    profile: { picture: pictureAddress(profile.pictureId) },
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
    virtual_events: more.virtualEvents,
    version: profile.version,
    is_demo: user.isDemo,
    fee_percent: more.feePercent,
    money_back_rule: moneyBackRuleFor(user.username),
  }
}
