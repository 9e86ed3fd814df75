import type { CallAttendance, PaymentStatus, SettledBy, StaffRequest } from '@parley/contract'
import { countdownText } from '@parley/contract/duration'
import { msg, plural, t } from '../../language/text.ts'
import { momentText } from './staff-words.ts'

/** The rule by which a request ended, worded for staff. */
const WHY = {
  rejected: msg('@{influencer} declined.'),
  cancelled: msg('It was cancelled before any time was used.'),
  cancelled_late: msg('@{buyer} cancelled late: by what was agreed, a part or all of the price stays paid.'),
  late_money: msg('The payment came after it was over.'),
  never_used: msg('The call never began.'),
  unanswered: msg('@{influencer} did not confirm the time.'),
  influencer_absent: msg('@{influencer} was not there 10 minutes after the start.'),
  buyer_absent: msg('@{influencer} waited, and @{buyer} did not come.'),
  left_line: msg('@{buyer} left the line. The price stays paid.'),
  disputed_in_line: msg(
    'The bank of @{buyer} disputed the payment, and that ended the place in the line. The price stays paid.',
  ),
  nobody_came: msg('Nobody came.'),
  turn_not_reached: msg('The turn of @{buyer} did not come.'),
  cut_by_influencer: msg('@{influencer} ended it early.'),
  place_ended: msg('The place ended before the event did.'),
  reported: msg('One of them ended the call and reported the other. Staff decide about the money.'),
  used_up: msg('All of the time was used.'),
  ended_by_buyer: msg('@{buyer} ended the call, or their bank disputed it. What was not used stays paid.'),
  influencer_waited: msg('@{influencer} waited, and @{buyer} did not come back.'),
  not_used: msg(
    'The rest was not used, and @{influencer} did not wait for it. It goes back, second by second.',
  ),
} as const satisfies Record<SettledBy, string>

const TURN_ENDED_EARLY = msg('The turn ended early. What was not used goes back, second by second.')
/** The same of a place in the line of a queue, where the words for a call would be untrue. */
const WHY_TURN = {
  influencer_absent: msg('@{influencer} did not open the line within 15 minutes of its time.'),
  buyer_absent: msg('@{buyer} was not there for their turn. By the rule of the event the price stays paid.'),
  never_used: msg('@{buyer} was not there for their turn. By the rule of the event all of it goes back.'),
  not_used: TURN_ENDED_EARLY,
  place_ended: TURN_ENDED_EARLY,
} as const satisfies Partial<Record<SettledBy, string>>
const NOT_BEGUN = msg('@{influencer} did not begin the event within 15 minutes of its time.')
const hasTurnWords = (rule: SettledBy): rule is keyof typeof WHY_TURN => Object.hasOwn(WHY_TURN, rule)

/** What ended a request although its rule of money names one of the two people, by the audit's name of the change. */
const ENDED_BY = {
  suspend: msg('A suspension ended it.'),
  too_young: msg('It ended because somebody is too young for it.'),
  refuse_proposal: msg('None of the suggested times was taken.'),
  remove_viewer: msg('@{influencer} took @{buyer} out of the event.'),
} as const
const isEnding = (action: string): action is keyof typeof ENDED_BY => Object.hasOwn(ENDED_BY, action)
/** These rules explain more than the change that ended the request. */
const SAYS_MORE: ReadonlySet<SettledBy> = new Set(['used_up', 'late_money'])

const NEVER_PAID: ReadonlySet<PaymentStatus> = new Set(['unpaid', 'processing', 'failed'])

const STOPPED = {
  buyer: msg('@{buyer} left, or their connection broke.'),
  influencer: msg('@{influencer} left, or their connection broke.'),
  platform: msg(
    'Sound and picture stopped on both sides at once: the connection or our server, or Parley ended it.',
  ),
  time: msg('The time was up.'),
} as const

type Names = Record<'buyer' | 'influencer', string>

const isTurn = ({ event }: StaffRequest) => event?.format === 'queue'
function ruleText(request: StaffRequest, rule: SettledBy, names: Names): string {
  if (isTurn(request) && hasTurnWords(rule)) return t(WHY_TURN[rule], names)
  const isNotBegun = rule === 'influencer_absent' && request.request_type === 'broadcast'
  return t(isNotBegun ? NOT_BEGUN : WHY[rule], names)
}

/** Why an open request has not taken place. */
function openText(request: StaffRequest): string {
  const { payment, state, attendance } = request
  if (payment === 'unpaid') return t('It is not paid. The call cannot begin before it is.')
  if (payment === 'processing')
    return t('The payment is processing. The call cannot begin before the bank has answered.')
  if (payment === 'failed') return t('The last payment failed. The buyer can try again with another card.')
  if (payment === 'disputed')
    return t('The bank of the buyer asks for the money back, and decides. The call cannot begin before.')
  if (attendance?.live.some(({ end }) => end === null)) return t('The call is running now.')
  if (attendance?.live.length) return t('The call stopped before its time. It can still go on.')
  if (isTurn(request)) return t('It is paid, and waits in the line.')
  if (request.request_type === 'broadcast' && request.begun_at) return t('The event has begun.')
  if (state === 'accepted' || request.request_type === 'broadcast')
    return t('It is paid and agreed. It has not begun.')
  return request.influencer === null
    ? t('It is paid, and waits for somebody to accept it.')
    : t('It is paid. It begins when both of them are there.')
}

const isOpen = (state: string | null) => state === 'offered' || state === 'accepted'

/** The change that ended the request, where it explains more than the rule of its money. */
function endedBy(request: StaffRequest, names: Names): string | null {
  const ending = endingOf(request)
  return ending && isEnding(ending.action) ? t(ENDED_BY[ending.action], names) : null
}

const endingOf = ({ history }: StaffRequest) =>
  history.findLast(({ from_state, state }) => isOpen(from_state) && !isOpen(state))

const isBlocked = (request: StaffRequest) => endingOf(request)?.action === 'block'

/**
 * A block is not an answer to an offer: nobody declined or cancelled. For a call that had begun, its rule says where
 * the money is.
 */
function blockedText(request: StaffRequest, names: Names): string {
  const { settled_by: rule, payment } = request
  const blocked = t('One of the two blocked the other, and that ended it.')
  if (rule && rule !== 'rejected' && rule !== 'cancelled')
    return `${blocked} ${ruleText(request, rule, names)}`
  return NEVER_PAID.has(payment) ? `${blocked} ${t('Nothing had been paid.')}` : blocked
}

/** Staff accepted the loss of a dispute, so nobody answered it. */
const isConceded = ({ history }: StaffRequest) =>
  history.findLast(({ action }) => action === 'dispute_conceded' || action === 'dispute_answered')?.action ===
  'dispute_conceded'

function endText(request: StaffRequest, names: Names): string {
  const { settled_by: rule, outcome, payment } = request
  if (outcome === 'charged_back')
    return isConceded(request)
      ? t('The bank of the buyer took the money back, and staff accepted that.')
      : t('The bank of the buyer took the money back.')
  const ended = endedBy(request, names)
  if (isBlocked(request)) return blockedText(request, names)
  if (rule) return (SAYS_MORE.has(rule) ? null : ended) ?? ruleText(request, rule, names)
  if (outcome === 'unpaid') {
    if (!NEVER_PAID.has(payment)) return t(WHY.late_money)
    return payment === 'failed'
      ? t('The payment failed, and it was not paid in time.')
      : t('It was not paid in time.')
  }
  if (outcome === 'unclaimed') return t('Nobody accepted it in time.')
  if (outcome === 'unanswered') return t(WHY.unanswered, names)
  const how = ended ?? (outcome === 'rejected' ? t(WHY.rejected, names) : t('It was cancelled.'))
  // The payment came after the end, or was refunded at the provider itself: none of our rules decided about that money.
  const money = NEVER_PAID.has(payment)
    ? t('Nothing had been paid.')
    : t('What was paid goes back to the buyer.')
  return `${how} ${money}`
}

interface Call {
  kind: 'call' | 'turn'
  durationSeconds: number
  names: Names
}

/** What ended the time in which both were connected. */
function stoppedText({ live, agreed }: CallAttendance, { names, kind }: Call): string | null {
  const { end, ended_by: by } = live.at(-1) ?? { end: null, ended_by: null }
  if (!by) return null
  if (kind === 'turn' && by === 'platform') return t('Somebody ended the turn, or the connection broke.')
  const isAgreedEnd = by === 'platform' && end && agreed && Date.parse(end) >= Date.parse(agreed.end)
  return isAgreedEnd ? t('The agreed time was over.') : t(STOPPED[by], names)
}

/** How much time was used, how often the call was interrupted, and by whom last. */
function usedLines(attendance: CallAttendance, call: Call): string[] {
  const { live, used } = attendance
  if (live.length === 0) return []
  const how = stoppedText(attendance, call)
  const all = { used: countdownText(Math.floor(used)), all: countdownText(call.durationSeconds) }
  return [
    t('Used: {used} of {all}.', all),
    ...(live.length > 1
      ? [
          plural(live.length - 1, {
            one: 'It stopped {count} time and went on.',
            other: 'It stopped {count} times and went on.',
          }),
        ]
      : []),
    ...(how ? [t('The last time: {how}', { how })] : []),
  ]
}

/** Why a call ended as it did, or has not taken place: the answer first, then its evidence. */
export function whyLines(request: StaffRequest): { answer: string; proofs: string[] } {
  const { attendance, attendee, buyer, influencer, outcome, duration } = request
  const names = { buyer: (attendee ?? buyer).username, influencer: influencer?.username ?? '' }
  const call: Call = { kind: isTurn(request) ? 'turn' : 'call', durationSeconds: duration, names }
  return {
    answer: outcome === null ? openText(request) : endText(request, names),
    proofs: attendance ? usedLines(attendance, call) : [],
  }
}

/** When the event of a place was on air; null for a call or a turn, of which it is known who was there. */
export function onAirLines({ on_air: onAir }: StaffRequest): string[] | null {
  if (!onAir) return null
  if (onAir.length === 0) return [t('The event was not on air.')]
  const lines = onAir.map(({ start, end }) =>
    end === null
      ? t('The event has been on air since {start}.', { start: momentText(start) })
      : t('The event was on air from {start} to {end}.', { start: momentText(start), end: momentText(end) }),
  )
  // Two interruptions within a minute read the same.
  return [...new Set(lines)]
}
