import * as z from 'zod/mini'
import { messages } from '../messages.ts'

/** The greatest age of a plausible birth date. */
const BORN_FIRST = '1900-01-01'

/** A valid date, such as 1990-02-28; the server's clock decides whether it is in the past. */
export const birthDateField = z.string({ error: messages.birthDateInvalid }).check(
  z.iso.date(messages.birthDateInvalid),
  z.refine(date => date >= BORN_FIRST, messages.birthDateInvalid),
)

/** POST /api/user/me/birth-date/: once; afterwards only staff can change the date. */
export const birthDateSchema = z.object({ date: birthDateField })
export const birthDateAnswerSchema = z.object({ allowed: z.boolean() })

/** `unknown`: nobody has asked yet. `too_young`, or the check did not confirm the date. */
export const AGE_STATES = ['unknown', 'old_enough', 'too_young'] as const
export type AgeState = (typeof AGE_STATES)[number]

/** How this installation checks birth dates. `self_declared`: it believes people. */
export const AGE_METHODS = ['self_declared'] as const
export type AgeMethod = (typeof AGE_METHODS)[number]
/** The source of a birth date: the check of this installation, or a member of staff. */
export const AGE_SOURCES = [...AGE_METHODS, 'staff'] as const
export type AgeSource = (typeof AGE_SOURCES)[number]

/** The age rules of this installation, as staff read them. */
export const ageCheckSchema = z.object({
  /** 0: nobody is asked. */
  min_age: z.int(),
  method: z.enum(AGE_METHODS),
  /** Whether it is "highly effective age assurance" in the words of Ofcom's guidance. */
  highly_effective: z.boolean(),
})
export type AgeCheckFacts = z.infer<typeof ageCheckSchema>

/** What the desk sees of a person's age: never the date. */
export const staffAgeSchema = z.object({
  state: z.enum(AGE_STATES),
  source: z.nullable(z.enum(AGE_SOURCES)),
  version: z.int(),
})
