/**
 * How a table that names a person is exported and erased; `personal-data.test.ts` walks the schema by these lists.
 */
interface PersonalTable {
  /** The part of the export that contains it, or why none does. */
  exported: { as: string } | { not: string }
  /**
   * `rows`: the deletion deletes the rows. `words`: the rows stay for others, without the person's texts. `kept`: the
   * rows stay unchanged, for this reason and this many years.
   */
  erased: 'rows' | 'words' | { kept: string; years: number }
}

const SECRET = { not: 'a secret or a digest of one; it says nothing about the person' }
const INSIDE = { not: 'an id of another service or of this one, and nothing that the person said or did' }
const SALE = { kept: 'papers of a sale, by ids', years: 6 }
const CASE = { kept: 'what the desk decided, and on what', years: 3 }

/** Every table that references a person, or has their texts. */
export const PERSONAL_TABLES: Record<string, PersonalTable> = {
  users: { exported: { as: 'account' }, erased: 'words' },
  logins: { exported: { as: 'logins' }, erased: 'rows' },
  ws_tickets: { exported: SECRET, erased: 'rows' },
  one_time_codes: { exported: SECRET, erased: 'rows' },
  email_changes: { exported: { as: 'email_changes' }, erased: 'rows' },
  totp_factors: { exported: { as: 'second_factors' }, erased: 'rows' },
  passkeys: { exported: { as: 'second_factors' }, erased: 'rows' },
  passkey_challenges: { exported: SECRET, erased: 'rows' },
  factor_losses: { exported: SECRET, erased: 'rows' },
  recovery_codes: { exported: { as: 'second_factors' }, erased: 'rows' },
  factor_tickets: { exported: SECRET, erased: 'rows' },
  birth_dates: { exported: { as: 'birth_date' }, erased: { kept: 'that the age was asked', years: 1 } },
  former_usernames: { exported: { as: 'former_usernames' }, erased: 'rows' },
  profiles: { exported: { as: 'profile' }, erased: 'rows' },
  profile_words: { exported: { not: 'an index of the profile' }, erased: 'rows' },
  profile_changes: { exported: INSIDE, erased: { kept: 'the version of pages that were kept', years: 0 } },
  pictures: { exported: { as: 'profile' }, erased: 'rows' },
  availability: { exported: { as: 'availability' }, erased: 'rows' },
  availability_exceptions: { exported: { as: 'availability' }, erased: 'rows' },
  taken: { exported: { not: 'the times of requests and events, which are exported' }, erased: 'rows' },
  calendar_feeds: { exported: { as: 'calendar_feed' }, erased: 'rows' },
  blocks: { exported: { as: 'blocked' }, erased: 'rows' },
  staff_roles: { exported: { as: 'staff_roles' }, erased: 'rows' },
  live_events: { exported: { as: 'live_events' }, erased: 'words' },
  event_crew: { exported: { as: 'usher_at' }, erased: 'rows' },
  session_requests: { exported: { as: 'requests_made' }, erased: 'words' },
  request_gifts: { exported: { as: 'gifts' }, erased: 'words' },
  slot_proposals: { exported: { as: 'proposals' }, erased: 'words' },
  problems: { exported: { as: 'problems' }, erased: 'words' },
  request_audit: { exported: { not: 'what became of requests, which are exported' }, erased: SALE },
  payments: { exported: { as: 'payments' }, erased: SALE },
  provider_customers: { exported: INSIDE, erased: SALE },
  saved_cards: { exported: { as: 'cards' }, erased: 'words' },
  card_setups: {
    exported: INSIDE,
    erased: { kept: 'an id at the provider, which ends the setup', years: 0 },
  },
  payout_accounts: { exported: { as: 'payout_account' }, erased: SALE },
  payouts: { exported: { as: 'payouts' }, erased: SALE },
  postings: { exported: { as: 'ledger' }, erased: { kept: 'the ledger, by ids', years: 6 } },
  account_totals: { exported: { as: 'ledger' }, erased: { kept: 'the ledger, by ids', years: 6 } },
  mails: { exported: { as: 'mails' }, erased: { kept: 'that a mail was sent, without its words', years: 6 } },
  reports: { exported: { as: 'reports' }, erased: CASE },
  call_opinions: { exported: { as: 'call_opinions' }, erased: 'rows' },
  keepsakes: { exported: { as: 'keepsakes' }, erased: 'rows' },
  consents: { exported: { as: 'keepsakes' }, erased: 'rows' },
  questions: { exported: { as: 'event_questions' }, erased: 'rows' },
  question_votes: { exported: { as: 'event_questions' }, erased: 'rows' },
  report_lines: {
    exported: { not: 'evidence of a report, which nobody but the desk is told of' },
    erased: CASE,
  },
  suspensions: { exported: { as: 'suspensions' }, erased: CASE },
  appeals: { exported: { as: 'suspensions' }, erased: CASE },
  disputes: { exported: { not: 'what a bank says of a sale, which is exported' }, erased: SALE },
  dispute_packs: {
    exported: { not: 'what a bank was told of a sale, which is exported' },
    erased: { kept: 'evidence for a bank: what was sold and who was there when, without names', years: 6 },
  },
  dispute_statements: { exported: { as: 'dispute_statements' }, erased: 'words' },
  staff_pending_acts: {
    exported: { not: 'what two of staff decide, by ids and sums, and why' },
    erased: CASE,
  },
  staff_actions: { exported: { not: 'the audit of staff, by ids and codes, and why' }, erased: CASE },
  staff_action_people: { exported: { not: 'an index of the audit of staff' }, erased: CASE },
}

/** Tables with texts that are not about a person, and why. */
export const IMPERSONAL_TABLES: Record<string, string> = {
  refresh_tokens: 'points at a login, and goes with it',
  social_login_tries: 'nobody is known yet; it ends after minutes',
  retired_usernames: 'digests of names, so that nobody comes back under the name of another',
  live_event_words: 'an index of the events to come: nobody deletes their account before theirs are over',
  signing_keys: 'keys of the server',
  server_secrets: 'keys of the server',
  call_rooms: 'who holds a room: a process',
  live_intervals: 'which side ended a call',
  media_alone: 'which side was alone',
  media_minutes: 'which side sent how many bytes',
  queues: 'how the line of an event stands',
  queue_turns: 'what became of a place in a line, by the id of its request',
  journals: 'kinds of bookings in the ledger, by ids',
  card_charges: 'ids at the provider',
  refunds: 'sums and ids at the provider',
  provider_events: 'ids at the provider',
  orphan_charges: 'ids at the provider',
  payment_provider: 'which provider knows the payments',
  transfer_reversals: 'ids at the provider',
  bank_payouts: 'ids at the provider',
  outbox: 'work that is left; its payload is emptied when it is done',
  operator_runs: 'what the commands of the operator found',
}

const REASON = 'why staff decided so, for three years: the record of staff'

/** Columns with what staff wrote as the reason of a decision, which may name its person, and why each is kept. */
export const STAFF_REASONS: Record<string, string> = {
  'suspensions.reason': REASON,
  'appeals.decision_reason': REASON,
  'reports.decision_reason': REASON,
  'staff_actions.reason': REASON,
  'staff_pending_acts.reason': REASON,
  'problems.decision_reason': 'why staff decided so, as long as the papers of the sale',
}

/** Columns that may have a person's texts after the deletion, and why. */
export const KEPT_WORDS: Record<string, string> = {
  ...STAFF_REASONS,
  'reports.text': CASE.kept,
  'reports.facts': CASE.kept,
  'report_lines.text': CASE.kept,
  'appeals.text': CASE.kept,
  'dispute_packs.facts': 'what was sold, as a bank was told it',
  'session_requests.description': 'what was sold, in the papers of both sides',
}
