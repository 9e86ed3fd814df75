import * as z from 'zod/mini'
import { USERNAME_MAX } from '../constants.ts'
import { idField } from '../fields.ts'
import { CHAT_MODERATORS_MAX } from '../in-call/chat.ts'
import { messages } from '../messages.ts'
import { MINUTE_MS } from '../rules/time-units.ts'

export const MESSAGE_QUEUE = 'MESSAGE_QUEUE'

/** The sentence for somebody who asks for the video room of a queue before they are called. */
export const NOT_YOUR_TURN = 'It is not your turn yet'

export const QUEUE_STATES = ['scheduled', 'running', 'paused', 'ended'] as const
export const TURN_STATES = [
  'waiting',
  'called',
  'in_turn',
  'served',
  'part',
  'skipped',
  'left',
  'unserved',
] as const

/** Why a turn was skipped or left: who is absent falls under the event's rule, everybody else has the money back. */
export const TURN_WHYS = ['absent', 'not_their_doing'] as const
/** What goes back of a turn: all of the price, what was not used of it, or nothing. */
export const TURN_BACKS = ['all', 'unused', 'none'] as const

export const QUEUE_ROLES = ['host', 'usher', 'fan'] as const
export type QueueRole = (typeof QUEUE_ROLES)[number]

/** What the host or an usher may say to everybody in line: a name of a sentence, which the page says in its language. */
export const QUEUE_NOTES = [
  'short_break',
  'goes_on_soon',
  'running_late',
  'thanks',
  'check_devices',
  'keep_open',
  'good_light',
] as const
export type QueueNote = (typeof QUEUE_NOTES)[number]
/** For so long a note is shown, unless another one or none comes before. */
export const QUEUE_NOTE_SHOWN_MS = 15 * MINUTE_MS

const turnSchema = z.object({
  place: idField,
  number: z.int(),
  name: z.string(),
  state: z.enum(TURN_STATES),
  ready: z.boolean(),
  missed: z.int(),
  /** A part of it was used already: what is still to come, or goes back, is the rest. */
  rest: z.boolean(),
})

/** A place in a line as its ticket says. */
export const turnShownSchema = z.object({
  /** Null where the line is drawn and was not drawn yet, half an hour before the start. */
  number: z.nullable(z.int()),
  state: z.enum(TURN_STATES),
  /** About when the turn begins; null where that is not known, and once it began or is over. */
  eta_from: z.nullable(z.string()),
  eta_to: z.nullable(z.string()),
})
export type TurnShown = z.infer<typeof turnShownSchema>

/** A line as its host sees it, or as one of its fans does: a fan is told of nobody else. */
export const queueSchema = z.object({
  /** What the reader may do: a host everything, an usher what orders the line, a fan what their own place needs. */
  role: z.enum(QUEUE_ROLES),
  state: z.enum(QUEUE_STATES),
  /** Grows with every change that the host sees; a change that names an older one is 409. */
  version: z.int(),
  now: z.string(),
  /** What was last said to everybody in line; null where that is nothing, or long ago. */
  note: z.nullable(z.object({ says: z.enum(QUEUE_NOTES), at: z.string() })),
  /** The place that is called after the turn that goes on: told to the host, and to the fan whose it is. */
  next: z.nullable(idField),
  line: z.nullable(z.array(turnSchema)),
  you: z.nullable(
    z.object({
      place: idField,
      /** Null until the order stands, half an hour before the start. */
      number: z.nullable(z.int()),
      state: z.enum(TURN_STATES),
      ready: z.boolean(),
      ahead: z.nullable(z.int()),
      eta_from: z.nullable(z.string()),
      eta_to: z.nullable(z.string()),
      /** Null unless the turn was skipped or left. */
      why: z.nullable(z.enum(TURN_WHYS)),
      /** Of a turn that is over or skipped, what goes back of it; of any other, what leaving now would give back. */
      back: z.enum(TURN_BACKS),
      /** Whether leaving gives all of the money back: `back` is `all`. */
      leaves_with_all: z.boolean(),
    }),
  ),
})
export type QueueShown = z.infer<typeof queueSchema>

export const CREW_ROLES = ['usher', 'moderator'] as const
export type CrewRole = (typeof CREW_ROLES)[number]
/** An event has at most so many ushers. */
export const USHERS_MAX = 5
const usernameField = z.string().check(z.minLength(1), z.maxLength(USERNAME_MAX))
/** Who helps the host, by username: ushers with the line of a queue, moderators with the chat of a broadcast. */
export const crewSchema = z.object({
  ushers: z._default(z.array(usernameField).check(z.maxLength(USHERS_MAX, messages.tooManyUshers)), []),
  moderators: z._default(
    z.array(usernameField).check(z.maxLength(CHAT_MODERATORS_MAX, messages.tooManyModerators)),
    [],
  ),
})
export type Crew = z.infer<typeof crewSchema>

/** Null takes what was said away. */
export const queueNoteSchema = z.object({ version: z.int(), says: z.nullable(z.enum(QUEUE_NOTES)) })
export const queueStepSchema = z.object({ version: z.int() })
export const queueDeskSchema = z.object({
  version: z.int(),
  place: idField,
  /** Of a move: whom it comes behind; null for the front. */
  after: z.optional(z.nullable(idField)),
})
/** The page checked both; a place is called only while it is ready. */
export const queueReadySchema = z.object({ camera: z.literal(true), microphone: z.literal(true) })
