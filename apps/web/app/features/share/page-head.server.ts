import type { Influencer, LiveEvent } from '@parley/contract'
import { type Category, categoryName } from '@parley/contract/categories'
import { CURRENCY } from '@parley/contract/constants'
import type { ExploreCard } from '@parley/contract/explore'
import { eventLengthMs } from '@parley/contract/live-events'
import type { MetaDescriptor } from 'react-router'
import { t } from '../../language/text.ts'

/** Only on the server: data for search engines must not add script for the browser. */
interface Page {
  title: string
  description: string
  url: string
  type: 'profile' | 'website'
  picture?: string
  data?: object
}

const SUMMARY_MAX = 200

function summary(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= SUMMARY_MAX ? line : `${line.slice(0, SUMMARY_MAX - 1).trimEnd()}…`
}

function headOf({ title, description, url, type, picture, data }: Page): MetaDescriptor[] {
  const short = summary(description)
  const imageTags: MetaDescriptor[] = picture
    ? [
        { property: 'og:image', content: picture },
        { property: 'og:image:type', content: 'image/jpeg' },
        { property: 'og:image:width', content: '1200' },
        { property: 'og:image:height', content: '630' },
        { property: 'og:image:alt', content: title },
      ]
    : []
  return [
    { title },
    { name: 'description', content: short },
    { property: 'og:site_name', content: 'Parley' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: short },
    { property: 'og:type', content: type },
    { property: 'og:url', content: url },
    ...imageTags,
    { name: 'twitter:card', content: picture ? 'summary_large_image' : 'summary' },
    { tagName: 'link', rel: 'canonical', href: url },
    // A data block is not a script: no policy has to allow it, and its content is escaped.
    ...(data ? [{ 'script:ld+json': { '@context': 'https://schema.org', ...data } }] : []),
  ]
}

/** The metadata of a profile: title, share image, canonical address, the person and their offer. */
export function profileHead(influencer: Influencer, origin: string): MetaDescriptor[] {
  const { user, main_session: offer, version } = influencer
  const name = `${user.first_name} ${user.last_name}`
  const url = `${origin}/profile/${user.username}`
  const picture = influencer.profile.picture && `${origin}${influencer.profile.picture}/1080.jpg`
  return headOf({
    title: `${name} · Parley`,
    description: offer.description,
    url,
    type: 'profile',
    picture: `${origin}/share-pictures/profile/${user.username}?v=${version}`,
    data: {
      '@type': 'ProfilePage',
      url,
      mainEntity: {
        '@type': 'Person',
        name,
        alternateName: `@${user.username}`,
        url,
        description: offer.description,
        ...(picture ? { image: picture } : {}),
        makesOffer: {
          '@type': 'Offer',
          url,
          price: offer.amount,
          priceCurrency: CURRENCY.toUpperCase(),
          itemOffered: { '@type': 'Service', name: t('Private video call'), serviceType: t('Video call') },
        },
      },
    },
  })
}

const EVENT_STATUS = {
  scheduled: 'EventScheduled',
  live: 'EventScheduled',
  ended: 'EventScheduled',
  cancelled: 'EventCancelled',
} as const

/** The metadata of a live event. */
export function eventHead(event: LiveEvent, origin: string, version: string): MetaDescriptor[] {
  const url = `${origin}/live-event/${event.slug}`
  const image = `${origin}/share-pictures/event/${event.slug}?v=${version}`
  const { username } = event.influencer.user
  const lengthMs = eventLengthMs({ ...event, durationSeconds: event.duration })
  const ends = event.starts_at && new Date(Date.parse(event.starts_at) + lengthMs).toISOString()
  const soldOut = event.places_left === 0 || event.state === 'ended' || event.state === 'cancelled'
  return headOf({
    title: `${event.title} · Parley`,
    description: event.description,
    url,
    type: 'website',
    picture: image,
    data: {
      '@type': 'Event',
      name: event.title,
      description: event.description,
      url,
      image,
      eventStatus: `https://schema.org/${EVENT_STATUS[event.state]}`,
      eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
      location: { '@type': 'VirtualLocation', url },
      ...(event.starts_at ? { startDate: event.starts_at, endDate: ends } : {}),
      organizer: { '@type': 'Person', name: `@${username}`, url: `${origin}/profile/${username}` },
      offers: {
        '@type': 'Offer',
        url,
        price: event.amount,
        priceCurrency: CURRENCY.toUpperCase(),
        availability: `https://schema.org/${soldOut ? 'SoldOut' : 'InStock'}`,
      },
    },
  })
}

interface Found {
  search: { q: string; category: Category | null; kind: 'influencers' | 'events'; page: number }
  path: string
  results: readonly ExploreCard[]
}

/** The metadata of a search; pages with a search text are not indexed. */
export function exploreHead({ search, path, results }: Found, origin: string): MetaDescriptor[] {
  const category = search.category && t(categoryName(search.category))
  const isOfEvents = search.kind === 'events'
  const subject = category ?? t('Explore')
  const page = search.page > 1 ? `, ${t('page {page}', { page: search.page })}` : ''
  const what = isOfEvents ? t('Live events to watch') : t('People to talk to by video')
  const about = category === null ? '' : `: ${category}`
  const items = results.map((card, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    url:
      card.kind === 'event'
        ? `${origin}/live-event/${card.event.slug}`
        : `${origin}/profile/${card.user.username}`,
  }))
  const head = headOf({
    title: `${subject}${isOfEvents ? ` · ${t('Live events')}` : ''}${page} · Parley`,
    description: `${what}${about}. ${t('See the price, pick a person, and meet in the browser.')}`,
    url: origin + path,
    type: 'website',
    ...(search.q === '' && items.length > 0 ? { data: { '@type': 'ItemList', itemListElement: items } } : {}),
  })
  return search.q === '' ? head : [...head, { name: 'robots', content: 'noindex, follow' }]
}
