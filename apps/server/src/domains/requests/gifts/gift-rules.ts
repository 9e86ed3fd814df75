import { notPaid } from '../calls/why-unpaid.ts'
import { type Decided, isCallPaid, isOpen, isPayable, type RequestFacts, STANDS } from '../request.ts'

/** The state of a gift's link, with its request. */
export type GiftStanding = 'open' | 'taken' | 'withdrawn' | 'begun' | 'over'

interface LinkFacts {
  takenAt: Date | null
  withdrawnAt: Date | null
}

/** How often somebody may accept to attend one call. */
export const GIFTS_TAKEN_MAX = 10

type Call = Pick<RequestFacts, 'state' | 'paymentStatus' | 'begunAt'> & RequestFacts

const change = (attendeeId: string | null): Decided => ({
  patch: { attendeeId },
  refund: null,
  cancelIntent: 'no',
  release: 'no',
})

const reasons: Record<Exclude<GiftStanding, 'open'>, string> = {
  taken: 'Somebody has accepted this invitation already',
  withdrawn: 'This invitation was taken back',
  begun: 'The call has begun: nobody else can attend it any more',
  over: 'This call does not take place any more',
}

/** What can be done with a link now. */
export function standingOf(request: Call, link: LinkFacts): GiftStanding {
  if (link.withdrawnAt) return 'withdrawn'
  if (!isOpen(request)) return 'over'
  if (link.takenAt) return 'taken'
  if (request.begunAt) return 'begun'
  return isCallPaid(request) ? 'open' : 'over'
}

/**
 * The buyer creates a link; only for paid calls that have not begun, and not while another person has accepted one.
 * Attack: a buyer gives a call to a friend and takes it back again and again, and each time the influencer gets a mail.
 * `taken` says how often somebody has accepted one.
 */
export function give(request: Call, taken: number): Decided {
  if (request.requestType === 'broadcast')
    return { notAllowed: 'A place at an event cannot be given to somebody else' }
  if (!isOpen(request)) return STANDS[request.state]
  if (request.begunAt) return { notAllowed: reasons.begun }
  if (request.attendeeId)
    return { notAllowed: 'Somebody has accepted already: take the invitation back first' }
  if (taken >= GIFTS_TAKEN_MAX)
    return { notAllowed: 'You have given this call to others as often as is possible' }
  if (isPayable(request) || isCallPaid(request)) return change(null)
  return notPaid(request)
}

/** The buyer withdraws the link, or the attendance of the person who accepted it. */
export function withdraw(request: Call): Decided {
  if (!isOpen(request)) return STANDS[request.state]
  if (request.begunAt)
    return { notAllowed: 'The call has begun: the invitation cannot be taken back any more' }
  return change(null)
}

/** The person with the link attends in the buyer's place: one person, once. */
export function attend(request: Call, link: LinkFacts & { attendeeId: string }): Decided {
  const standing = standingOf(request, link)
  return standing === 'open' ? change(link.attendeeId) : { notAllowed: reasons[standing] }
}
