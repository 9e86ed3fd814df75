import * as z from 'zod/mini'
import { MINUTE_MS, SECOND_MS } from '../rules/time-units.ts'

/** Who asks for the stage of a broadcast, and who is on it; only the bus stores this. */
export const MESSAGE_HANDS = 'MESSAGE_HANDS'
export const MESSAGE_STAGE = 'MESSAGE_STAGE'

/** The longest time of one guest on the stage; then the server ends it. */
export const STAGE_GUEST_MS = 10 * MINUTE_MS
/** How long an invited viewer can decide; in that time the page opens camera and microphone. */
export const STAGE_INVITATION_MS = MINUTE_MS
/** A guest whose page is absent for longer has left the stage. */
export const STAGE_RETURN_MS = 5 * SECOND_MS
/** The server sends hands and stage at most this often; the person who acts gets an answer at once. */
export const STAGE_EVERY_MS = SECOND_MS
/** The most raised hands at a time; the owner sees all of them. */
export const HANDS_MAX = 50

export const handSchema = z.object({ type: z.literal('hand'), raised: z.boolean() })

const username = z.string().check(z.minLength(1), z.maxLength(60))
export const stageActSchema = z.union([
  /** The owner's. */
  z.object({ type: z.literal('stage'), act: z.literal('invite'), username }),
  z.object({ type: z.literal('stage'), act: z.literal('mute'), muted: z.boolean() }),
  z.object({ type: z.literal('stage'), act: z.literal('remove') }),
  /** The invited viewer's and the guest's. */
  z.object({ type: z.literal('stage'), act: z.enum(['accept', 'decline', 'leave']) }),
])
export type StageAct = z.infer<typeof stageActSchema>

export const STAGE_REFUSALS = [
  /** The event has not opened, or it has no stage. */
  'closed',
  'not_yours',
  /** Somebody else is invited or on the stage. */
  'taken',
  /** Too many hands are up. */
  'full',
  /** This viewer has left, or lowered their hand. */
  'not_here',
  /** The invitation is not valid any more. */
  'late',
] as const
export type StageRefusal = (typeof STAGE_REFUSALS)[number]

/**
 * For the owner: everybody with a raised hand, in the order in which they raised it. For a viewer: whether their own
 * hand is raised.
 */
export const handsNewsSchema = z.object({
  hands: z.optional(z.array(z.object({ username: z.string() }))),
  raised: z.optional(z.boolean()),
  /** A newer version of the page may send other values. */
  refused: z.optional(z.string()),
})
export type HandsNews = z.infer<typeof handsNewsSchema>

export const stageStateSchema = z.object({
  /** Grows with each change: the greater version is the newer one. */
  version: z.int(),
  /** The guest who publishes beside the owner. */
  guest: z.nullable(
    z.object({
      id: z.string(),
      username: z.string(),
      is_muted: z.boolean(),
      left_seconds: z.number(),
    }),
  ),
  /** For the owner: who was invited and has not answered. */
  invited: z.optional(z.string()),
  /** For the viewer who is invited or on the stage. */
  you: z.optional(z.enum(['invited', 'on'])),
})
export type StageState = z.infer<typeof stageStateSchema>

export const stageNewsSchema = z.object({
  state: z.optional(stageStateSchema),
  /** The page joined or rejoined: this replaces what it knew before. */
  from_start: z.optional(z.boolean()),
  refused: z.optional(z.string()),
})
export type StageNews = z.infer<typeof stageNewsSchema>
