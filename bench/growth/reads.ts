import {
  DATED,
  fanOf,
  feedSecretOf,
  HOST,
  keepsakeId,
  LINE_HOST,
  ORDINARY_INFLUENCER,
  personId,
  regularOf,
  type Shape,
  STAR,
} from '../../apps/server/src/testing/growth/shape.ts'
import { get, list, read, type Target } from './target.ts'

/** The whole range of ids; an answer has 10,000 addresses at most. */
const ALL_PROFILES = `/sitemaps/profiles-${'0'.repeat(32)}-${'f'.repeat(32)}.xml` as const
export const RANKED = 'ranks up to 1,000 matches'
const WHOLE_LINE = 'the whole line, 500 at most'
const CALENDAR = 'contains all calls from 30 days ago on'
const UP_TO_1000 = 'all of them, 1,000 at most'
const UP_TO_200 = 'shows up to 200'
const COUNTED = 'counts up to 200'
const QUESTIONS = '/api/parley/event-2/event/questions/'

/** The first fan behind those with a place in the line: who is in it reads the whole of it. */
const outOfLine = (shape: Shape) => fanOf(shape, shape.line + 1)
const feedOf = (person: number) => `/calendars/${feedSecretOf(person)}.ics` as const

/** The GETs of the API, but for those of staff. */
export const MEMBER_READS: readonly Target[] = [
  read('own account', s => get('/api/user/me/', fanOf(s, 1))),
  read('own logins', s => get('/api/user/me/logins/', fanOf(s, 1))),
  read('own second factors', s => get('/api/user/me/factors/', fanOf(s, 1))),
  list('badge of what waits, star', () => get('/api/user/me/waiting/', STAR)),
  list('badge of what waits, regular', s => get('/api/user/me/waiting/', regularOf(s))),
  read('a public user', s => get(`/api/user/get_user/user${fanOf(s, 1)}/`)),
  read('a profile', () => get(`/api/parley/user${ORDINARY_INFLUENCER}/`)),
  read('profile of the star', () => get(`/api/parley/user${STAR}/`)),
  read('profile of who holds the largest event', () => get(`/api/parley/user${HOST}/`)),
  read('events of a profile', () => get(`/api/parley/user${HOST}/live_events/`)),
  read('the largest event', () => get('/api/parley/event-1/event/')),
  read('own place at the largest event', s => get('/api/parley/event-1/event-session/', buyerAt(s, 1))),
  list('mine with the star, as a fan', s => get(`/api/parley/user${STAR}/parley_request/`, fanOf(s, 1))),
  list('mine with the star, as regular', s => get(`/api/parley/user${STAR}/parley_request/`, regularOf(s))),
  list('mine, of the star', () => get(`/api/parley/user${STAR}/parley_request/`, STAR)),
  list('incoming of the star', () => get('/api/influencer/requests/', STAR)),
  list('incoming of the star, paid', () => get('/api/influencer/requests/?paid=true', STAR)),
  list('incoming of the star, open', () => get('/api/influencer/requests/?state=offered', STAR)),
  list('incoming of somebody', () => get('/api/influencer/requests/', ORDINARY_INFLUENCER)),
  list('own requests of a fan', s => get('/api/user/me/requests/', outOfLine(s))),
  list('own requests of a fan in a line', s => get('/api/user/me/requests/', fanOf(s, 1)), WHOLE_LINE),
  list('own requests of the regular', s => get('/api/user/me/requests/', regularOf(s))),
  list('own requests of the regular, page 40', s => get('/api/user/me/requests/?page=40', regularOf(s))),
  list('own requests of the star', () => get('/api/user/me/requests/', STAR)),
  list('own prepaid links of the regular', s => get('/api/parley/prepaid-link/', regularOf(s))),
  read('a request', () => get('/api/parley/request-11/session/', STAR)),
  read('earnings of the star', () => get('/api/influencer/me/earnings/', STAR)),
  read('earnings of somebody', () => get('/api/influencer/me/earnings/', ORDINARY_INFLUENCER)),
  read('payment facts of an influencer', s => get(`/api/influencer/${personId(STAR)}/pay/`, fanOf(s, 1))),
  list('payments of the regular', s => get('/api/user/me/payments/', regularOf(s))),
  read('disputes of the star', () => get('/api/influencer/me/disputes/', STAR)),
  read('money of a request', () => get('/api/parley/request-11/money/', STAR)),
  read('attendance of a request', () => get('/api/parley/request-11/attendance/', STAR)),
  read('opinion of a call', () => get('/api/parley/request-11/session/opinion/', STAR)),
  read('availability of the star', () => get('/api/influencer/me/availability/', STAR)),
  read('calendar of the star', () => get(`/api/influencer/me/calendar/`, STAR)),
  read('slots of somebody with dated calls', s => get(`/api/parley/user${DATED}/slots/`, fanOf(s, 1))),
  read('calendar of somebody with dated calls', () => get('/api/influencer/me/calendar/', DATED)),
  list('own requests of somebody with dated calls', () => get('/api/user/me/requests/', DATED)),
  read('slots of the star', s => get(`/api/parley/user${STAR}/slots/`, fanOf(s, 1))),
  read('address for calendar programs', s => get('/api/user/me/calendar-feed/', regularOf(s))),
  read('calendar program of a fan in a line', s => get(feedOf(fanOf(s, 1))), WHOLE_LINE),
  read('calendar program of the regular', s => get(feedOf(regularOf(s))), CALENDAR),
  read('calendar program of the star', () => get(feedOf(STAR))),
  read('calendar program of somebody with dated calls', () => get(feedOf(DATED)), CALENDAR),
  list('keepsakes of the regular', s => get('/api/keepsakes/', regularOf(s)), COUNTED),
  list('keepsakes of the star', () => get('/api/keepsakes/', STAR), COUNTED),
  read('keepsake of a call', () => get('/api/parley/request-601/session/keepsake/', STAR)),
  read('picture of a keepsake', () => get(`/api/keepsakes/${keepsakeId(601)}/picture/`, STAR)),
  list('people whom one has blocked', s => get('/api/user/me/blocks/?page_size=20', regularOf(s))),
  read('people whom one has blocked, all', s => get('/api/user/me/blocks/', regularOf(s)), UP_TO_1000),
  read('whether one has blocked the star', s =>
    get(`/api/user/me/blocks/?username=user${STAR}`, regularOf(s)),
  ),
  read('effects of a block', s => get(`/api/user/${personId(STAR)}/block/`, regularOf(s))),
  read('line, as its host', () => get('/api/parley/line-1/queue/', LINE_HOST), WHOLE_LINE),
  read('line, as a fan in it', s => get('/api/parley/line-1/queue/', fanOf(s, 1)), WHOLE_LINE),
  read('crew of a line', () => get('/api/parley/line-1/event/crew/', LINE_HOST)),
  read('questions at an event, as its host', () => get(QUESTIONS, DATED), UP_TO_200),
  read('questions at an event, as a viewer', s => get(QUESTIONS, viewerAt(s, 0)), UP_TO_200),
  read('crew of the largest event', () => get('/api/parley/event-1/event/crew/', HOST)),
  read('export of a fan', s => get('/api/user/me/export/', outOfLine(s))),
  read('export of the regular', s => get('/api/user/me/export/', regularOf(s)), 'contains everything'),
  read('explore', () => get('/api/explore/')),
  read('explore, as the star', () => get('/api/explore/', STAR)),
  read('explore, page 10', () => get('/api/explore/?page=10')),
  read('explore, a category', () => get('/api/explore/?category=music')),
  read('explore, a word', () => get('/api/explore/?q=chess'), RANKED),
  list('explore, events', () => get('/api/explore/?kind=events')),
  read('explore, a word of events', () => get('/api/explore/?kind=events&q=openings'), RANKED),
  read('sitemap', () => get('/sitemap.xml'), 'an address for each list of 5,000'),
  read('list of profiles, the first', () => get(ALL_PROFILES), '5,000 addresses a list'),
  read('robots.txt', () => get('/robots.txt')),
  read('metrics', () => get('/metrics')),
  read('readiness', () => get('/readyz')),
  read('liveness', () => get('/healthz')),
  read('share picture of a profile', () => get(`/share-pictures/profile/user${ORDINARY_INFLUENCER}`)),
  read('share picture of an event', () => get('/share-pictures/event/event-1')),
  read('OpenAPI', () => get('/api/openapi.json')),
]

/** A person with a place at the largest event: the buyer of request `100 * i + 2`. */
export const buyerAt = ({ profiles, users }: Shape, i: number) =>
  profiles + 10 + (((100 * i + 2) * 31) % (users - profiles - 10))

/** A person with a place at the event that one can enter: the buyer of request `3 + 10 * i * (events - 1)`. */
export const viewerAt = ({ profiles, users, events }: Shape, i: number) =>
  profiles + 10 + (((3 + 10 * i * (events - 1)) * 31) % (users - profiles - 10))
