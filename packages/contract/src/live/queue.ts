import * as z from 'zod/mini'
import { USERNAME_MAX } from '../constants.ts'
import { amountOut, idField } from '../fields.ts'
import { CHAT_MODERATORS_MAX } from '../in-call/chat.ts'
import { messages } from '../messages.ts'
import { MINUTE_MS } from '../rules/time-units.ts'

export const MESSAGE_QUEUE = 'MESSAGE_QUEUE'

/** The sentence for a person who requests the video room of a queue before their turn. */
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

/** Why a turn was skipped or left: the event's rule applies to absent fans, everybody else gets the money back. */
export const TURN_WHYS = ['absent', 'not_their_doing'] as const
/** The refund of a turn: all of the price, the unused part, or nothing. */
export const TURN_BACKS = ['all', 'unused', 'none'] as const

export const QUEUE_ROLES = ['host', 'usher', 'fan'] as const
export type QueueRole = (typeof QUEUE_ROLES)[number]

/**
 * The notes that the host or an usher can show to everybody in line; the page translates the name of a note into a
 * sentence.
 */
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
/** How long a note is shown, unless another one replaces it or it is removed. */
export const QUEUE_NOTE_SHOWN_MS = 15 * MINUTE_MS

const turnSchema = z.object({
  place: idField,
  number: z.int(),
  name: z.string(),
  state: z.enum(TURN_STATES),
  ready: z.boolean(),
  missed: z.int(),
  /** A part of the turn was used; the rest of it comes later, or goes back. */
  rest: z.boolean(),
})

/** A place in a line as its ticket says. */
export const turnShownSchema = z.object({
  /** Null while the lots are not drawn, until half an hour before the start. */
  number: z.nullable(z.int()),
  state: z.enum(TURN_STATES),
  /** The estimated start of the turn; null if unknown, and once the turn began or is over. */
  eta_from: z.nullable(z.string()),
  eta_to: z.nullable(z.string()),
})
export type TurnShown = z.infer<typeof turnShownSchema>

/** A line as its host sees it, or as one of its fans sees it, who learns nothing about other fans. */
export const queueSchema = z.object({
  /**
   * What the reader may do: a host everything, an usher what changes the order of the line, a fan what concerns their
   * own place.
   */
  role: z.enum(QUEUE_ROLES),
  state: z.enum(QUEUE_STATES),
  /** Grows with every change that the host sees; a change that names an older version is 409. */
  version: z.int(),
  now: z.string(),
  /** The current note to everybody in line; null if there is none, or it is too old. */
  note: z.nullable(z.object({ says: z.enum(QUEUE_NOTES), at: z.string() })),
  /**
   * The place that is called after the current turn, or after a missed call; only the host and the fan of that place
   * get it.
   */
  next: z.nullable(idField),
  line: z.nullable(z.array(turnSchema)),
  you: z.nullable(
    z.object({
      place: idField,
      /** Null until the order is fixed, half an hour before the start. */
      number: z.nullable(z.int()),
      state: z.enum(TURN_STATES),
      ready: z.boolean(),
      ahead: z.nullable(z.int()),
      eta_from: z.nullable(z.string()),
      eta_to: z.nullable(z.string()),
      /** Null unless the turn was skipped or left. */
      why: z.nullable(z.enum(TURN_WHYS)),
      /** For a turn that is over or was skipped, its refund; for any other, the refund if the fan left now. */
      back: z.enum(TURN_BACKS),
      /** Whether a fan who leaves gets all of the money back: `back` is `all`. */
      leaves_with_all: z.boolean(),
      /** The price of the place. A server of the version before leaves it out. */
      paid: z.optional(amountOut),
      /**
       * The sum that goes back, once the place is settled; null before. A server of the version before leaves it out.
       */
      refunded: z.optional(z.nullable(amountOut)),
      /**
       * Only if one of the two ended the turn and reported the other: whether staff decide what goes back, or have
       * decided. A server of the version before leaves it out.
       */
      staff: z.optional(z.enum(['decide', 'decided'])),
    }),
  ),
})
export type QueueShown = z.infer<typeof queueSchema>

export const CREW_ROLES = ['usher', 'moderator'] as const
export type CrewRole = (typeof CREW_ROLES)[number]
/** The most ushers of an event. */
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

/** Null removes the note. */
export const queueNoteSchema = z.object({ version: z.int(), says: z.nullable(z.enum(QUEUE_NOTES)) })
export const queueStepSchema = z.object({ version: z.int() })
export const queueDeskSchema = z.object({
  version: z.int(),
  place: idField,
  /** For a move: the place after which it comes; null for the front. */
  after: z.optional(z.nullable(idField)),
})
/** The page checked camera and microphone; the server calls a place only while it is ready. */
export const queueReadySchema = z.object({ camera: z.literal(true), microphone: z.literal(true) })
