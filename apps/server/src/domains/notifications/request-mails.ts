import {
  ABSENT_AFTER_START_MS,
  EVENT_MONEY_BACK_RULE,
  EVENT_START_GRACE_MS,
  eventMoneyBackRule,
  JOIN_BEFORE_START_MS,
  moneyBackRuleFor,
  type Pence,
  PREPAID_MONEY_BACK_RULE,
  RELEASE_AFTER_HOURS_DEFAULT,
  type TurnShown,
} from '@parley/contract'
import { ukMoment } from '@parley/contract/uk-time'
import type { MoneyBackCause, NamedRequest } from '../requests/public.ts'
import type { MailTemplate } from './mail-template.ts'
import { nextInLine, turnFacts, WHY_TURN_BACK } from './turns/turn-words.ts'
import { hours, length, pounds, timeLeft } from './words.ts'

const REFUND_TAKES = 'It goes to the card you paid with, usually within 5 to 10 working days.'

/** What was bought, in two or three words. */
export function subjectOf({ row, influencerName, event }: NamedRequest): string {
  if (event) return event.title
  return row.requestType === 'prepaid' ? 'a prepaid video call' : `a video call with @${influencerName ?? ''}`
}

export function factsOf(request: NamedRequest): [string, string][] {
  const { row, influencerName, event } = request
  const start = startOf(request)
  return [
    ['What', event ? `A place at ${event.title}` : row.description],
    ...(influencerName ? [['With', `@${influencerName}`] as [string, string]] : []),
    ['Length', length(row)],
    ...(start ? [['When', ukMoment(start)] as [string, string]] : []),
  ]
}

/** When a dated request begins; null for one without a date. */
export const startOf = ({ row, event }: NamedRequest): Date | null => (event ? event.startsAt : row.startsAt)

/** Where the buyer meets the influencer. */
function callPathOf({ row, influencerName, event }: NamedRequest): string {
  return event ? `/stream/${influencerName ?? ''}/${event.slug}` : `/chat/${row.slug}`
}

function ruleOf({ row, influencerName, event }: NamedRequest): string {
  if (row.requestType === 'broadcast') return event ? eventMoneyBackRule(event) : EVENT_MONEY_BACK_RULE
  return influencerName ? moneyBackRuleFor(influencerName) : PREPAID_MONEY_BACK_RULE
}

const minutes = (ms: number) => `${ms / 60_000} minutes`

/** To the buyer: the payment arrived. */
export function receiptMail(request: NamedRequest, turn?: TurnShown): MailTemplate {
  const { row, influencerName, event } = request
  const action = { label: 'See your booking', path: `/profile/${influencerName ?? ''}` }
  const facts: MailTemplate['facts'] = [
    ...factsOf(request),
    ...turnFacts(turn),
    ['Paid', pounds(row.pricePence)],
    ...(row.paidAt ? [['On', ukMoment(row.paidAt)] as const] : []),
    ['Reference', row.id],
  ]
  const template = {
    subject: `Your receipt for ${subjectOf(request)}: ${pounds(row.pricePence)}`,
    news: [`Thank you. We have received your payment of ${pounds(row.pricePence)}.`],
    facts,
    small: [ruleOf(request)],
  }
  if (row.requestType === 'prepaid') {
    const next = [
      'Your link is ready. Send it to one person: whoever accepts it first has the call with you.',
    ]
    return { ...template, next, action: { label: 'See your link', path: `/prepaid/${row.slug}` } }
  }
  if (event?.format === 'queue') {
    const action = { label: 'See the event', path: `/live-event/${event.slug}` }
    return { ...template, next: nextInLine(request), action }
  }
  if (event) {
    const next = ['Your place is safe. When the event begins, come in by the button below.']
    return { ...template, next, action: { label: 'See the event', path: `/live-event/${event.slug}` } }
  }
  const next = [
    startOf(request)
      ? `The call opens ${minutes(JOIN_BEFORE_START_MS)} before the start. We will remind you.`
      : row.state === 'offered'
        ? `@${influencerName ?? ''} has been told and will answer. You may also start the call as soon as both of you are there.`
        : 'You can start the call as soon as both of you are there.',
  ]
  return { ...template, next, action }
}

const releasedAfter = ({ releaseAfterHours }: NamedRequest['row']): string =>
  hours(releaseAfterHours ?? RELEASE_AFTER_HOURS_DEFAULT)

/** To the influencer: somebody booked and paid. */
export function arrivedMail(request: NamedRequest): MailTemplate {
  const { row, buyerName, influencerName } = request
  return {
    subject: `@${buyerName} would like a video call with you`,
    news: [`@${buyerName} has booked and paid for a video call with you.`],
    facts: [
      ...factsOf(request).filter(([name]) => name !== 'With'),
      ...(row.note ? [['What they would like to talk about', row.note] as const] : []),
      ['Paid', pounds(row.pricePence)],
    ],
    next: [
      row.slotTerms?.accept === 'auto'
        ? 'The time is agreed: it was one of those that you offer. If you cannot come, reject it, and all the money goes back at once.'
        : 'Please accept or reject it. If you reject it, all the money goes back at once; a reason helps.',
      `Your share is released ${releasedAfter(row)} after the call is done, less the platform fee of ${row.feeBasisPoints / 100}%.`,
    ],
    action: { label: 'Answer the request', path: `/profile/${influencerName ?? ''}#sessions` },
  }
}

/** To the buyer: the influencer suggests other times. */
export function proposedMail(request: NamedRequest, slots: readonly string[]): MailTemplate {
  const name = request.influencerName ?? ''
  return {
    subject: `@${name} suggests another time`,
    news: [`@${name} would rather have your video call at another time.`],
    facts: [
      ...factsOf(request),
      ...slots.map((start, at): [string, string] => [`Suggestion ${at + 1}`, ukMoment(new Date(start))]),
    ],
    next: [
      'You choose: take one of these times, keep the one you have, or take all your money back.',
      'If you do not answer, the time you have stands.',
    ],
    action: { label: 'Answer', path: `/profile/${name}` },
  }
}

/** To the influencer: the buyer keeps the time that was agreed. */
export function keptMail(request: NamedRequest): MailTemplate {
  const { buyerName } = request
  return {
    subject: `@${buyerName} keeps the time`,
    news: [
      `@${buyerName} would rather keep the time that was agreed. The times you suggested are free again.`,
    ],
    facts: factsOf(request).filter(([name]) => name !== 'With'),
    next: ['If you cannot come, reject the call: all the money goes back at once.'],
    action: { label: 'See your sessions', path: `/profile/${request.influencerName ?? ''}#sessions` },
  }
}

/** To both: nobody answered the suggestion of other times, so the agreed one is valid. */
export function timeStandsMail(request: NamedRequest, reader: 'buyer' | 'influencer'): MailTemplate {
  const { row, buyerName } = request
  const name = request.influencerName ?? ''
  const forBuyer = {
    news: [
      `You did not answer the times that @${name} suggested, so your video call stays when it was agreed.`,
    ],
    next: ['You can still cancel it. Your booking says how much comes back.'],
    action: { label: 'See your booking', path: `/profile/${name}` },
  }
  const forInfluencer = {
    news: [
      `@${buyerName} did not answer in time, so the video call stays when it was agreed. The times you suggested are free again.`,
    ],
    next: ['If you cannot come, reject the call: all the money goes back at once.'],
    action: { label: 'See your sessions', path: `/profile/${name}#sessions` },
  }
  const startsAt = row.startsAt ? ukMoment(row.startsAt) : ''
  return {
    subject: `It stays: your video call with @${reader === 'buyer' ? name : buyerName} on ${startsAt}`,
    facts: factsOf(request).filter(([fact]) => reader === 'buyer' || fact !== 'With'),
    ...(reader === 'buyer' ? forBuyer : forInfluencer),
  }
}

/** To both: the call has another time, which the buyer chose or the influencer suggested. */
export function movedMail(
  request: NamedRequest,
  { reader, by }: { reader: 'buyer' | 'influencer'; by: 'buyer' | 'both' },
): MailTemplate {
  const { row, buyerName, influencerName } = request
  const isBuyer = reader === 'buyer'
  const other = (isBuyer ? influencerName : buyerName) ?? ''
  return {
    subject: `Moved: your video call with @${other}`,
    news: [
      by === 'both'
        ? `Your video call with @${other} has another time, which the two of you agreed on.`
        : isBuyer
          ? `You moved your video call with @${other}. The old time is free again.`
          : `@${other} moved the video call with you. The old time is free again.`,
    ],
    facts: factsOf(request),
    next: ['Nothing was paid again: price and length stay what they were. We will remind you.'],
    action: { label: 'Go to the call', path: isBuyer ? callPathOf(request) : `/paidchat/${row.slug}` },
  }
}

/** To the buyer: the influencer accepted. */
export function acceptedMail(request: NamedRequest): MailTemplate {
  const start = startOf(request)
  return {
    subject: `@${request.influencerName ?? ''} has accepted your request`,
    news: [`Good news: @${request.influencerName ?? ''} has accepted your request.`],
    facts: factsOf(request),
    next: [
      start
        ? `The call opens ${minutes(JOIN_BEFORE_START_MS)} before ${ukMoment(start)}. We will remind you.`
        : 'Open the call when it suits you both. Only the time you spend together is counted.',
    ],
    action: { label: 'Go to the call', path: callPathOf(request) },
    small: [ruleOf(request)],
  }
}

/** To the buyer: the influencer rejected. */
export function rejectedMail(request: NamedRequest, refundPence: Pence): MailTemplate {
  const { row, event } = request
  const name = `@${request.influencerName ?? ''}`
  const words = event
    ? {
        subject: `${name} has cancelled your place at ${event.title}`,
        news: `Sorry: ${name} has cancelled your place at ${event.title}.`,
        action: { label: 'Find another event', path: '/explore?kind=events' },
      }
    : {
        subject: `${name} cannot take your request`,
        news: `Sorry: ${name} has rejected your request.`,
        action: { label: 'Find another time', path: `/profile/${request.influencerName ?? ''}` },
      }
  return {
    ...words,
    news: [words.news, ...(row.rejectReason ? [`The reason given: ${row.rejectReason}`] : [])],
    facts: factsOf(request),
    next: [backOrNothing(refundPence)],
  }
}

/** To the buyer: the call was called off by us. Why, and whose account it was about, is not said. */
export function calledOffMail(request: NamedRequest, refundPence: Pence): MailTemplate {
  const { influencerName } = request
  return {
    subject: `Your call with @${influencerName ?? ''} is called off`,
    news: [`Sorry: your call with @${influencerName ?? ''} cannot take place.`],
    facts: factsOf(request),
    next: [backOrNothing(refundPence)],
    action: { label: 'Find somebody else', path: '/explore' },
  }
}

const backOrNothing = (refundPence: Pence) =>
  refundPence > 0
    ? `All of your money, ${pounds(refundPence)}, is on its way back. ${REFUND_TAKES}`
    : 'You have not paid anything, so there is nothing to do.'

const whyBack: Record<MoneyBackCause, string> = {
  rejected: 'the request was rejected',
  cancelled: 'it was cancelled before any time was used',
  cancelled_late: 'it was cancelled, and this is what its rule gives back',
  late_money: 'your payment arrived after the request had ended',
  never_used: 'it was not used within 30 days',
  unanswered: 'the time you booked was not confirmed',
  influencer_absent: 'the other side did not come in time',
  buyer_absent: 'nobody came',
  left_line: 'you left the line',
  disputed_in_line: 'your bank disputed the payment',
  nobody_came: 'nobody came',
  turn_not_reached: 'your turn did not come',
  cut_by_influencer: 'the event was cut short, and you pay only for the time you had',
  place_ended: 'your place at the event ended early, and you pay only for the time you had',
  not_used: 'the call ended early, and you pay only for the seconds you were both there',
  // With these nothing goes back.
  used_up: 'all the time was used',
  reported: 'our staff look at it, and decide who gets the money',
  ended_by_buyer: 'you ended the call',
  influencer_waited: 'the other side waited for you',
}

function whyOf({ event }: NamedRequest, reason: MoneyBackCause): string {
  const ofTurn = event?.format === 'queue' ? WHY_TURN_BACK[reason] : undefined
  if (ofTurn) return ofTurn
  return event && reason === 'rejected' ? 'your place was cancelled' : whyBack[reason]
}

/** To the buyer: money is on its way back, how much and why. */
export function refundedMail(
  request: NamedRequest,
  refund: { pence: Pence; reason: MoneyBackCause; isCalledOff: boolean },
): MailTemplate {
  const { row } = request
  const why =
    refund.isCalledOff && refund.reason === 'rejected'
      ? 'we called the call off'
      : whyOf(request, refund.reason)
  return {
    subject: `${pounds(refund.pence)} is on its way back to you`,
    news: [`We are sending you back ${pounds(refund.pence)}, because ${why}.`],
    facts: [
      ...factsOf(request),
      ['Paid', pounds(row.pricePence)],
      ['Sent back', pounds(refund.pence)],
      ...(row.refundedPence > refund.pence ? [['Sent back in all', pounds(row.refundedPence)] as const] : []),
      ['Reference', row.id],
    ],
    next: [`${REFUND_TAKES} There is nothing you need to do.`],
    small: [ruleOf(request)],
  }
}

/** To the buyer: their bank did not take a refund, and what they can do. */
export function refundReturnedMail(request: NamedRequest, pence: Pence): MailTemplate {
  const { row } = request
  return {
    subject: `Your bank sent ${pounds(pence)} back to us`,
    news: [
      `We sent ${pounds(pence)} back to the card you paid with, and your bank returned it to us. That happens when a card has expired or its account is closed.`,
      'The money is yours. Please tell us where it should go.',
    ],
    facts: [...factsOf(request), ['Yours', pounds(pence)], ['Reference', row.id]],
    next: [
      'Open the receipt and choose: the same card once more, or another card or bank account of yours.',
      'If neither works, answer this mail with the reference above.',
    ],
    action: { label: 'Choose where it goes', path: `/receipt/${row.slug}` },
  }
}

/** To the giver of a prepaid link: somebody accepted it. */
export function claimedMail(request: NamedRequest): MailTemplate {
  const { influencerName, row } = request
  return {
    subject: `@${influencerName ?? ''} has accepted your prepaid link`,
    news: [
      `@${influencerName ?? ''} has accepted your prepaid video call. The link works for nobody else now.`,
    ],
    facts: factsOf(request),
    next: ['Open the call when it suits you both. Only the time you spend together is counted.'],
    action: { label: 'Go to the call', path: `/chat/${row.slug}` },
    small: [ruleOf(request)],
  }
}

/** To the holder of a place: the event does not take place. */
export function eventCancelledMail(request: NamedRequest, refundPence: Pence): MailTemplate {
  const { influencerName, event } = request
  return {
    subject: `Cancelled: ${event?.title ?? 'your event'}`,
    news: [`Sorry: @${influencerName ?? ''} has cancelled ${event?.title ?? 'the event'}.`],
    facts: factsOf(request),
    next: [backOrNothing(refundPence)],
    action: {
      label: `See what else @${influencerName ?? ''} offers`,
      path: `/profile/${influencerName ?? ''}`,
    },
  }
}

/** To both: a dated call begins soon. */
export function reminderMail(
  request: NamedRequest,
  reader: { role: 'buyer' | 'attendee' | 'influencer'; msLeft: number; start: Date },
): MailTemplate {
  const { row, buyerName, influencerName, attendeeName, event } = request
  const isBuyer = reader.role !== 'influencer'
  const grace = minutes(event ? EVENT_START_GRACE_MS : ABSENT_AFTER_START_MS)
  const other = isBuyer ? influencerName : (attendeeName ?? buyerName)
  const what = event ? event.title : `your video call with @${other ?? ''}`
  return {
    subject: `In ${timeLeft(reader.msLeft)}: ${what}`,
    news: [`A reminder: ${what} begins in ${timeLeft(reader.msLeft)}, on ${ukMoment(reader.start)}.`],
    facts: [['Length', length(row)]],
    next: [
      `You can come in from ${minutes(JOIN_BEFORE_START_MS)} before. Check your camera and microphone there.`,
      reader.role === 'attendee'
        ? `@${buyerName} has invited you: there is nothing for you to pay.`
        : isBuyer
          ? `If @${influencerName ?? ''} is not there ${grace} after the start, all your money goes back by itself.`
          : `Please be there in time: ${grace} after the start the money goes back.`,
    ],
    action: {
      label: event ? 'Go to the event' : 'Go to the call',
      path: isBuyer || event ? callPathOf(request) : `/paidchat/${row.slug}`,
    },
  }
}
