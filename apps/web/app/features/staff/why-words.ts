import type { CallAttendance, SettledBy, StaffRequest } from '@parley/contract'
import { countdownText } from '@parley/contract/duration'
import { msg, plural, t } from '../../language/text.ts'

/** By what rule a request ended, as somebody reads it who was on neither side. */
const WHY = {
  rejected: msg('@{influencer} declined.'),
  cancelled: msg('It was cancelled before any time was used.'),
  cancelled_late: msg('@{buyer} cancelled late: by what was agreed, a part or all of the price stays paid.'),
  late_money: msg('The payment came after it was over.'),
  never_used: msg('The call never began.'),
  unanswered: msg('@{influencer} did not confirm the time.'),
  influencer_absent: msg('@{influencer} was not there 10 minutes after the start.'),
  buyer_absent: msg('@{influencer} waited, and @{buyer} did not come.'),
  nobody_came: msg('Nobody came.'),
  cut_by_influencer: msg('@{influencer} ended it early.'),
  place_ended: msg('The place ended before the event did.'),
  reported: msg('One of them ended the call and reported the other. Staff decide about the money.'),
  used_up: msg('All of the time was used.'),
  ended_by_buyer: msg('@{buyer} ended the call. What was not used stays paid.'),
  influencer_waited: msg('@{influencer} waited, and @{buyer} did not come back.'),
  not_used: msg(
    'The rest was not used, and @{influencer} did not wait for it. It goes back, second by second.',
  ),
} as const satisfies Record<SettledBy, string>

const STOPPED = {
  buyer: msg('@{buyer} left, or their connection broke.'),
  influencer: msg('@{influencer} left, or their connection broke.'),
  platform: msg('Sound and picture stopped on both sides at once: the connection or our server.'),
  time: msg('The time was up.'),
} as const

type Names = Record<'buyer' | 'influencer', string>

/** Why something that is still open has not taken place. */
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
  if (state === 'accepted' || request.request_type === 'broadcast')
    return t('It is paid and agreed. It has not begun.')
  return request.influencer === null
    ? t('It is paid, and waits for somebody to accept it.')
    : t('It is paid. It begins when both of them are there.')
}

function endText(request: StaffRequest, names: Names): string {
  const { settled_by: rule, outcome, payment } = request
  if (outcome === 'charged_back') return t('The bank of the buyer took the money back.')
  if (rule) return t(WHY[rule], names)
  if (outcome === 'unpaid')
    return payment === 'failed'
      ? t('The payment failed, and it was not paid in time.')
      : t('It was not paid in time.')
  if (outcome === 'unclaimed') return t('Nobody accepted it in time.')
  if (outcome === 'unanswered') return t(WHY.unanswered, names)
  if (outcome === 'rejected') return t('@{influencer} declined. Nothing had been paid.', names)
  return t('It was cancelled. Nothing had been paid.')
}

/** How much was used, how often it stopped, and by whom the last time. */
function usedLines({ live, used }: CallAttendance, durationSeconds: number, names: Names): string[] {
  const last = live.at(-1)
  if (!last) return []
  const all = { used: countdownText(Math.floor(used)), all: countdownText(durationSeconds) }
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
    ...(last.ended_by ? [t('The last time: {how}', { how: t(STOPPED[last.ended_by], names) })] : []),
  ]
}

/** Why a call ended as it did, or has not taken place: the answer first, then what proves it. */
export function whyLines(request: StaffRequest): { answer: string; proofs: string[] } {
  const { attendance, attendee, buyer, influencer, outcome, duration } = request
  const names = { buyer: (attendee ?? buyer).username, influencer: influencer?.username ?? '' }
  return {
    answer: outcome === null ? openText(request) : endText(request, names),
    proofs: attendance ? usedLines(attendance, duration, names) : [],
  }
}
