import * as z from 'zod/mini'
import { idField, timeField } from '../fields.ts'
import { listOf } from '../lists.ts'
import { messages } from '../messages.ts'
import { DAY_MS, SECOND_MS } from '../rules/time-units.ts'

/** The keepsake of a call changed: each of the two people fetches it. */
export const MESSAGE_KEEPSAKE = 'MESSAGE_KEEPSAKE'

/** How long after the request for a keepsake the other person can consent. */
export const KEEPSAKE_REQUEST_VALID_MS = 60 * SECOND_MS
/** How long after both consents the photo can be uploaded. */
export const KEEPSAKE_PICTURE_WITHIN_MS = 60 * SECOND_MS
/** How long after both pages learned of both consents the page takes the photo. */
export const KEEPSAKE_COUNTDOWN_S = 3
/** The most requests for a keepsake in one call. */
export const KEEPSAKE_REQUESTS_MAX = 3
export const KEEPSAKE_KEPT_MS = 90 * DAY_MS

export const KEEPSAKE_STATES = ['none', 'asked', 'agreed', 'kept', 'refused', 'removed'] as const
export type KeepsakeState = (typeof KEEPSAKE_STATES)[number]

/** The keepsake of a call or a turn, as one of its two people sees it. */
export const callKeepsakeSchema = z.object({
  state: z.enum(KEEPSAKE_STATES),
  /** The address of the stored photo, in the state `kept`. */
  id: z.nullable(idField),
  asked_by_you: z.boolean(),
  /** Whether the page of this person draws the photo. */
  you_draw: z.boolean(),
})
export type CallKeepsake = z.infer<typeof callKeepsakeSchema>

export const keepsakeAnswerSchema = z.object({ agree: z.boolean() })
export const keepsakePictureSchema = z.object({ picture: z.file({ error: messages.fileNotAnImage }) })

/** A photo of two people with the consent of both; either can delete it for both. */
export const keepsakeSchema = z.object({ id: idField, other: z.string(), at: timeField, until: timeField })
export type Keepsake = z.infer<typeof keepsakeSchema>
export const keepsakeListSchema = listOf(keepsakeSchema)
export type KeepsakeList = z.infer<typeof keepsakeListSchema>
