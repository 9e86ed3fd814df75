import * as z from 'zod/mini'
import { idField, timeField, uuidKeyField } from '../fields.ts'
import { DAY_MS } from '../rules/time-units.ts'

/** What changed of the questions of an event, on the presence socket of its people. */
export const MESSAGE_QUESTIONS = 'MESSAGE_QUESTIONS'

/** Characters of one question, as code points. */
export const QUESTION_TEXT_MAX = 280
/** So many questions of one person wait for an answer at once. */
export const QUESTIONS_OPEN_MAX = 3
/** A list has so many, those with the most votes; one's own are always among them. */
export const QUESTIONS_LISTED_MAX = 200
/** Pages are told of changes together, at most this often. */
export const QUESTIONS_EVERY_MS = 1_000
/** One message tells so many changes; the others come with the next. */
export const QUESTIONS_TOLD_MAX = 50
/** From when it was asked; then it is deleted. */
export const QUESTIONS_KEPT_MS = DAY_MS

/** A question as everybody at the event sees it. */
export const askedQuestionSchema = z.object({
  id: idField,
  from: z.string(),
  text: z.string(),
  votes: z.int(),
  is_answered: z.boolean(),
  at: timeField,
  /** Grows with each change: of two reports of a question the one with the greater version is true. */
  version: z.int(),
})
export type AskedQuestion = z.infer<typeof askedQuestionSchema>

/** A question with what it is to the person who asks for it. */
export const questionSchema = z.extend(askedQuestionSchema, { is_own: z.boolean(), voted: z.boolean() })
export type EventQuestion = z.infer<typeof questionSchema>

/** Those with the most votes first, then the oldest; answered ones last. */
export const questionListSchema = z.object({ results: z.array(questionSchema) })
export type QuestionList = z.infer<typeof questionListSchema>

/** Longer than a question may be, so that the refusal can say so. */
const QUESTION_BODY_MAX = 4_000
export const newQuestionSchema = z.object({
  text: z.string().check(z.maxLength(QUESTION_BODY_MAX)),
  /** The page's own name of this question: sent again after a break, it is asked once. */
  uuid: uuidKeyField,
})
export type NewQuestion = z.infer<typeof newQuestionSchema>

/** Says what holds afterwards, so that two presses in two tabs are one vote. */
export const voteSchema = z.object({ voted: z.boolean() })
export const answeredSchema = z.object({ answered: z.boolean() })

/** The same for everybody: what is one's own, a page knows by its list. */
export const questionNewsSchema = z.object({
  changed: z.array(askedQuestionSchema),
  /** Ids of questions that are to be shown no more. */
  gone: z.array(idField),
})
export type QuestionNews = z.infer<typeof questionNewsSchema>
