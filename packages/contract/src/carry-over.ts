import * as z from 'zod/mini'
import { loginTokensSchema, type TokenPair } from './accounts.ts'

/** A login is carried over to another browser within this time, once. */
export const CARRY_OVER_TTL_MS = 5 * 60_000
/** A login carried over lasts for the call at hand and no longer. */
export const CARRIED_LOGIN_TTL_MS = 12 * 3600_000
/** Links of one person that can wait to be used at a time. */
export const CARRY_OVERS_AT_ONCE_MAX = 10

const path = z.string().check(z.minLength(1), z.maxLength(2000))

/** POST /api/user/me/carry-over/: which page to go on with in the other browser. */
export const carryOverSchema = z.object({
  path,
  /** The refresh token of the login, of clients that keep no cookie. */
  refresh: z.optional(z.string().check(z.minLength(1), z.maxLength(512))),
})
/** The link bears its code after the #, which no browser sends to any server. */
export const carryOverAnswerSchema = z.object({ link: z.string(), expires_at: z.string() })
export type CarryOverAnswer = z.infer<typeof carryOverAnswerSchema>

/** POST /api/user/carry-over/exchange/: the code and the page of the link. */
export const carryOverExchangeSchema = z.object({
  code: z.string().check(z.minLength(1), z.maxLength(100)),
  path,
})
export const carriedOverSchema = z.extend(loginTokensSchema, { username: z.string() })
/** As API clients get it. */
export type CarriedOver = TokenPair & Pick<z.infer<typeof carriedOverSchema>, 'username'>
