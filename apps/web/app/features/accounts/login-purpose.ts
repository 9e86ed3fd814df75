import type { Influencer, LiveEvent } from '@parley/contract'
import { durationText } from '../../language/durations.ts'
import { priceText } from '../../language/prices.ts'
import { t } from '../../language/text.ts'

/** What somebody is asked to log in for, by the page they come from. */
export type LoginPurpose = { for: 'call'; username: string } | { for: 'event'; slug: string }

/** Read from the path that follows the login; null where it sells nothing. */
export function purposeOf(next: string): LoginPurpose | null {
  const [, place, name] = /^\/(profile|live-event)\/([\w.-]+)\/?(?:[?#]|$)/.exec(next) ?? []
  if (name === undefined) return null
  return place === 'profile' ? { for: 'call', username: name } : { for: 'event', slug: name }
}

/** The same with what it costs, and whose picture stands beside it. */
export interface PurposeShown {
  name: string
  picture: string | null
  words: string
}

export function callPurpose({ user, profile, main_session: offer }: Influencer): PurposeShown {
  const words = t('To call @{name}: {price}, {length}', {
    name: user.username,
    price: priceText(offer.amount),
    length: durationText(offer.duration, offer.duration_display),
  })
  return { name: user.username, picture: profile.picture, words }
}

export function eventPurpose(event: LiveEvent): PurposeShown {
  const words = t('To watch “{title}”: {price}, {length}', {
    title: event.title,
    price: priceText(event.amount),
    length: durationText(event.duration, event.duration_display),
  })
  return { name: event.title, picture: event.profile.picture, words }
}
