import {
  categoryOf,
  type DurationUnit,
  formatAmount,
  type Influencer,
  type LiveEvent,
  moneyBackRuleFor,
  parseAmount,
} from '@parley/contract'
import { invariant } from '../../core/invariant.ts'
import type { FoundProfile } from './store.ts'

/** The address of a picture; its files lie below, `/{width}.{format}`. */
export function pictureAddress(pictureId: string | null): string | null {
  return pictureId && `/pictures/${pictureId}`
}

/** A unit code that the schema or the database has checked. */
export function durationUnit(value: unknown): DurationUnit {
  const code = Number(value)
  invariant(code === 1 || code === 2 || code === 3, 'a duration unit is 1, 2 or 3')
  return code
}

/** Pence of an amount that the schema has checked. */
export function checkedPence(amount: string | number): number {
  const value = parseAmount(amount)
  invariant(value !== null, 'an amount that passed its schema can be read')
  return value
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
      duration_display: durationUnit(profile.durationDisplay),
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
