import { dateText, zonedText } from '../../language/formats.ts'
import { t } from '../../language/text.ts'
import { serverNowMs } from '../../store/server-clock.ts'

/** A paid booking, for a person whose browser cannot show it. */
export interface PaidFor {
  kind: 'call' | 'event' | 'turn'
  /** An attendee was given the call by a giver: a refund goes to the giver, who joins nothing. */
  side: 'buyer' | 'giver' | 'attendee' | 'influencer'
  /** ISO 8601; null where it has no date. */
  startsAt: string | null
  /** Some of it was used, or its date is past. */
  hasBegun: boolean
}

/** Whether a paid booking has begun: some of it was used, or its date is past by this device's clock. */
export const hasBegun = (startsAt: string | null, use: 'used' | 'unused'): boolean =>
  use === 'used' || (startsAt !== null && Date.parse(startsAt) <= serverNowMs())

/** What the person is about to do; `entering` follows a payment. */
export type RescueBefore = 'paying' | 'accepting' | 'entering'

/** What to do now in a browser without calls, and by when; an unknown request has no date. */
export function rescueText(before: RescueBefore, browser: string, paid?: PaidFor): string {
  if (before === 'paying') return t('Open this page in {browser} before you pay.', { browser })
  if (before === 'accepting') return t('Open this page in {browser} before you accept.', { browser })
  const words = { browser, ...startOf(paid?.startsAt ?? null) }
  if (paid?.kind === 'turn') return turnText(paid, words)
  if (paid?.kind === 'event') return eventText(paid, words)
  return callText(paid, words)
}

type Words = Readonly<{ browser: string; day: string; time: string }>

function startOf(startsAt: string | null): { day: string; time: string } {
  if (startsAt === null) return { day: '', time: '' }
  const at = new Date(startsAt)
  return {
    day: dateText(at, { weekday: 'long', day: 'numeric', month: 'long' }),
    time: zonedText(at, { hour: '2-digit', minute: '2-digit' }),
  }
}

/** Who gets the price when a person stays away: `call-money.ts` of the contract. */
function callText(paid: PaidFor | undefined, words: Words): string {
  if (paid?.side === 'influencer') return influencerText(paid, words)
  if (paid?.side === 'giver') return giverText(paid, words)
  if (paid?.side === 'attendee' && (paid.hasBegun || !paid.startsAt)) return giftText(paid, words)
  if (paid?.hasBegun)
    return t(
      'The call has begun. Open this page in {browser} now: if you stay away while the other person waits for you, the rest stays paid. If nobody waits, it comes back to you.',
      words,
    )
  if (paid?.startsAt)
    return t(
      'It is paid. Open this page in {browser} by {time} on {day}: if you stay away while the other person waits for you, it stays paid.',
      words,
    )
  return t(
    'It is paid, and nothing is lost. Open this page in {browser} to join. If the call does not begin within 30 days, all of it comes back to you.',
    words,
  )
}

/** The giver has nothing to do: the attendee joins by their own link. */
function giverText({ startsAt, hasBegun }: PaidFor, words: Words): string {
  if (hasBegun)
    return t(
      'The call that you gave away has begun, and there is nothing for you to join. If they stay away while the other person waits for them, the rest stays paid. If nobody waits, it comes back to you.',
    )
  if (startsAt)
    return t(
      'It is paid, and you gave it away: the person who has it joins at {time} on {day} by their own link. If they stay away while the other person waits for them, it stays paid.',
      words,
    )
  return t(
    'It is paid, and you gave it away: the person who has it joins by their own link. If the call does not begin within 30 days, all of it comes back to you.',
  )
}

function giftText({ hasBegun }: PaidFor, words: Words): string {
  return hasBegun
    ? t(
        'The call has begun. Open this page in {browser} now: if you stay away while the other person waits for you, the rest stays paid. If nobody waits, it goes back to the person who gave you the call.',
        words,
      )
    : t(
        'It is paid. Open this page in {browser} to join. If the call does not begin within 30 days, the money goes back to the person who gave you the call.',
        words,
      )
}

function influencerText({ startsAt, hasBegun }: PaidFor, words: Words): string {
  if (startsAt && hasBegun)
    return t('It is paid. Open this page in {browser} now: if you do not come, the money goes back.', words)
  if (startsAt)
    return t(
      'It is paid. Open this page in {browser} by {time} on {day}: if you do not come, the money goes back.',
      words,
    )
  return hasBegun
    ? t(
        'The call has begun. Open this page in {browser} now: if you do not come, the rest of the money can go back.',
        words,
      )
    : t('It is paid. Open this page in {browser} to join: if you do not come, the money goes back.', words)
}

function eventText({ side, startsAt, hasBegun }: PaidFor, words: Words): string {
  const isAhead = startsAt !== null && !hasBegun
  if (side === 'influencer')
    return isAhead
      ? t(
          'Open this page in {browser} by {time} on {day} to go live: if you do not, everybody gets their money back.',
          words,
        )
      : t('Open this page in {browser} to go live.', words)
  return isAhead
    ? t(
        'Your place is paid. Open this page in {browser} by {time} on {day}: what you miss of the event is not paid back.',
        words,
      )
    : t(
        'Your place is paid. Open this page in {browser} to watch: what you miss of the event is not paid back.',
        words,
      )
}

function turnText({ side, startsAt, hasBegun }: PaidFor, words: Words): string {
  const isAhead = startsAt !== null && !hasBegun
  if (side === 'influencer') return eventText({ kind: 'event', side, startsAt, hasBegun }, words)
  return isAhead
    ? t(
        'Your turn is paid. Open this page in {browser} by {time} on {day}, and be there when you are called.',
        words,
      )
    : t('Your turn is paid. Open this page in {browser} now, and be there when you are called.', words)
}
