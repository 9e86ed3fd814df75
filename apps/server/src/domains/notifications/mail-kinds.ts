import type { NotificationSettings } from '@parley/contract'

/**
 * The switches that allow a mail of a kind. Necessary mails (money, access to the account) are always sent. Mails
 * about requests need "system email"; because they are about calls, "chat email" alone allows them too.
 */
const rules = {
  receipt: 'always',
  refunded: 'always',
  refund_returned: 'always',
  turn_kept: 'always',
  given_back: 'always',
  sale_given_back: 'always',
  problem_opened: 'always',
  problem_settled: 'always',
  password_reset: 'always',
  step_up_code: 'always',
  factor_news: 'always',
  login_news: 'always',
  factors_lost: 'always',
  email_proof: 'always',
  email_confirm: 'always',
  email_asked: 'always',
  email_changed: 'always',
  account_deleted: 'always',
  payout_account_news: 'always',
  payouts_stopped: 'always',
  sale_terms_changed: 'always',
  cases_wait: 'always',
  fraud_warned: 'always',
  report_decided: 'always',
  suspended: 'always',
  birth_date_corrected: 'always',
  suspension_lifted: 'always',
  appeal_upheld: 'always',
  appeal_won_late: 'always',
  dispute_opened: 'always',
  dispute_lost: 'always',
  arrived: 'calls',
  accepted: 'calls',
  rejected: 'calls',
  moved: 'calls',
  proposed: 'calls',
  time_kept: 'calls',
  claimed: 'calls',
  gift_accepted: 'calls',
  attending: 'calls',
  not_attending: 'calls',
  attendee_changed: 'calls',
  call_off: 'calls',
  reminder: 'calls',
  turn_time: 'calls',
  crew_named: 'calls',
  event_cancelled: 'calls',
  invitation: 'invitations',
  invitation_withdrawn: 'invitations',
} as const

export type MailKind = keyof typeof rules

/** Whether the reader's switches decide about mails of this kind. */
export const isOptional = (kind: MailKind): boolean => rules[kind] !== 'always'

/** Whether a mail of this kind is to go to somebody with these switches. */
export function isWanted(kind: MailKind, switches: NotificationSettings): boolean {
  if (rules[kind] === 'invitations') return switches.calendar_invites
  return !isOptional(kind) || switches.system_email || switches.chat_email
}
