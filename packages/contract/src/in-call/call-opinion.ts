import * as z from 'zod/mini'
import { idField } from '../fields.ts'

export const CALL_OPINIONS = ['good', 'not_good'] as const
export type CallOpinion = (typeof CALL_OPINIONS)[number]
/** The faults of a call that a person can name. */
export const CALL_TROUBLES = ['picture', 'sound', 'connection', 'person'] as const
export type CallTrouble = (typeof CALL_TROUBLES)[number]

const figure = (max: number) => z.nullish(z.int().check(z.gte(0), z.lte(max)))

/** The page's measurements of its own connection during the whole call. */
export const callFiguresSchema = z.object({
  round_trip_ms: figure(60_000),
  lost_permille: figure(1000),
  freezes: figure(100_000),
  restarts: figure(10_000),
})
export type CallFigures = z.infer<typeof callFiguresSchema>

/** A person's rating of a call, in one tap. */
export const newOpinionSchema = z
  .object({
    opinion: z.enum(CALL_OPINIONS),
    trouble: z.nullish(z.enum(CALL_TROUBLES)),
    figures: z.optional(callFiguresSchema),
  })
  .check(z.refine(given => (given.opinion === 'good') === !given.trouble, 'Say what was not good'))
export type NewOpinion = z.infer<typeof newOpinionSchema>

export const ownOpinionSchema = z.object({
  opinion: z.nullable(z.enum(CALL_OPINIONS)),
  trouble: z.nullable(z.enum(CALL_TROUBLES)),
})
export type OwnOpinion = z.infer<typeof ownOpinionSchema>

/** As staff read it. */
export const staffOpinionSchema = z.object({
  by: z.string(),
  opinion: z.enum(CALL_OPINIONS),
  trouble: z.nullable(z.enum(CALL_TROUBLES)),
  figures: callFiguresSchema,
  at: z.string(),
})
export type StaffOpinion = z.infer<typeof staffOpinionSchema>

/** A call or a turn that somebody found not good. GET /api/staff/opinions/ lists them, the newest first. */
export const staffBadCallSchema = z.object({
  request_id: idField,
  /** The username of the person who said so. */
  by: z.string(),
  trouble: z.enum(CALL_TROUBLES),
  figures: callFiguresSchema,
  at: z.string(),
})
export type StaffBadCall = z.infer<typeof staffBadCallSchema>
