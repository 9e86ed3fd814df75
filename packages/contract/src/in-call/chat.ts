import * as z from 'zod/mini'

/** The chat on the presence socket; never in a database or a log. */
export const MESSAGE_CHAT = 'MESSAGE_CHAT'
export const MESSAGE_REACTIONS = 'MESSAGE_REACTIONS'
export const MESSAGE_SHARING = 'MESSAGE_SHARING'

/** Characters of one line, as code points. */
export const CHAT_TEXT_MAX = 300
/** The last lines for people who join later, and those that a report of a call stores. */
export const CHAT_LINES_KEPT = 50
/** The most lines on a page. Of an event the server keeps as many, so that each of them can be hidden or reported. */
export const CHAT_LINES_SHOWN = 200
/** How long after the end of a call or an event a report can still include its lines. */
export const CHAT_KEPT_AFTER_END_MS = 10 * 60_000
/** The most lines of viewers that reach one page in a second; lines of the owner and the moderators always do. */
export const CHAT_LINES_PER_SECOND = 20
export const CHAT_SLOW_SECONDS = [0, 5, 10, 30, 60] as const
export const CHAT_WORDS_MAX = 200
export const CHAT_WORD_MAX = 40
export const CHAT_MODERATORS_MAX = 5
export const CHAT_MUTE_MS = 5 * 60_000
/** A number with this many digits counts as a phone number. */
export const CHAT_DIGITS_MAX = 6

export const REACTIONS = ['heart', 'clap', 'laugh', 'wow', 'fire', 'thumbs_up'] as const
export type Reaction = (typeof REACTIONS)[number]
/** The server counts reactions and sends the counts at this interval. */
export const REACTIONS_EVERY_MS = 500

export type ChatSlowSeconds = (typeof CHAT_SLOW_SECONDS)[number]
const line = z.string().check(z.minLength(1), z.maxLength(60))

/** The rules of a chat, as its owner sets them. */
const rulesChange = z.object({
  type: z.literal('moderate'),
  act: z.literal('rules'),
  is_on: z.optional(z.boolean()),
  slow_seconds: z.optional(z.literal(CHAT_SLOW_SECONDS)),
  /** Only in calls: at events links, addresses and phone numbers are always refused. */
  links: z.optional(z.enum(['refused', 'allowed'])),
  words: z.optional(z.array(z.string().check(z.maxLength(CHAT_WORD_MAX))).check(z.maxLength(CHAT_WORDS_MAX))),
})

/** The actions of an owner or a moderator on a line and its author. */
export const moderationSchema = z.union([
  rulesChange,
  z.object({ type: z.literal('moderate'), act: z.literal('hide'), line }),
  z.object({ type: z.literal('moderate'), act: z.literal('mute'), line, until: z.enum(['soon', 'end']) }),
  z.object({ type: z.literal('moderate'), act: z.literal('unmute'), username: line }),
  z.object({ type: z.literal('moderate'), act: z.literal('add_moderator'), line }),
  z.object({ type: z.literal('moderate'), act: z.literal('remove_moderator'), username: line }),
  /** Removes the viewer from the event; the price of the unseen seconds goes back. */
  z.object({ type: z.literal('moderate'), act: z.literal('remove'), line }),
])
export type Moderation = z.infer<typeof moderationSchema>

/** Longer than a line may be, so that the refusal can say so. */
const CHAT_FRAME_MAX = 4_000
/**
 * At a queue: the turn that a line or a reaction is for, by the `session` of its ticket. The server refuses what is for
 * another turn than the current one: the next fan would read it.
 */
const session = z.optional(z.string().check(z.maxLength(60)))
export const chatSaidSchema = z.object({
  type: z.literal('chat'),
  /** The page's id of this line: a line that is sent twice appears once. */
  id: z.string().check(z.regex(/^[A-Za-z0-9-]{1,40}$/)),
  text: z.string().check(z.maxLength(CHAT_FRAME_MAX)),
  session,
})
export const reactedSchema = z.object({ type: z.literal('react'), reaction: z.enum(REACTIONS), session })

export const chatLineSchema = z.object({
  id: z.string(),
  from: z.string(),
  role: z.enum(['owner', 'moderator', 'member']),
  text: z.string(),
  at: z.string(),
  /** For its author: the page's id of the line. */
  own: z.optional(z.string()),
})
export type ChatLine = z.infer<typeof chatLineSchema>
export type ChatRole = ChatLine['role']

export const CHAT_REFUSALS = [
  'closed',
  'off',
  'muted',
  'empty',
  'long',
  'link',
  'number',
  'word',
  'slow',
  'not_yours',
  'moderators_full',
  'failed',
] as const
export type ChatRefusal = (typeof CHAT_REFUSALS)[number]

const chatRoomSchema = z.object({
  is_on: z.boolean(),
  slow_seconds: z.number(),
  links: z.enum(['refused', 'allowed']),
  /** For the owner and the moderators alone. */
  words: z.optional(z.array(z.string())),
  moderators: z.optional(z.array(z.string())),
  muted: z.optional(z.array(z.string())),
})
export type ChatRoomState = z.infer<typeof chatRoomSchema>

/** Only the parts that changed are present. */
export const chatNewsSchema = z.object({
  lines: z.optional(z.array(chatLineSchema)),
  /** These lines replace all lines that the page had before. */
  from_start: z.optional(z.boolean()),
  /** Ids of removed lines. */
  gone: z.optional(z.array(z.string())),
  room: z.optional(chatRoomSchema),
  you: z.optional(
    z.object({
      role: z.enum(['owner', 'moderator', 'member']),
      /** The end of the mute as ISO 8601, or `end`; null without a mute. */
      muted_until: z.nullable(z.string()),
    }),
  ),
  refused: z.optional(
    z.object({
      /** The id of the refused line; null for a moderator's action. */
      id: z.nullable(z.string()),
      why: z.string(),
      /** Slow mode: the time until the next line is allowed. */
      wait_seconds: z.optional(z.number()),
    }),
  ),
})
export type ChatNews = z.infer<typeof chatNewsSchema>

export const reactionCountsSchema = z.partialRecord(z.enum(REACTIONS), z.int())
export type ReactionCounts = z.infer<typeof reactionCountsSchema>

/** Whether a person shares a screen or an image instead of the camera; the pages of the others say so. */
export const SHARING_STATES = ['off', 'on', 'paused'] as const
export type SharingState = (typeof SHARING_STATES)[number]
export const sharedSchema = z.object({ type: z.literal('share'), state: z.enum(SHARING_STATES) })
export const sharingSchema = z.object({ by: z.string(), state: z.enum(SHARING_STATES) })
export type SharingNews = z.infer<typeof sharingSchema>
