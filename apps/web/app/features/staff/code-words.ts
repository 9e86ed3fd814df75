import type {
  PaymentStatus,
  ReportDecision,
  ReportSubject,
  RequestState,
  StaffRole,
  StaffSubject,
} from '@parley/contract'
import { msg, t } from '../../language/text.ts'

/** A code of the database as plain words, when none of the lists below has it. */
const plainWord = (code: string): string => code.replaceAll('_', ' ')

/** The text for a code of the server; a code that is not in the list reads as it is stored. */
const wordsOf = (known: Readonly<Record<string, string>>, code: string): string => {
  const words = known[code]
  return words === undefined ? plainWord(code) : t(words)
}

const STATES: Record<RequestState, string> = {
  offered: msg('Offered'),
  accepted: msg('Accepted'),
  completed: msg('Completed'),
  rejected: msg('Rejected'),
  cancelled: msg('Cancelled'),
  expired: msg('Expired'),
}
export const stateWords = (state: string): string => wordsOf(STATES, state)

const PAYMENTS: Record<PaymentStatus, string> = {
  unpaid: msg('Not paid'),
  processing: msg('Payment is processing'),
  failed: msg('Payment failed'),
  paid: msg('Paid'),
  partly_refunded: msg('Partly given back'),
  refunded: msg('Given back'),
  refund_failed: msg('The bank sent the refund back'),
  disputed: msg('Disputed by the buyer’s bank'),
  charged_back: msg('Taken back by the buyer’s bank'),
}
export const paymentWords = (payment: string): string => wordsOf(PAYMENTS, payment)

/** The change of a request, by its name in the audit. */
const ACTIONS: Readonly<Record<string, string>> = {
  book: msg('Booked'),
  claim: msg('Prepaid link accepted'),
  accept: msg('Accepted'),
  reject: msg('Declined'),
  cancel: msg('Cancelled'),
  block: msg('Ended by a block'),
  begin: msg('The call began'),
  complete: msg('The call ended'),
  time: msg('Ended by a rule of time'),
  event: msg('Followed its event'),
  turn: msg('A turn in the queue'),
  attend: msg('Somebody attends in the buyer’s place'),
  stop_attending: msg('Nobody attends in the buyer’s place any more'),
  give: msg('Given to somebody'),
  take_back: msg('The gift was taken back'),
  move: msg('Moved to another time'),
  propose: msg('Other times suggested'),
  take_proposal: msg('A suggested time taken'),
  keep_time: msg('The old time kept'),
  time_stands: msg('The old time stands: nobody answered the suggestion'),
  refuse_proposal: msg('No suggested time taken'),
  hold_again: msg('Held once more, to pay'),
  pick_another_time: msg('Freed, because its buyer held another time'),
  end_and_report: msg('Ended and reported'),
  problem: msg('A problem was said'),
  problem_settled: msg('The problem was settled'),
  give_back: msg('Money given back by the influencer'),
  staff_give_back: msg('Money given back by staff'),
  release: msg('Earned by the influencer'),
  remove_viewer: msg('Taken out of the event'),
  suspend: msg('Ended by a suspension'),
  too_young: msg('Ended because somebody is too young'),
  refund_again: msg('The refund goes another way'),
  refund_by_provider: msg('Refunded at the payment provider'),
  refund_failed: msg('The refund came back'),
  refund_pending: msg('The refund is on its way'),
  refund_sent: msg('The refund was sent'),
  refund_succeeded: msg('The refund arrived'),
  payment_succeeded: msg('Paid'),
  payment_processing: msg('Payment is processing'),
  payment_failed: msg('Payment failed'),
  payment_canceled: msg('Payment called off'),
  payment_open: msg('Payment begun'),
  dispute_inquiry: msg('The buyer’s bank asks about it'),
  fraud_warning: msg('The card’s issuer warns of fraud'),
  dispute_open: msg('Disputed by the buyer’s bank'),
  dispute_conceded: msg('The loss accepted by staff'),
  dispute_statement: msg('The influencer wrote to the bank'),
  dispute_answered: msg('Answered in the dashboard of the payment provider'),
  dispute_won: msg('Dispute won'),
  dispute_lost: msg('Dispute lost'),
}
export const actionWords = (action: string): string => wordsOf(ACTIONS, action)

/** The act of staff, by its name in the staff audit; the name of the person it is about follows. */
const ACTS: Readonly<Record<string, string>> = {
  look: msg('looked at'),
  search: msg('searched'),
  look_reports: msg('looked at the list of reports'),
  look_problems: msg('looked at the list of problems'),
  look_opinions: msg('looked at the calls that were not good'),
  look_disputes: msg('looked at the list of disputes'),
  look_payouts: msg('looked at the list of payouts'),
  look_appeals: msg('looked at the list of appeals'),
  look_pending: msg('looked at what waits for a second person'),
  look_actions: msg('looked at this list'),
  decide_report: msg('decided a report'),
  decide_appeal: msg('decided an appeal'),
  decide_problem: msg('settled the problem of'),
  give_back: msg('gave money back to'),
  suspend: msg('suspended'),
  restore: msg('lifted the suspension of'),
  correct_birth_date: msg('changed the birth date of'),
  send_dispute_pack: msg('sent the answer to a dispute'),
  concede_dispute: msg('accepted the loss of a dispute'),
  grant_role: msg('gave a role to'),
  revoke_role: msg('took a role from'),
  ask_give_back: msg('asked to give money back to'),
  ask_decide_problem: msg('asked to settle the problem of'),
  ask_concede_dispute: msg('asked to accept the loss of a dispute'),
  ask_restore: msg('asked to lift the suspension of'),
  ask_grant_role: msg('asked to give a role to'),
  ask_revoke_role: msg('asked to take a role from'),
  refuse_give_back: msg('refused to give money back to'),
  refuse_decide_problem: msg('refused to settle a problem so'),
  refuse_concede_dispute: msg('refused to accept the loss of a dispute'),
  refuse_restore: msg('refused to lift the suspension of'),
  refuse_grant_role: msg('refused to give a role to'),
  refuse_revoke_role: msg('refused to take a role from'),
}
export const actWords = (act: string): string => wordsOf(ACTS, act)

const SUBJECTS: Record<ReportSubject | StaffSubject, string> = {
  user: msg('a person'),
  person: msg('a person'),
  request: msg('a call or a place'),
  event: msg('an event'),
  question: msg('a question at an event'),
  line: msg('a line of a chat'),
  report: msg('a report'),
  appeal: msg('an appeal'),
  problem: msg('a problem'),
  search: msg('a search'),
}
export const subjectWords = (subject: ReportSubject | StaffSubject): string => t(SUBJECTS[subject])

/** What the server recorded when something was reported. */
const FACTS: Readonly<Record<string, string>> = {
  bio: msg('About them'),
  request_type: msg('Kind'),
  description: msg('What'),
  note: msg('Words of the buyer'),
  state: msg('State'),
  payment: msg('Payment'),
  amount: msg('Price'),
  title: msg('Title'),
  starts_at: msg('Starts'),
  question: msg('Question'),
  line: msg('What was written'),
}
export const factWords = (fact: string): string => wordsOf(FACTS, fact)

const CALLS: Readonly<Record<string, string>> = {
  private: msg('Private video call'),
  prepaid: msg('Prepaid video call'),
  broadcast: msg('Live event'),
}
export const callWords = (type: string): string => wordsOf(CALLS, type)

const ROLES: Record<StaffRole, string> = {
  support: msg('support'),
  moderator: msg('moderator'),
  finance: msg('finance'),
  admin: msg('admin'),
}
export const roleWords = (role: string): string => wordsOf(ROLES, role)
/** The names of a member's roles. */
export const rolesText = (roles: readonly StaffRole[]): string => roles.map(roleWords).join(', ')

const DISPUTE_STATES = { open: msg('Still open'), won: msg('Won'), lost: msg('Lost') } as const
export const disputeStateWords = (state: keyof typeof DISPUTE_STATES): string => t(DISPUTE_STATES[state])

const TROUBLES = {
  good: msg('It was good'),
  not_good: msg('It was not good'),
  picture: msg('The picture was bad'),
  sound: msg('The sound was bad'),
  connection: msg('The connection was bad'),
  person: msg('The other person'),
} as const
export const troubleWords = (trouble: keyof typeof TROUBLES): string => t(TROUBLES[trouble])

export const decisionWords = (decision: ReportDecision): string =>
  decision === 'upheld' ? t('Our rules were broken') : t('Our rules were not broken')
