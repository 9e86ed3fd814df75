import {
  type EventQuestion,
  messages,
  type NewQuestion,
  type PublicQuestion,
  QUESTION_TEXT_MAX,
  QUESTIONS_OPEN_MAX,
} from '@parley/contract'
import { newId } from '../../../core/ids.ts'
import type { Person } from '../../../core/person.ts'
import { refuse } from '../../../core/refusal.ts'
import { withTransaction } from '../../../db/client.ts'
import type { EventSubject } from '../../live-events/public.ts'
import { mutedUntil } from '../chat/chat-notes.ts'
import { readLine } from '../chat/chat-text.ts'
import type { RoomChat } from '../chat/room-chat.ts'
import type { CallsDeps } from '../deps.ts'
import { findDenial, refusalOf } from '../joining.ts'
import { publishToRoom } from '../room-messages.ts'
import { isPerformer } from '../room-subject.ts'
import {
  countOpen,
  deleteVotes,
  type FoundQuestion,
  findByUuid,
  findQuestion,
  hideOpenOf,
  insertQuestion,
  listQuestions,
  lockAuthor,
  type OwnQuestion,
  setAnswered,
  setHidden,
  setShown,
  setVote,
} from './question-store.ts'

export type QuestionDeps = CallsDeps & {
  chat: RoomChat
  callClock: { usedMs(roomId: string): Promise<number> }
}

/** A person at an event. */
export interface Caller {
  slug: string
  person: Person
}
interface OfQuestion extends Caller {
  id: string
}

const NO_EVENT = 'There is no such event'
const NO_QUESTION = 'There is no such question'

/** The event, for its owner and for people with a valid paid place, while its room is open. */
async function enter(deps: QuestionDeps, { slug, person }: Caller): Promise<EventSubject> {
  const subject = await deps.subjects.find({ eventSlug: slug })
  // Nobody in a queue learns who else waits.
  if (subject?.kind !== 'broadcast' || subject.format === 'queue') throw refuse.notFound(NO_EVENT)
  const denial = await findDenial(deps, subject, person.id)
  // Attack: reading what is asked at an event without having paid for it.
  if (denial?.why === 'stranger') throw refuse.notFound(NO_EVENT)
  if (denial?.why === 'over') throw refuse.conflict('This event is over')
  if (denial) throw refusalOf(denial)
  return subject
}

async function enterAsOwner(deps: QuestionDeps, caller: Caller): Promise<EventSubject> {
  const event = await enter(deps, caller)
  if (!isPerformer(event, caller.person.id)) throw refuse.forbidden(messages.questionsByOwner)
  return event
}

const publish = (deps: CallsDeps, roomId: string, ids: string[]) =>
  ids.length === 0 ? Promise.resolve() : publishToRoom(deps.bus, roomId, { kind: 'questions', ids })

/** All questions of an event, as one person sees them. */
export async function listed(deps: QuestionDeps, caller: Caller): Promise<EventQuestion[]> {
  const { roomId } = await enter(deps, caller)
  const { id } = caller.person
  const apart = await deps.apartFrom(id)
  const rows = await listQuestions(deps.db, roomId, id)
  return rows.filter(row => !apart.has(row.authorId)).map(row => presented(row, id))
}

/** Asks once for each uuid, under the rules of the chat. */
export async function createQuestion(
  deps: QuestionDeps,
  caller: Caller,
  question: NewQuestion & { uuid: string },
): Promise<EventQuestion> {
  const event = await enter(deps, caller)
  const { roomId } = event
  const authorId = caller.person.id
  const text = await readQuestion(deps, event, { authorId, text: question.text })
  const id = await withTransaction(deps.db, async tx => {
    await lockAuthor(tx, authorId)
    const known = await findByUuid(tx, authorId, question.uuid)
    if (known) {
      if (known.roomId !== roomId || known.text !== text) throw refuse.conflict(messages.questionUuidUsed)
      return known.id
    }
    // Attack: a list that one person fills, by tabs or on several processes.
    if ((await countOpen(tx, roomId, authorId)) >= QUESTIONS_OPEN_MAX)
      throw refuse.conflict(messages.questionsMany)
    const id = newId()
    await insertQuestion(tx, { id, roomId, authorId, uuid: question.uuid, text, createdAt: deps.clock.now() })
    return id
  })
  await keepIfPlaced(deps, event, authorId)
  await hideIfMuted(deps, event, authorId)
  await publish(deps, roomId, [id])
  return shown(deps, { roomId, id }, authorId)
}

async function readQuestion(
  deps: QuestionDeps,
  event: EventSubject,
  { authorId, text }: { authorId: string; text: string },
): Promise<string> {
  const state = await deps.chat.notes.state(event.roomId)
  if (mutedUntil(state, authorId, deps.clock.now())) throw refuse.forbidden(messages.mutedByHost)
  const read = readLine(text, { links: 'refused', words: state.rules.words, atMost: QUESTION_TEXT_MAX })
  if ('text' in read) return read.text
  throw refuse.fields({ text: [refusedText(read.why)] })
}

function refusedText(why: string): string {
  switch (why) {
    case 'empty':
      return messages.questionRequired
    case 'long':
      return messages.questionLong
    case 'link':
      return messages.linkRefused
    case 'number':
      return messages.numberRefused
    default:
      return messages.wordRefused
  }
}

/** Attack: a question or a vote that is stored while its author's place ends. */
async function keepIfPlaced(deps: QuestionDeps, event: EventSubject, personId: string): Promise<void> {
  const { roomId } = event
  if (isPerformer(event, personId) || (await deps.subjects.placeOf(roomId, personId)) === 'paid') return
  await withdrawPlace(deps, { eventId: roomId, personId })
  throw refuse.notFound(NO_EVENT)
}

/** A mute that was stored after this text was read does not know this question. */
async function hideIfMuted(deps: QuestionDeps, { roomId }: EventSubject, personId: string): Promise<void> {
  if (!mutedUntil(await deps.chat.notes.state(roomId), personId, deps.clock.now())) return
  await hideQuestionsOf(deps, roomId, personId)
  throw refuse.forbidden(messages.mutedByHost)
}

/** One vote for each place; an answered question keeps those it has. */
export async function vote(
  deps: QuestionDeps,
  caller: OfQuestion,
  { voted }: { voted: boolean },
): Promise<EventQuestion> {
  const event = await enter(deps, caller)
  const { roomId } = event
  const personId = caller.person.id
  const { id } = caller
  const apart = await deps.apartFrom(personId)
  const question = await findQuestion(deps.db, { roomId, id }, personId)
  if (!question || apart.has(question.authorId)) throw refuse.notFound(NO_QUESTION)
  if (isPerformer(event, personId)) throw refuse.forbidden(messages.votesByViewers)
  if (await setVote(deps.db, { roomId, id }, { personId, voted })) {
    await publish(deps, roomId, [id])
    await keepIfPlaced(deps, event, personId)
  }
  return shown(deps, { roomId, id }, personId)
}

/** The owner marks a question as answered, or removes the mark. */
export async function answer(
  deps: QuestionDeps,
  caller: OfQuestion,
  { answered }: { answered: boolean },
): Promise<EventQuestion> {
  const { roomId } = await enterAsOwner(deps, caller)
  const { id } = caller
  if (await setAnswered(deps.db, { roomId, id }, { answered, now: deps.clock.now() }))
    await publish(deps, roomId, [id])
  return shown(deps, { roomId, id }, caller.person.id)
}

/** The owner hides a question from everybody. */
export async function hide(deps: QuestionDeps, caller: OfQuestion): Promise<void> {
  const { roomId } = await enterAsOwner(deps, caller)
  const { id } = caller
  if (!(await setHidden(deps.db, { roomId, id }, deps.clock.now()))) throw refuse.notFound(NO_QUESTION)
  await publish(deps, roomId, [id])
}

/** The owner shows a hidden question again. */
export async function show(deps: QuestionDeps, caller: OfQuestion): Promise<EventQuestion> {
  const { roomId } = await enterAsOwner(deps, caller)
  const { id } = caller
  if (await setShown(deps.db, { roomId, id })) await publish(deps, roomId, [id])
  return shown(deps, { roomId, id }, caller.person.id)
}

/** A mute also hides the person's questions. */
export async function hideQuestionsOf(deps: CallsDeps, roomId: string, personId: string): Promise<void> {
  await publish(deps, roomId, await hideOpenOf(deps.db, { roomId, personId, now: deps.clock.now() }))
}

/** A place is not valid any more: its votes do not count, and its open questions are hidden. */
export async function withdrawPlace(
  deps: CallsDeps,
  { eventId: roomId, personId }: { eventId: string; personId: string },
): Promise<void> {
  const ids = await withTransaction(deps.db, async tx => [
    ...(await deleteVotes(tx, personId, roomId)),
    ...(await hideOpenOf(tx, { roomId, personId, now: deps.clock.now() })),
  ])
  await publish(deps, roomId, ids)
}

async function shown(
  deps: CallsDeps,
  question: { roomId: string; id: string },
  personId: string,
): Promise<EventQuestion> {
  const found = await findQuestion(deps.db, question, personId)
  if (!found) throw refuse.notFound(NO_QUESTION)
  return presented(found, personId)
}

/** A question as everybody sees it: nobody learns another's id. */
export function presentedToAll(row: FoundQuestion): PublicQuestion {
  const { id, from, text, votes, answeredAt, createdAt, version } = row
  return { id, from, text, votes, is_answered: answeredAt !== null, at: createdAt.toISOString(), version }
}

function presented(row: OwnQuestion, personId: string): EventQuestion {
  return { ...presentedToAll(row), is_own: row.authorId === personId, voted: row.voted }
}
