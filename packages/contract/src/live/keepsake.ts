import * as z from 'zod/mini'
import { idField, timeField } from '../fields.ts'
import { messages } from '../messages.ts'
import { DAY_MS, SECOND_MS } from '../rules/time-units.ts'

/** Something about the keepsake of a call changed: each of the two reads it by itself. */
export const MESSAGE_KEEPSAKE = 'MESSAGE_KEEPSAKE'

/** So long after it was asked for, a keepsake may be agreed to. */
export const KEEPSAKE_ASK_STANDS_MS = 60 * SECOND_MS
/** So long after both said yes, its picture may come. */
export const KEEPSAKE_PICTURE_WITHIN_MS = 60 * SECOND_MS
/** From both pages reading that both said yes to the picture. */
export const KEEPSAKE_COUNTDOWN_S = 3
/** So often it may be asked for in one call. */
export const KEEPSAKE_ASKS_MAX = 3
export const KEEPSAKE_KEPT_MS = 90 * DAY_MS

export const KEEPSAKE_STATES = ['none', 'asked', 'agreed', 'kept', 'refused', 'removed'] as const
export type KeepsakeState = (typeof KEEPSAKE_STATES)[number]

/** The keepsake of a call or a turn, as one of its two sees it. */
export const callKeepsakeSchema = z.object({
  state: z.enum(KEEPSAKE_STATES),
  /** The picture of `kept`. */
  id: z.nullable(idField),
  asked_by_you: z.boolean(),
  /** Whether this reader's page draws the picture. */
  you_draw: z.boolean(),
})
export type CallKeepsake = z.infer<typeof callKeepsakeSchema>

export const keepsakeAnswerSchema = z.object({ agree: z.boolean() })
export const keepsakePictureSchema = z.object({ picture: z.file({ error: messages.pictureNotAnImage }) })

/** A picture of both that both agreed to; either takes it away for both. */
export const keepsakeSchema = z.object({ id: idField, other: z.string(), at: timeField, until: timeField })
export type Keepsake = z.infer<typeof keepsakeSchema>
export const keepsakeListSchema = z.object({ results: z.array(keepsakeSchema) })
export type KeepsakeList = z.infer<typeof keepsakeListSchema>
