import * as z from 'zod/mini'
import { loginTokensSchema, type TokenPair } from './accounts.ts'

/** The link that carries a login over to another browser works once, within this time. */
export const CARRY_OVER_TTL_MS = 5 * 60_000
/** A carried-over login lasts as long as a call needs it, and no longer. */
export const CARRIED_LOGIN_TTL_MS = 12 * 3600_000
/** The most unused links of one person at a time. */
export const CARRY_OVERS_AT_ONCE_MAX = 10

const path = z.string().check(z.minLength(1), z.maxLength(2000))

/** POST /api/user/me/carry-over/: which page to continue with in the other browser. */
export const carryOverSchema = z.object({
  path,
  /** The refresh token of the login, from clients without a cookie. */
  refresh: z.optional(z.string().check(z.minLength(1), z.maxLength(512))),
})
/** The code of the link is after the #, which no browser sends to a server. */
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
