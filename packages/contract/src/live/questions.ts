import * as z from 'zod/mini'
import { idField, timeField, uuidKeyField } from '../fields.ts'
import { listOf } from '../lists.ts'
import { DAY_MS } from '../rules/time-units.ts'

/** Changes of the questions of an event, on the presence socket of its people. */
export const MESSAGE_QUESTIONS = 'MESSAGE_QUESTIONS'

/** Characters of one question, as code points. */
export const QUESTION_TEXT_MAX = 280
/** The most open questions of one person. */
export const QUESTIONS_OPEN_MAX = 3
/** The most questions in a list: those with the most votes, and always the person's own. */
export const QUESTIONS_LISTED_MAX = 200
/** The server combines changes and sends them at most this often. */
export const QUESTIONS_EVERY_MS = 1_000
/** The most changes in one message; the next message has the others. */
export const QUESTIONS_SENT_MAX = 50
/** A page that shall fetch the questions again does so within this time, not at the same moment as all others. */
export const QUESTIONS_AGAIN_WITHIN_MS = 10_000
/** How long a question exists before it is deleted. */
export const QUESTIONS_KEPT_MS = DAY_MS

/** A question as everybody at the event sees it. */
export const publicQuestionSchema = z.object({
  id: idField,
  from: z.string(),
  text: z.string(),
  votes: z.int(),
  is_answered: z.boolean(),
  at: timeField,
  /** Grows with each change: the greater version is the newer one. */
  version: z.int(),
})
export type PublicQuestion = z.infer<typeof publicQuestionSchema>

/** A question with its relation to the person who reads it. */
export const questionSchema = z.extend(publicQuestionSchema, { is_own: z.boolean(), voted: z.boolean() })
export type EventQuestion = z.infer<typeof questionSchema>

/** Those with the most votes first, then the oldest; answered ones last. */
export const questionListSchema = listOf(questionSchema)
export type QuestionList = z.infer<typeof questionListSchema>

/** Longer than a question may be, so that the refusal can say so. */
const QUESTION_BODY_MAX = 4_000
export const newQuestionSchema = z.object({
  text: z.string().check(z.maxLength(QUESTION_BODY_MAX)),
  /** The page's id of this question: a question that is sent twice appears once. */
  uuid: z.optional(uuidKeyField),
})
export type NewQuestion = z.infer<typeof newQuestionSchema>

/** States the result, so that two presses in two tabs are one vote; without one it is true. */
export const voteSchema = z.nullish(z.object({ voted: z.optional(z.boolean()) }))
export const answeredSchema = z.nullish(z.object({ answered: z.optional(z.boolean()) }))

/** The same message for everybody: a page knows its own questions and votes from its list. */
export const questionNewsSchema = z.object({
  changed: z.array(publicQuestionSchema),
  /** Ids of removed questions. */
  gone: z.array(idField),
  /** Messages may be lost: a page that shows the questions fetches them again. */
  again: z.optional(z.literal(true)),
})
export type QuestionNews = z.infer<typeof questionNewsSchema>
