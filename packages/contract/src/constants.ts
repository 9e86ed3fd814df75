/** Every constant and limit of the product in one place. Units and viewpoint end each name. */

export const CURRENCY = 'gbp'
export const CURRENCY_SIGN = '£'

export const AMOUNT_MIN_PENCE = 100
export const AMOUNT_MAX_PENCE = 1_000_000
export const DURATION_MIN_SECONDS = 1
export const DURATION_MAX_SECONDS = 86_400

export const DURATION_UNIT_CODES = { seconds: 1, minutes: 2, hours: 3 } as const
export const DURATION_UNIT_FACTORS = { 1: 1, 2: 60, 3: 3600 } as const
export const DEFAULT_PRIVATE_DURATION = 1
export const DEFAULT_LIVE_EVENT_DURATION = 60
export const DEFAULT_LIVE_EVENT_DURATION_DISPLAY = 2
export const DEFAULT_LURKERS = 1

export const HEARTBEAT_MS = 20_000
export const HEARTBEATS_MISSED_UNTIL_LOST = 2
export const READY_DELAY_MS = 2_000
export const CALL_STATS_EVERY_MS = 5_000
export const SOCKET_FRAME_MAX_BYTES = 16 * 1024
export const WS_TICKET_TTL_MS = 30_000
/** Time a removal from the video room may take after the last paid second. */
export const REMOVAL_WITHIN_MS = 2_000
/** The most used time that a crash may lose, always in the buyer's favour. */
export const CLOCK_LOSS_MAX_MS = 5_000
/** "Live" means packets of both sides arrived within this time. */
export const MEDIA_FLOW_WINDOW_MS = 2_000

export const REDIRECT_AFTER_SIGN_UP_MS = 1_000
export const USER_REFETCH_MS = 300
export const REDIRECT_AFTER_FAILED_ACCEPT_MS = 1_000
export const REDIRECT_TO_LOGIN_MS = 1_000
export const ALERT_HIDE_MS = 4_000
export const SAVED_CLEAR_MS = 2_000
export const ERROR_CLEAR_MS = 5_000
export const EVENT_ERROR_CLEAR_MS = 3_000
export const COPIED_CLEAR_MS = 1_000

export const CAPTION_ROTATION_MS = 3_500
export const PITCH_DELAY_MS = 2_000
export const PITCH_FALLBACK_MS = 4_000
export const PROFILE_LOADING_GUARD_MS = 2_000

export const PASSWORD_MIN = 8
/** Argon2id work grows with length: a longer password is refused before it is hashed. */
export const PASSWORD_MAX = 256
export const USERNAME_MIN = 2
export const USERNAME_MAX = 50
/** How often a person may change their username, and how long the former one redirects and stays reserved. */
export const USERNAME_CHANGE_EVERY_DAYS = 30
export const FORMER_USERNAME_KEPT_DAYS = 90
export const NAME_MIN = 2
export const NAME_MAX = 50
export const FULL_NAME_MIN = 2
export const FULL_NAME_MAX = 50
export const EMAIL_MAX = 254
export const BIO_MAX = 500
export const DESCRIPTION_MIN = 5
export const DESCRIPTION_MAX = 500
export const TITLE_MIN = 2
export const TITLE_MAX = 100
export const CAPACITY_MAX = 100_000
export const PLACE_MIN = 2
export const PLACE_MAX = 80
export const ADDRESS_MIN = 2
export const ADDRESS_MAX = 200
export const ZIP_MIN = 2
export const ZIP_MAX = 8
export const CVV_LENGTH = 3
export const CARD_DATE_MAX = 5
export const REJECT_REASON_MAX = 500
export const NOTE_MAX = 500
export const GIFT_MESSAGE_MAX = 500
/** The most people whom one person may block. */
export const BLOCKS_MAX = 1000
export const UUID_KEY_MAX = 100

export const SESSIONS_BADGE_MAX = 9
/** Open private requests are counted up to this; the badge shows fewer. */
export const OPEN_PRIVATE_COUNTED_MAX = 100
export const SESSION_LIST_MAX_HEIGHT_PX = 950
export const AUDIO_LEVEL_THRESHOLD = 0.05
export const COUNTDOWN_ORANGE_BELOW = 0.5
export const COUNTDOWN_RED_BELOW = 0.25

export const IMAGE_MAX_BYTES = 5 * 1024 * 1024
export const IMAGE_MAX_PIXELS = 25_000_000
export const IMAGE_WIDTHS_PX = [160, 480, 1080] as const
export const JSON_BODY_MAX_BYTES = 64 * 1024

export const PAGE_SIZE_DEFAULT = 20
export const PAGE_SIZE_MAX = 100

/** What Explore finds. */
export const EXPLORE_KINDS = ['influencers', 'events'] as const
export const EXPLORE_WORDS_MAX = 100
/** A reader with more results than this narrows the search words, so no search costs more (attack: deep pages). */
export const EXPLORE_RESULTS_MAX = 1000

export const ACCESS_TOKEN_TTL_SECONDS = 10 * 60
export const REFRESH_TOKEN_TTL_SECONDS = 30 * 24 * 3600
/** A younger refresh token in a cookie is not rotated: each page that opens asks for an access token. */
export const COOKIE_ROTATED_AFTER_MS = 60_000
/** A page may repeat a refresh by its cookie for this long, because the answer may have been lost. */
export const REFRESH_REPLAY_WINDOW_MS = 10_000

export const PASSWORD_RESET_TTL_MS = 3600_000
/** The most reset mails to one person while one of them is valid. */
export const PASSWORD_RESETS_AT_ONCE_MAX = 3
/** Step-up: how long a mailed code works, and how long a step-up is valid for one action. */
export const STEP_UP_CODE_TTL_MS = 10 * 60_000
export const STEP_UP_CODES_AT_ONCE_MAX = 3
export const STEP_UP_TTL_MS = 5 * 60_000
/** How long a step-up with a second factor is valid. */
export const FACTOR_STEP_UP_TTL_MS = 15 * 60_000

/** The second step of a login: how long it may take, and the number of wrong tries. */
export const SECOND_FACTOR_TTL_MS = 5 * 60_000
export const SECOND_FACTOR_TRIES_MAX = 5
/** Wrong codes of one account in 24 hours, wherever they come from: with 3 of a million codes right, 2 % a year. */
export const WRONG_CODES_A_DAY_MAX = 20
export const TOTP_PERIOD_SECONDS = 30
/** The time to confirm a new authenticator app. */
export const TOTP_BEGIN_TTL_MS = 30 * 60_000
export const RECOVERY_CODES = 10
/** The delay before lost second factors are removed; a link in the mail or any login of the person cancels it. */
export const FACTOR_LOSS_WAIT_MS = 72 * 3600_000
/** A passkey challenge works once, within this time. */
export const PASSKEY_CHALLENGE_TTL_MS = 5 * 60_000
export const PASSKEYS_MAX = 10
export const PASSKEY_NAME_MAX = 40
/** A new email is valid when the person confirms its link; the old mailbox can undo it for this long. */
export const EMAIL_CONFIRM_TTL_MS = 24 * 3600_000
export const EMAIL_UNDO_TTL_MS = 72 * 3600_000
export const EMAIL_CHANGES_A_DAY_MAX = 5
/** How long the link that confirms an email works, and how many such links a person gets in that time. */
export const EMAIL_PROOF_TTL_MS = 24 * 3600_000
export const EMAIL_PROOFS_AT_ONCE_MAX = 5
/** Time a person may take at the network's own pages. */
export const SOCIAL_LOGIN_TTL_MS = 10 * 60_000
/** Time the browser may take to exchange the code of the callback for tokens. */
export const SOCIAL_CODE_TTL_MS = 60_000

export const UNPAID_EXPIRES_AFTER_MS = 24 * 3600_000
export const UNPAID_PLACE_EXPIRES_AFTER_MS = 15 * 60_000
/** The most unpaid requests of one buyer, in all and with one influencer. */
export const UNPAID_REQUESTS_MAX = 20
export const UNPAID_REQUESTS_WITH_ONE_MAX = 10
/**
 * The most unpaid places, and the most unpaid times, that a person holds who neither confirmed their email nor ever
 * paid.
 */
export const UNPAID_HOLDS_OF_A_STRANGER_MAX = 1
/**
 * The most unpaid holds of one event's places by one buyer in an hour, so that nobody holds a place for ever without
 * paying.
 */
export const UNPAID_HOLDS_OF_A_PLACE_MAX = 2
export const UNPAID_HOLDS_COUNTED_MS = 3600_000
/** The most unpaid payment intents and declined cards of one person in an hour. */
export const PAYMENT_INTENTS_AN_HOUR_MAX = 40
export const DECLINED_CARDS_AN_HOUR_MAX = 10
/** The most setup intents of one person in an hour; each saves one card at most. */
export const CARD_SETUPS_AN_HOUR_MAX = 10
export const UNUSED_EXPIRES_AFTER_MS = 30 * 24 * 3600_000
export const JOIN_BEFORE_START_MS = 10 * 60_000
export const ABSENT_AFTER_START_MS = 10 * 60_000
export const EVENT_START_GRACE_MS = 15 * 60_000
/** An undated call that began is settled when nobody has returned for this long. */
export const ABANDONED_CALL_SETTLES_AFTER_MS = 24 * 3600_000
/** The time in which a party of a call can report a problem. */
export const PROBLEM_WITHIN_MS = 48 * 3600_000
export const PROBLEM_TEXT_MAX = 1000
/** How many problems each of its two parties can report with one call, one after another. */
export const PROBLEMS_OF_A_PARTY_MAX = 2
/** The server submits the answer to a bank's dispute this long before its deadline. */
export const DISPUTE_PACK_SENT_BEFORE_MS = 24 * 3600_000
/** The longest statement of an influencer in the answer to a dispute, in characters. */
export const DISPUTE_STATEMENT_MAX = 2000
/**
 * How often they may change the statement: each time staff must read the answer again before they submit it or accept
 * the loss.
 */
export const DISPUTE_STATEMENT_WRITES_MAX = 10
/** The largest refund by one member of staff alone, in pence. */
export const GIVE_BACK_ALONE_MAX_PENCE = 50_000
/** How long after the payment an influencer may refund a part of a sale. */
export const GIVE_BACK_WITHIN_MS = 180 * 24 * 3600_000
/** The default minimum age in production. */
export const MIN_AGE_DEFAULT = 18
export const RELEASE_AFTER_HOURS_DEFAULT = 48
/** Banks show a refund on the card's statement within this time. */
export const REFUND_TAKES_MS = 10 * 24 * 3600_000
export const PAYOUT_AFTER_RELEASE_MS = 7 * 24 * 3600_000
/** Smaller amounts wait until the sum reaches this. */
export const PAYOUT_MIN_PENCE = 100
export const PLATFORM_FEE_PERCENT_DEFAULT = 10

export const NOTIFICATION_DEFAULTS = {
  system_email: true,
  system_push: true,
  system_text: true,
  system_phone: false,
  chat_email: false,
  chat_push: true,
  calendar_invites: true,
} as const
export const CAMERA_OFF_DEFAULT = true
export const MIC_OFF_DEFAULT = true

export const THEME_MODES = ['light', 'dark'] as const
export const THEME_STORAGE_KEY = 'themeMode'

export const TRACES_SAMPLE_RATE = 1
export const REPLAY_SAMPLE_RATE = 0.1
export const REPLAY_ON_ERROR_SAMPLE_RATE = 1

/** The most times of one proposal for another slot, and the longest message beside it. */
export const PROPOSED_SLOTS_MAX = 3
export const PROPOSAL_MESSAGE_MAX = 500
