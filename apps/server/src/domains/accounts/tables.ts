import type { NotificationSettings } from '@parley/contract'
import { sql } from 'drizzle-orm'
import { boolean, index, jsonb, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytes, instant } from '../../db/columns.ts'

export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    username: text('username').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    email: text('email').notNull(),
    passwordHash: text('password_hash').notNull(),
    isInfluencer: boolean('is_influencer').notNull(),
    isDemo: boolean('is_demo').notNull().default(false),
    bio: text('bio').notNull().default(''),
    country: text('country').notNull().default(''),
    city: text('city').notNull().default(''),
    address: text('address').notNull().default(''),
    publicProfile: boolean('public_profile').notNull().default(true),
    exposeEmail: boolean('expose_email').notNull().default(false),
    notifications: jsonb('notifications').$type<NotificationSettings>().notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    deletedAt: instant('deleted_at'),
  },
  t => [
    uniqueIndex('users_username_once').on(sql`lower(${t.username})`),
    uniqueIndex('users_email_once').on(sql`lower(${t.email})`),
  ],
)

/** A login: the family that one password entry began and that refreshes carry on. */
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
  },
  t => [index('logins_user').on(t.userId)],
)

/** Opaque refresh tokens; the token itself is made from the id and the server's secret and is stored nowhere. */
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
    unique('refresh_tokens_one_successor').on(t.successorId),
  ],
)

/** One-use tickets for sockets, bound to a person and a path. */
export const wsTickets = pgTable('ws_tickets', {
  id: text('id').primaryKey(),
  userId: uuid('user_id')
    .notNull()
    .references(() => users.id),
  loginId: uuid('login_id').notNull(),
  path: text('path').notNull(),
  expiresAt: instant('expires_at').notNull(),
  usedAt: instant('used_at'),
})

/** Keys that every process of one installation shares, made at the first start. */
export const serverSecrets = pgTable('server_secrets', {
  name: text('name').primaryKey(),
  value: bytes('value').notNull(),
})
