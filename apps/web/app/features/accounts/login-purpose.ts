import type { Influencer, LiveEvent } from '@parley/contract'
import { durationText } from '../../language/durations.ts'
import { priceText } from '../../language/prices.ts'
import { t } from '../../language/text.ts'

/** The reason for a login, from the page that asked for it. */
export type LoginPurpose = { for: 'call'; username: string } | { for: 'event'; slug: string }

/** Read from the path that follows the login; null when that page sells nothing. */
export function purposeOf(next: string): LoginPurpose | null {
  const [, place, name] = /^\/(profile|live-event)\/([\w.-]+)\/?(?:[?#]|$)/.exec(next) ?? []
  if (name === undefined) return null
  return place === 'profile' ? { for: 'call', username: name } : { for: 'event', slug: name }
}

type CallSold = Pick<Influencer, 'user' | 'profile' | 'main_session'>
type EventSold = Pick<LiveEvent, 'title' | 'amount' | 'duration' | 'duration_display' | 'profile'>

/** The offer for which a person logs in; only the fields that the page shows. */
export type Sold = { for: 'call'; influencer: CallSold } | { for: 'event'; event: EventSold }

export function callSold({ user, profile, main_session }: Influencer): CallSold {
  return { user, profile, main_session }
}

export function eventSold({ title, amount, duration, duration_display, profile }: LiveEvent): EventSold {
  return { title, amount, duration, duration_display, profile }
}

/** An offer in the reader's language, and the image beside it. */
export function presentSold(sold: Sold): { name: string; picture: string | null; words: string } {
  if (sold.for === 'event') {
    const { event } = sold
    const words = t('To watch “{title}”: {price}, {length}', {
      title: event.title,
      price: priceText(event.amount),
      length: durationText(event.duration, event.duration_display),
    })
    return { name: event.title, picture: event.profile.picture, words }
  }
  const { user, profile, main_session: offer } = sold.influencer
  const words = t('To call @{name}: {price}, {length}', {
    name: user.username,
    price: priceText(offer.amount),
    length: durationText(offer.duration, offer.duration_display),
  })
  return { name: user.username, picture: profile.picture, words }
}
