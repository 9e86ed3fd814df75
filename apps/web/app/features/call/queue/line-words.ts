import type { QueueShown } from '@parley/contract/live/queue'
import { QUEUE_ORDER_STANDS_MS } from '@parley/contract/live-events'
import { isSomething, penceOf } from '@parley/contract/money'
import { dateText, poundsText, zonedText } from '../../../language/formats.ts'
import { msg, plural, t } from '../../../language/text.ts'
import { isNext, type Setback } from './rules/line-state.ts'

export type OwnTurn = NonNullable<QueueShown['you']>

const SOON = { weekday: 'long', day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' } as const
const CLOCK = { timeStyle: 'short' } as const

/** "between 19:40 and 19:55 GMT": what is expected, said as a range; null while nothing is known. */
export function expectedText({ eta_from: from, eta_to: to }: Pick<OwnTurn, 'eta_from' | 'eta_to'>) {
  if (from === null || to === null) return null
  const words = { from: dateText(new Date(from), CLOCK), to: zonedText(new Date(to), CLOCK) }
  return t('Your turn is expected between {from} and {to}.', words)
}

/**
 * When the order of a line comes to stand, before which nobody says that they are ready; null where it does by now.
 */
export function standsFrom(
  { version, now }: Pick<QueueShown, 'version' | 'now'>,
  startsAt: string | null,
): Date | null {
  if (version > 0 || startsAt === null) return null
  const atMs = Date.parse(startsAt) - QUEUE_ORDER_STANDS_MS
  return atMs > Date.parse(now) ? new Date(atMs) : null
}

/** Where a fan stands, as a title. */
export function standingText(you: OwnTurn, { next }: Pick<QueueShown, 'next'>): string {
  if (you.number === null) return t('Your place is safe')
  if (isNext({ you, next })) return t('You are next')
  return t('You are number {number}', { number: you.number })
}

/** How many are before a fan, in words; null where that says nothing: the next fan may have others before them. */
export function aheadText(you: OwnTurn, { next }: Pick<QueueShown, 'next'>): string | null {
  const { ahead } = you
  if (ahead === null || isNext({ you, next })) return null
  if (ahead === 0) return t('Nobody is before you.')
  return plural(ahead, { one: '{count} person is before you.', other: '{count} people are before you.' })
}

/** What happens in the line, in one sentence. */
export function lineText(you: OwnTurn, queue: QueueShown['state'], host: string): string {
  if (you.number === null)
    return t('The order is drawn by lot half an hour before the start. Then you see your number here.')
  if (queue === 'scheduled') return t('@{host} has not opened the line yet.', { host })
  if (queue === 'paused')
    return t('The line stands still for a moment. You keep your number, and nothing is lost.')
  return t('The line moves: @{host} meets one after the other.', { host })
}

const setbacks: Readonly<Record<Setback, string>> = {
  missed: msg(
    'You were called and did not come. You keep your number: press “I am ready”, and you are called right after this turn. If you miss it once more you are skipped.',
  ),
  dropped: msg(
    'Your connection broke off. What is left of your turn comes at the end of the line if it is 20 seconds or more; a shorter rest goes back to you.',
  ),
  lapsed: msg(
    'This page has not said for ten minutes that your camera and microphone are on, so you do not count as ready any more, and others are called before you. You keep your number: turn both on and press “I am ready”.',
  ),
  'host-lost': msg(
    'The connection of the host broke off. You come first again, with all that is left of your turn.',
  ),
}

/** What just happened to a fan who waits again. */
export const setbackText = (setback: Setback): string => t(setbacks[setback])

/** What is still to do, in one sentence. */
export function readyText(
  you: OwnTurn,
  { isChecked, hasAgreed, from }: { isChecked: boolean; hasAgreed: boolean; from: Date | null },
) {
  if (from)
    return t('You can say that you are ready from {time} on, half an hour before the start.', {
      time: zonedText(from, SOON),
    })
  if (!isChecked) return t('Turn on camera and microphone: only people who have checked both are called.')
  if (hasAgreed && you.ready)
    return t('You are ready. Put the phone down, but do not lock it: this page calls you with sound.')
  return t('Press “I am ready”: your camera goes on when you are called, not before.')
}

/** How a turn ended, as a title; null while it is not over. */
export function endTitle({ state, staff }: Pick<OwnTurn, 'state' | 'staff'>): string | null {
  // Nobody left the line by themselves whose turn was ended while they waited for its rest.
  if (staff) return t('Your turn is over')
  switch (state) {
    case 'served':
      return t('That was your turn')
    case 'part':
      return t('Your turn is over')
    case 'skipped':
      return t('You were skipped')
    case 'left':
      return t('You left the line')
    case 'unserved':
      return t('Your turn did not come')
    default:
      return null
  }
}

type OwnMoney = Pick<OwnTurn, 'back' | 'paid' | 'refunded' | 'staff'>

/** An amount of the API as text: "£6.00". */
const poundsOf = (amount: string) => poundsText(penceOf(amount))

/**
 * The price of a place as text, and the part of it that goes back, null until the server has counted it. `price`: that
 * of the event's places, for a server that does not say what was paid.
 */
function sumsOf({ back, paid, refunded }: OwnMoney, price: string) {
  const isCounted = back === 'unused' && isSomething(refunded)
  return { paid: poundsOf(paid ?? price), back: isCounted ? poundsOf(refunded) : null }
}

/** What an end means for the money, by what the server says goes back; null while the turn is not over. */
export function endMoney(you: OwnMoney & Pick<OwnTurn, 'state' | 'why'>, price: string): string | null {
  const { paid, back } = sumsOf(you, price)
  if (you.staff) return staffMoney(you, paid)
  switch (you.state) {
    case 'served':
      return t('You had all of your time: {paid} was paid for it.', { paid })
    case 'skipped':
      return skippedMoney(you, { paid, back })
    case 'part':
    case 'left':
    case 'unserved':
      if (you.back === 'all')
        return t('All of your money, {paid}, goes back to your card by itself.', { paid })
      if (you.back === 'none')
        return t(
          'This event keeps the money of fans who leave the line, so the {paid} that you paid stay paid.',
          { paid },
        )
      return back === null
        ? t('What was not used of your turn goes back to your card by itself, to the second.')
        : t(
            '{back} of {paid} go back to your card by itself: what was not used of your turn, to the second.',
            {
              ...{ back, paid },
            },
          )
    default:
      return null
  }
}

/** The money of a turn that one of the two ended and reported: neither reads who. */
function staffMoney({ staff, refunded }: OwnMoney, paid: string): string {
  if (staff === 'decide')
    return t(
      'Our staff look at what happened in this turn, and decide who gets the {paid}. Until then it waits.',
      {
        paid,
      },
    )
  return isSomething(refunded)
    ? t('Our staff looked at this turn: {back} of {paid} go back to your card.', {
        ...{ back: poundsOf(refunded), paid },
      })
    : t('Our staff looked at this turn, and the {paid} that you paid stay paid.', { paid })
}

/** Fans who were skipped by hand did nothing wrong, and are not blamed. */
function skippedMoney(
  { why, back }: Pick<OwnTurn, 'why' | 'back'>,
  sums: { paid: string; back: string | null },
): string {
  const { paid } = sums
  if (back === 'unused') return skippedRest(why, sums)
  if (why !== 'absent')
    return t(
      'The host or an usher skipped you: all of your money, {paid}, goes back by itself when the line is over.',
      { paid },
    )
  return back === 'none'
    ? t(
        'You were not there when you were called, and at this event the {paid} that you paid stay paid then.',
        { paid },
      )
    : t(
        'You were not there when you were called: all of your money, {paid}, goes back by itself when the line is over.',
        { paid },
      )
}

/** The money of a skipped fan who used a part of the turn before. */
function skippedRest(why: OwnTurn['why'], { paid, back }: { paid: string; back: string | null }): string {
  if (why !== 'absent')
    return back === null
      ? t('The host or an usher skipped you: what was not used of your turn goes back when the line is over.')
      : t('The host or an usher skipped you: {back} of {paid} go back, what was not used of your turn.', {
          ...{ back, paid },
        })
  return back === null
    ? t(
        'You were not there when you were called again: what was not used of your turn goes back when the line is over.',
      )
    : t(
        'You were not there when you were called again: {back} of {paid} go back, what was not used of your turn.',
        { back, paid },
      )
}

/** What giving the place up now does to the money, before it is pressed. */
export function leaveMoney(you: OwnMoney, price: string): string {
  const { paid } = sumsOf(you, price)
  if (you.back === 'all')
    return t('You give up your place, and all of your money, {paid}, goes back to your card.', { paid })
  return you.back === 'unused'
    ? t('You give up your place, and what was not used of your turn goes back to your card.')
    : t(
        'You give up your place. This event keeps the money of fans who are not there, so the {paid} that you paid stay paid.',
        { paid },
      )
}

/** What End Call in a turn does to the money, before it is pressed; null for `left` while the time is unknown. */
export const endTurnMoney = (left: string | null): string =>
  left === null
    ? t('Your place is over then.')
    : t(
        'Your turn is over then, and nobody can bring it back. What is left, {left}, goes back to your card.',
        { left },
      )
