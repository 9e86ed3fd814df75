import * as z from 'zod/mini'
import { tokenPairSchema } from './accounts.ts'

/** A login is carried over to another browser within this time, once. */
export const CARRY_OVER_TTL_MS = 5 * 60_000
/** Links of one person that can wait to be used at a time. */
export const CARRY_OVERS_AT_ONCE_MAX = 10

const path = z.string().check(z.minLength(1), z.maxLength(2000))

/** POST /api/user/me/carry-over/: which page to go on with in the other browser. */
export const carryOverSchema = z.object({ path })
/** The link bears its code after the #, which no browser sends to any server. */
export const carryOverAnswerSchema = z.object({ link: z.string(), expires_at: z.string() })
export type CarryOverAnswer = z.infer<typeof carryOverAnswerSchema>

/** POST /api/user/carry-over/exchange/: the code and the page of the link. */
export const carryOverExchangeSchema = z.object({
  code: z.string().check(z.minLength(1), z.maxLength(100)),
  path,
})
export const carriedOverSchema = z.extend(tokenPairSchema, { username: z.string() })
export type CarriedOver = z.infer<typeof carriedOverSchema>
