import type { ShownSettledBy } from '@parley/contract'
import { msg, t } from './text.ts'

/** The rule by which the money was refunded or not, worded for the buyer and for the influencer. */
const WHY = {
  // By the influencer, or for them where their account was closed.
  rejected: {
    buyer: msg('It was declined, so all of it goes back.'),
    influencer: msg('It was declined, so all of it goes back.'),
  },
  cancelled: {
    buyer: msg('It was cancelled before any time was used, so all of it goes back.'),
    influencer: msg('It was cancelled before any time was used, so all of it goes back.'),
  },
  cancelled_late: {
    buyer: msg(
      'You cancelled it, or your bank disputed it, after the time until which all of it comes back, so what is not sent back stays paid.',
    ),
    influencer: msg(
      '@{other} cancelled it, or their bank disputed it, after the time until which all of it comes back, so what is not sent back stays paid.',
    ),
  },
  late_money: {
    buyer: msg('The payment came after this was over, so all of it goes back.'),
    influencer: msg('The payment came after this was over, so all of it goes back.'),
  },
  never_used: {
    buyer: msg('The call never began, so all of it goes back.'),
    influencer: msg('The call never began, so all of it goes back.'),
  },
  unanswered: {
    buyer: msg('@{other} did not confirm the time, so all of it goes back.'),
    influencer: msg('You did not confirm the time, so all of it goes back.'),
  },
  influencer_absent: {
    buyer: msg('@{other} was not there 10 minutes after the start, so all of it goes back.'),
    influencer: msg('You were not there 10 minutes after the start, so all of it goes back.'),
  },
  buyer_absent: {
    buyer: msg('@{other} waited for you and you did not come, so the price stays paid.'),
    influencer: msg('You waited and @{other} did not come, so the price stays paid.'),
  },
  left_line: {
    buyer: msg('You left the line, so the price stays paid.'),
    influencer: msg('@{other} left the line, so the price stays paid.'),
  },
  disputed_in_line: {
    buyer: msg(
      'Your bank disputed the payment, so your place ended, and by the event’s rule the price stays paid.',
    ),
    influencer: msg(
      'The bank of @{other} disputed the payment, so the place ended, and the price stays paid.',
    ),
  },
  turn_not_reached: {
    buyer: msg('Your turn did not come, so all of it goes back.'),
    influencer: msg('The turn of @{other} did not come, so all of it goes back.'),
  },
  nobody_came: {
    buyer: msg('Nobody came, so all of it goes back.'),
    influencer: msg('Nobody came, so all of it goes back.'),
  },
  cut_by_influencer: {
    buyer: msg('@{other} ended it early, so the unused time goes back.'),
    influencer: msg('You ended it early, so the unused time goes back.'),
  },
  place_ended: {
    buyer: msg('The place ended before the event did, so the time after that goes back.'),
    influencer: msg('The place ended before the event did, so the time after that goes back.'),
  },
  staff_decide: {
    buyer: msg('The call was ended. Our staff look at it, and decide who gets the money.'),
    influencer: msg('The call was ended. Our staff look at it, and decide who gets the money.'),
  },
  staff_decided: {
    buyer: msg('The call was ended. Our staff looked at it, and decided who gets the money.'),
    influencer: msg('The call was ended. Our staff looked at it, and decided who gets the money.'),
  },
  used_up: {
    buyer: msg('All of the time was used.'),
    influencer: msg('All of the time was used.'),
  },
  ended_by_buyer: {
    buyer: msg('The call was ended on your side, so the rest stays paid.'),
    influencer: msg('The call was ended on the side of @{other}, so the rest stays paid.'),
  },
  influencer_waited: {
    buyer: msg('@{other} waited for you and you did not come back, so the rest stays paid.'),
    influencer: msg('You waited and @{other} did not come back, so the rest stays paid.'),
  },
  not_used: {
    buyer: msg('The rest was not used, and @{other} did not wait for you: it goes back, second by second.'),
    influencer: msg(
      'The rest was not used, and you did not wait for @{other}: it goes back, second by second.',
    ),
  },
} as const satisfies Record<ShownSettledBy, { buyer: string; influencer: string }>

const TURN_ENDED_EARLY = {
  buyer: msg('Your turn ended early: what was not used goes back, second by second.'),
  influencer: msg('The turn of @{other} ended early: what was not used goes back, second by second.'),
}
/** The same of a place in the line of a queue, where the words for a call would be untrue. */
const WHY_TURN = {
  influencer_absent: {
    buyer: msg('@{other} did not open the line within 15 minutes of its time, so all of it goes back.'),
    influencer: msg('You did not open the line within 15 minutes of its time, so all of it goes back.'),
  },
  buyer_absent: {
    buyer: msg('You were not there for your turn, so by the event’s rule the price stays paid.'),
    influencer: msg('@{other} was not there for their turn, so by the event’s rule the price stays paid.'),
  },
  never_used: {
    buyer: msg('You were not there for your turn, and by the event’s rule all of it goes back.'),
    influencer: msg('@{other} was not there for their turn, and by the event’s rule all of it goes back.'),
  },
  not_used: TURN_ENDED_EARLY,
  place_ended: TURN_ENDED_EARLY,
} as const satisfies Partial<Record<ShownSettledBy, { buyer: string; influencer: string }>>
/** The same of a place at a broadcast, which has a rule of its own for an owner who does not come. */
const WHY_EVENT = {
  influencer_absent: {
    buyer: msg('@{other} did not begin the event within 15 minutes of its time, so all of it goes back.'),
    influencer: msg('You did not begin the event within 15 minutes of its time, so all of it goes back.'),
  },
  never_used: {
    buyer: msg('The event never began, so all of it goes back.'),
    influencer: msg('The event never began, so all of it goes back.'),
  },
} as const satisfies Partial<Record<ShownSettledBy, { buyer: string; influencer: string }>>

const hasTurnWords = (rule: ShownSettledBy): rule is keyof typeof WHY_TURN => Object.hasOwn(WHY_TURN, rule)
const hasEventWords = (rule: ShownSettledBy): rule is keyof typeof WHY_EVENT => Object.hasOwn(WHY_EVENT, rule)

/** Why the money was refunded or not, in one sentence for the buyer or the influencer; `other` is the other person. */
export function settledWords(
  rule: ShownSettledBy,
  reader: { side: 'buyer' | 'influencer'; other: string },
  of: 'call' | 'turn' | 'event' = 'call',
): string {
  const { side, other } = reader
  if (of === 'turn' && hasTurnWords(rule)) return t(WHY_TURN[rule][side], { other })
  if (of === 'event' && hasEventWords(rule)) return t(WHY_EVENT[rule][side], { other })
  return t(WHY[rule][side], { other })
}
