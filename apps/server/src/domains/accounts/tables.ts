import type { AgeSource, NotificationSettings } from '@parley/contract'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { bytes, instant, timestamps } from '../../db/columns.ts'

/** What a person chose; a switch that is newer than the account is missing until they touch it. */
type StoredNotifications = Partial<NotificationSettings>

export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    username: text('username').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    email: text('email').notNull(),
    /** When the mailbox was last proven: by a link sent there, or by a network. */
    emailVerifiedAt: instant('email_verified_at'),
    passwordHash: text('password_hash').notNull(),
    isInfluencer: boolean('is_influencer').notNull(),
    isDemo: boolean('is_demo').notNull().default(false),
    /** The digest of the key of the sign-up; null if it had none. */
    signUpKey: text('sign_up_key'),
    bio: text('bio').notNull().default(''),
    country: text('country').notNull().default(''),
    city: text('city').notNull().default(''),
    address: text('address').notNull().default(''),
    publicProfile: boolean('public_profile').notNull().default(true),
    exposeEmail: boolean('expose_email').notNull().default(false),
    notifications: jsonb('notifications').$type<StoredNotifications>().notNull(),
    ...timestamps(),
    deletedAt: instant('deleted_at'),
    /** While it is set nobody logs in to the account, and others get 404 for its person. */
    suspendedAt: instant('suspended_at'),
  },
  t => [
    uniqueIndex('users_username_once').on(sql`lower(${t.username})`),
    uniqueIndex('users_email_once').on(sql`lower(${t.email})`),
    uniqueIndex('users_sign_up_once').on(t.signUpKey),
    // The desk's search: by the beginning of a username, in the order of bytes, and by a whole name.
    index('users_username_begins').on(sql`lower(${t.username}) collate "C"`),
    index('users_whole_name').on(sql`lower(${t.firstName} || ' ' || ${t.lastName})`),
  ],
)

/** A login: the family of refresh tokens that one password entry began. */
export const logins = pgTable(
  'logins',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    device: text('device').notNull().default(''),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at').notNull(),
    revokedAt: instant('revoked_at'),
    revokedReason: text('revoked_reason'),
    /** When a login that was carried over ends, however it is used; null for all others. */
    endsAt: instant('ends_at'),
    /** Until when this login has a step-up; the act uses it up. */
    provenUntil: instant('proven_until'),
    /** Until when this login has a step-up by a second factor, for every act. */
    steppedUpUntil: instant('stepped_up_until'),
  },
  t => [
    index('logins_user').on(t.userId),
    // In the order of a person's list of logins.
    index('logins_standing').on(t.userId, t.lastUsedAt, t.id).where(sql`${t.revokedAt} is null`),
    index('logins_last_used').on(t.lastUsedAt),
    index('logins_ends').on(t.endsAt).where(sql`${t.endsAt} is not null`),
  ],
)

/** Opaque refresh tokens; the token itself is computed from the id and the server's secret, and not stored. */
export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    id: uuid('id').primaryKey(),
    loginId: uuid('login_id')
      .notNull()
      .references(() => logins.id),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
    successorId: uuid('successor_id'),
  },
  t => [
    index('refresh_tokens_login').on(t.loginId),
    index('refresh_tokens_expiry').on(t.expiresAt),
    unique('refresh_tokens_one_successor').on(t.successorId),
  ],
)

/** One-use tickets for sockets, bound to a person and a path. */
export const wsTickets = pgTable(
  'ws_tickets',
  {
    id: text('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    loginId: uuid('login_id').notNull(),
    path: text('path').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  t => [index('ws_tickets_user').on(t.userId)],
)

/**
 * Codes that work once: a password reset, the end of a social login, a login carried over to another browser. Only
 * digests are stored.
 */
export const oneTimeCodes = pgTable(
  'one_time_codes',
  {
    id: text('id').primaryKey(),
    kind: text('kind')
      .$type<'password_reset' | 'social_login' | 'carry_over' | 'step_up' | 'email_proof'>()
      .notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    /**
     * Digest of the browser's own key, where the code works in one browser only; of a login carried over or proven:
     * that login's id.
     */
    browserId: text('browser_id'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  t => [index('one_time_codes_user').on(t.userId), index('one_time_codes_expiry').on(t.expiresAt)],
)

/**
 * A requested new email. It becomes valid by the link sent there; the old address is reserved while a link sent to it
 * can undo the change. Only digests of the links are stored.
 */
export const emailChanges = pgTable(
  'email_changes',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    oldEmail: text('old_email').notNull(),
    newEmail: text('new_email').notNull(),
    confirmId: text('confirm_id').notNull().unique(),
    /** The link in the mail to the old address about the request, and the one in the mail about the change. */
    noticeId: text('notice_id').notNull().unique(),
    undoId: text('undo_id').unique(),
    createdAt: instant('created_at').notNull(),
    confirmedAt: instant('confirmed_at'),
    /** Until when its links work. */
    endsAt: instant('ends_at').notNull(),
    /** When it was undone, or replaced by another. */
    closedAt: instant('closed_at'),
  },
  t => [index('email_changes_user').on(t.userId), index('email_changes_old').on(t.oldEmail)],
)

/** A social login under way: what its callback is checked against, used up by the first callback. */
export const socialLoginTries = pgTable(
  'social_login_tries',
  {
    /** Digest of the state. */
    id: text('id').primaryKey(),
    network: text('network').notNull(),
    browserId: text('browser_id').notNull(),
    verifier: text('verifier').notNull(),
    nonce: text('nonce').notNull(),
    next: text('next').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  t => [index('social_login_tries_expiry').on(t.expiresAt)],
)

/** The authenticator app of a person; it counts once a first code confirmed it. */
export const totpFactors = pgTable('totp_factors', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id')
    .notNull()
    .unique()
    .references(() => users.id),
  /** Encrypted with the key of `signing_keys` that `key_id` names, and bound to its person. */
  secret: bytes('secret').notNull(),
  keyId: text('key_id').notNull(),
  createdAt: instant('created_at').notNull(),
  confirmedAt: instant('confirmed_at'),
  /** The time step, counted from 1970, of the last used code: no code of it or before works again. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
  /** Wrong codes since `wrong_since`, of all logins and tickets together. */
  wrongCodes: integer('wrong_codes').notNull().default(0),
  wrongSince: instant('wrong_since'),
})

/** Passkeys: what an authenticator keeps for this site, and what we know of it. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    /** The authenticator's own id of it. */
    credentialId: text('credential_id').notNull().unique(),
    publicKey: bytes('public_key').notNull(),
    /** How often the authenticator says that it signed; always 0 where it does not count. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    name: text('name').notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at'),
  },
  t => [index('passkeys_user').on(t.userId)],
)

/** Passkey challenges: used up by the first answer, right or wrong. Only digests are stored. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    id: text('id').primaryKey(),
    purpose: text('purpose').$type<'show' | 'add'>().notNull(),
    /** Who adds a passkey, and in which login. */
    userId: uuid('user_id').references(() => users.id),
    loginId: uuid('login_id'),
    expiresAt: instant('expires_at').notNull(),
  },
  t => [index('passkey_challenges_user').on(t.userId), index('passkey_challenges_expiry').on(t.expiresAt)],
)

/**
 * A person who knows the password reported the loss of every second factor: they are removed unless somebody cancels
 * it.
 */
export const factorLosses = pgTable(
  'factor_losses',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id),
    /** Digest of the mailed link that stops it. */
    stopId: text('stop_id').notNull().unique(),
    askedAt: instant('asked_at').notNull(),
    endsAt: instant('ends_at').notNull(),
  },
  t => [index('factor_losses_end').on(t.endsAt)],
)

/** Ten codes that replace a lost factor, each once. Only digests are stored. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: text('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
    usedAt: instant('used_at'),
  },
  t => [index('recovery_codes_user').on(t.userId)],
)

/** A login that waits for its second factor. */
export const factorTickets = pgTable(
  'factor_tickets',
  {
    /** Digest of the ticket. */
    id: text('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    tries: integer('tries').notNull().default(0),
    expiresAt: instant('expires_at').notNull(),
  },
  t => [index('factor_tickets_user').on(t.userId), index('factor_tickets_expiry').on(t.expiresAt)],
)

/** The declared birth date of a person; kept for a year after the deletion. */
export const birthDates = pgTable(
  'birth_dates',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id),
    /** The day, such as 1990-02-28. */
    birthDate: date('birth_date', { mode: 'string' }).notNull(),
    /** Whether the check of this installation found that the date is theirs. */
    isConfirmed: boolean('is_confirmed').notNull(),
    source: text('source').$type<AgeSource>().notNull(),
    saidAt: instant('said_at').notNull(),
    version: integer('version').notNull(),
    /** Digest of the address of a deleted account, so that a new one cannot declare another date. */
    formerMailbox: text('former_mailbox'),
  },
  t => [index('birth_dates_former_mailbox').on(t.formerMailbox)],
)

/** Digests of the usernames of deleted accounts: nobody can return under another person's name. */
export const retiredUsernames = pgTable('retired_usernames', { id: text('id').primaryKey() })

/** Given-up usernames: each redirects to its owner's new one, and is reserved, until `keptUntil`. */
export const formerUsernames = pgTable(
  'former_usernames',
  {
    /** In lower case. */
    username: text('username').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    givenUpAt: instant('given_up_at').notNull(),
    keptUntil: instant('kept_until').notNull(),
  },
  t => [index('former_usernames_user').on(t.userId), index('former_usernames_expiry').on(t.keptUntil)],
)

/** The keys that sign tokens and cookies; several of a purpose during a rotation. */
export const signingKeys = pgTable('signing_keys', {
  /** Named in what it signed. */
  kid: text('kid').primaryKey(),
  purpose: text('purpose').notNull(),
  /** Wrapped by the key that `wrapped_by` names; as it is where that is null. */
  value: bytes('value').notNull(),
  wrappedBy: text('wrapped_by'),
  createdAt: instant('created_at').notNull(),
  /** In the machine's time, as `ends_at`. */
  signsFrom: instant('signs_from').notNull(),
  /** Until when its signatures are accepted; null while no newer key signs. */
  endsAt: instant('ends_at'),
})

/** Keys that every process of one installation shares, made at the first start. */
export const serverSecrets = pgTable('server_secrets', {
  name: text('name').primaryKey(),
  value: bytes('value').notNull(),
})
