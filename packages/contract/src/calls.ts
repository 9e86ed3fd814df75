import * as z from 'zod/mini'
import {
  chatNewsSchema,
  chatSaidSchema,
  MESSAGE_CHAT,
  MESSAGE_REACTIONS,
  MESSAGE_SHARING,
  moderationSchema,
  reactedSchema,
  reactionCountsSchema,
  sharedSchema,
  sharingSchema,
} from './in-call/chat.ts'
import { MESSAGE_KEEPSAKE } from './live/keepsake.ts'
import { MESSAGE_QUESTIONS, questionNewsSchema } from './live/questions.ts'
import { MESSAGE_QUEUE, queueSchema } from './live/queue.ts'
import {
  handSchema,
  handsNewsSchema,
  MESSAGE_HANDS,
  MESSAGE_STAGE,
  stageActSchema,
  stageNewsSchema,
} from './live/stage.ts'
import { MESSAGE_SIZES, videoSizesSchema } from './live/video-sizes.ts'

/** Message types of the presence socket; one of them contains the product's name. */
export const MESSAGE_SESSION = 'MESSAGE_PARLEY_SESSION'
export const MESSAGE_PRESENCE_STATS = 'MESSAGE_PRESENCE_STATS'
export const MESSAGE_CALL_STATS = 'MESSAGE_CALL_STATS'
export const MESSAGE_ERROR = 'MESSAGE_ERROR'

export const closeCodes = {
  badToken: 4401,
  forbidden: 4403,
  notFound: 4404,
  replaced: 4409,
  over: 4410,
  tooLarge: 1009,
  goingAway: 1001,
} as const

/**
 * What a browser may say on the presence socket, by its `type`, or by its `handler` where it has none: the server finds
 * the schema first, and what is none of these costs it no validation.
 */
export const clientMessageSchemas = {
  heartbeat: z.object({ type: z.literal('heartbeat') }),
  /** A person pressed End Call: the only way of leaving that decides about money. */
  end_call: z.object({ type: z.literal('end_call') }),
  chat: chatSaidSchema,
  react: reactedSchema,
  share: sharedSchema,
  moderate: moderationSchema,
  hand: handSchema,
  stage: stageActSchema,
  get_session: z.object({
    handler: z.literal('get_session'),
    handler_kwargs: z.optional(
      z.object({
        host: z.optional(z.string().check(z.maxLength(300))),
        protocol: z.optional(z.string().check(z.maxLength(20))),
        request_type: z.optional(z.string().check(z.maxLength(20))),
        /** At a queue: how to join the room of the next turn, to wait there connected. */
        next: z.optional(z.boolean()),
      }),
    ),
  }),
}
export type ClientMessageKind = keyof typeof clientMessageSchemas
export type ClientMessage = z.infer<(typeof clientMessageSchemas)[ClientMessageKind]>

/** Who can carry the audio and video of a call. */
export const VIDEO_PROVIDERS = ['embedded', 'livekit'] as const
export type VideoProviderName = (typeof VIDEO_PROVIDERS)[number]

/** The address and the token to join the video room; also the answer of the `/session/` calls. */
export const callTicketSchema = z.object({
  token: z.string(),
  session: z.string(),
  url: z.string(),
  provider: z.enum(VIDEO_PROVIDERS),
  is_influencer: z.boolean(),
})
export type CallTicket = z.infer<typeof callTicketSchema>

export const presenceStatsSchema = z.object({ lurkers: z.int(), users: z.array(z.string()) })
export type PresenceStats = z.infer<typeof presenceStatsSchema>
export const callStatsSchema = z.object({
  total_duration: z.number(),
  used_duration: z.number(),
  is_live: z.boolean(),
})
export type CallStats = z.infer<typeof callStatsSchema>

/**
 * At a queue: the turn that a message is about. A message about the previous turn may arrive after the next fan was
 * called.
 */
const turnSession = z.optional(z.string())

export const serverMessageSchema = z.union([
  // An old page may get the name of a provider that it does not know: it says so instead of dropping the message.
  z.extend(callTicketSchema, {
    handler: z.literal(MESSAGE_SESSION),
    provider: z.string(),
    /** The turn of this room has not begun: the person waits in the room, and sends and sees nothing. */
    is_early: z.optional(z.boolean()),
  }),
  z.object({ handler: z.literal(MESSAGE_PRESENCE_STATS), payload: presenceStatsSchema }),
  z.object({
    handler: z.literal(MESSAGE_CALL_STATS),
    payload: callStatsSchema,
    session: turnSession,
  }),
  z.object({ handler: z.literal(MESSAGE_QUEUE), payload: queueSchema }),
  z.object({ handler: z.literal(MESSAGE_ERROR), messages: z.array(z.string()) }),
  z.object({ handler: z.literal(MESSAGE_CHAT), payload: chatNewsSchema, session: turnSession }),
  z.object({ handler: z.literal(MESSAGE_REACTIONS), payload: reactionCountsSchema, session: turnSession }),
  z.object({ handler: z.literal(MESSAGE_SHARING), payload: sharingSchema }),
  z.object({ handler: z.literal(MESSAGE_QUESTIONS), payload: questionNewsSchema }),
  z.object({ handler: z.literal(MESSAGE_HANDS), payload: handsNewsSchema }),
  z.object({ handler: z.literal(MESSAGE_STAGE), payload: stageNewsSchema }),
  z.object({ handler: z.literal(MESSAGE_KEEPSAKE) }),
  z.object({ handler: z.literal(MESSAGE_SIZES), payload: videoSizesSchema }),
])
export type ServerMessage = z.infer<typeof serverMessageSchema>

/**
 * Who waits for the caller in a call, and the number of open private requests, counted up to 100: what every page shows
 * in its header.
 */
export const whoWaitsSchema = z.object({
  open_private: z.int(),
  waiting: z.array(z.object({ username: z.string(), path: z.string() })),
})
export type WhoWaits = z.infer<typeof whoWaitsSchema>
