import { QUESTIONS_KEPT_MS, QUESTIONS_LISTED_MAX } from '@parley/contract'
import { and, asc, count, desc, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Db, DbOrTx, Tx } from '../../../db/client.ts'
import { users } from '../../accounts/public.ts'
import { questions, questionVotes } from '../tables.ts'

export type QuestionRow = typeof questions.$inferSelect
/** A question with its author's username of now. */
export interface FoundQuestion extends QuestionRow {
  from: string
}
/** A question with its relation to one person. */
export interface OwnQuestion extends FoundQuestion {
  voted: boolean
}

interface InRoom {
  roomId: string
  id: string
}

const isShown = (roomId: string) => and(eq(questions.roomId, roomId), isNull(questions.hiddenAt))
const isOpenOf = (roomId: string, authorId: string) =>
  and(isShown(roomId), eq(questions.authorId, authorId), isNull(questions.answeredAt))
const votedBy = (personId: string) =>
  sql<boolean>`exists (select from question_votes v where v.question_id = ${questions.id} and v.person_id = ${personId})`

/** Serializes the questions of one person until the transaction ends. */
export async function lockAuthor(tx: Tx, authorId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`asker:${authorId}`}, 0))`)
}

export async function findByUuid(tx: Tx, authorId: string, uuid: string): Promise<QuestionRow | null> {
  const [row] = await tx
    .select()
    .from(questions)
    .where(and(eq(questions.authorId, authorId), eq(questions.uuid, uuid)))
  return row ?? null
}

/** How many questions of a person wait for an answer. */
export async function countOpen(db: DbOrTx, roomId: string, authorId: string): Promise<number> {
  const [row] = await db.select({ open: count() }).from(questions).where(isOpenOf(roomId, authorId))
  return row?.open ?? 0
}

export async function insertQuestion(tx: Tx, row: typeof questions.$inferInsert): Promise<void> {
  await tx.insert(questions).values(row)
}

/** A question of this event that is shown, as one person sees it; null for any other. */
export async function findQuestion(db: DbOrTx, { roomId, id }: InRoom, personId: string) {
  const [row] = await db
    .select({ question: questions, from: users.username, voted: votedBy(personId) })
    .from(questions)
    .innerJoin(users, eq(users.id, questions.authorId))
    .where(and(isShown(roomId), eq(questions.id, id)))
  return row ? { ...row.question, from: row.from, voted: row.voted } : null
}

/**
 * Those with the most votes first, one's own before all others where the list is too long for all; answered ones
 * last.
 */
export async function listQuestions(db: DbOrTx, roomId: string, personId: string): Promise<OwnQuestion[]> {
  const isAnswered = sql`${questions.answeredAt} is not null`
  const isOther = sql`${questions.authorId} <> ${personId}`
  const rows = await db
    .select({ question: questions, from: users.username, voted: votedBy(personId) })
    .from(questions)
    .innerJoin(users, eq(users.id, questions.authorId))
    .where(isShown(roomId))
    .orderBy(isAnswered, isOther, desc(questions.votes), asc(questions.createdAt), asc(questions.id))
    .limit(QUESTIONS_LISTED_MAX)
  return rows
    .map(({ question, from, voted }) => ({ ...question, from, voted }))
    .sort(
      (one, other) =>
        Number(one.answeredAt !== null) - Number(other.answeredAt !== null) ||
        other.votes - one.votes ||
        one.createdAt.getTime() - other.createdAt.getTime(),
    )
}

/** Those of some questions that are shown, for everybody alike. */
export async function readQuestions(
  db: Db,
  roomId: string,
  ids: readonly string[],
): Promise<FoundQuestion[]> {
  const rows = await db
    .select({ question: questions, from: users.username })
    .from(questions)
    .innerJoin(users, eq(users.id, questions.authorId))
    .where(and(isShown(roomId), inArray(questions.id, [...ids])))
  return rows.map(({ question, from }) => ({ ...question, from }))
}

/** Ids of all questions that wait for an answer, those with the most votes first. */
export async function openQuestionIds(db: Db, roomId: string): Promise<string[]> {
  const rows = await db
    .select({ id: questions.id })
    .from(questions)
    .where(and(isShown(roomId), isNull(questions.answeredAt)))
    .orderBy(desc(questions.votes))
    .limit(QUESTIONS_LISTED_MAX)
  return rows.map(({ id }) => id)
}

/**
 * Adds or removes a vote for an open question; false if nothing changed. One statement: a thousand voters wait for
 * each other's row only while the database writes it.
 */
export async function setVote(
  db: Db,
  { roomId, id }: InRoom,
  { personId, voted }: { personId: string; voted: boolean },
): Promise<boolean> {
  const change = voted
    ? sql`insert into question_votes (question_id, person_id)
          select q.id, ${personId}::uuid from questions q
          where q.id = ${id} and q.room_id = ${roomId} and q.hidden_at is null and q.answered_at is null
          on conflict do nothing returning question_id`
    : sql`delete from question_votes v using question q
          where v.question_id = q.id and v.person_id = ${personId} returning v.question_id`
  // Locks the question before the vote, as the end of a place does: otherwise the two deadlock.
  const question = sql`select id from questions
    where id = ${id} and room_id = ${roomId} and answered_at is null for no key update`
  const changed = await db.execute(sql`
    with ${voted ? sql`` : sql`question as (${question}), `}vote as (${change})
    update questions set votes = votes + ${voted ? 1 : -1}::int, version = version + 1
    where id in (select question_id from vote) returning id`)
  return changed.rowCount === 1
}

/** False where it is no question of this event, is hidden, or was so already. */
export async function setAnswered(
  db: Db,
  { roomId, id }: InRoom,
  { answered, now }: { answered: boolean; now: Date },
): Promise<boolean> {
  const changed = await db
    .update(questions)
    .set({ answeredAt: answered ? now : null, version: sql`${questions.version} + 1` })
    .where(
      and(isShown(roomId), eq(questions.id, id), sql`(${questions.answeredAt} is not null) <> ${answered}`),
    )
    .returning({ id: questions.id })
  return changed.length === 1
}

export async function setHidden(db: Db, { roomId, id }: InRoom, now: Date): Promise<boolean> {
  const changed = await db
    .update(questions)
    .set({ hiddenAt: now, version: sql`${questions.version} + 1` })
    .where(and(isShown(roomId), eq(questions.id, id)))
    .returning({ id: questions.id })
  return changed.length === 1
}

/** False where it is no question of this event, or was not hidden. */
export async function setShown(db: Db, { roomId, id }: InRoom): Promise<boolean> {
  const changed = await db
    .update(questions)
    .set({ hiddenAt: null, version: sql`${questions.version} + 1` })
    .where(and(eq(questions.roomId, roomId), eq(questions.id, id), isNotNull(questions.hiddenAt)))
    .returning({ id: questions.id })
  return changed.length === 1
}

/** Hides the unanswered questions of a person; returns the ids. */
export async function hideOpenOf(db: DbOrTx, who: { roomId: string; personId: string; now: Date }) {
  const changed = await db
    .update(questions)
    .set({ hiddenAt: who.now, version: sql`${questions.version} + 1` })
    .where(isOpenOf(who.roomId, who.personId))
    .returning({ id: questions.id })
  return changed.map(({ id }) => id)
}

/** Removes a person's votes, at one event or everywhere; returns the ids of their questions. */
export async function deleteVotes(tx: Tx, personId: string, roomId: string | null): Promise<string[]> {
  const inRoom = roomId === null ? undefined : eq(questions.roomId, roomId)
  // In one order, so that two people who leave do not deadlock.
  const voted = await tx
    .select({ id: questions.id })
    .from(questions)
    .innerJoin(
      questionVotes,
      and(eq(questionVotes.questionId, questions.id), eq(questionVotes.personId, personId)),
    )
    .where(inRoom)
    .orderBy(asc(questions.id))
    .for('update', { of: questions })
  const ids = voted.map(({ id }) => id)
  if (ids.length === 0) return []
  const taken = await tx
    .delete(questionVotes)
    .where(and(eq(questionVotes.personId, personId), inArray(questionVotes.questionId, ids)))
    .returning({ id: questionVotes.questionId })
  const takenIds = taken.map(({ id }) => id)
  if (takenIds.length > 0)
    await tx
      .update(questions)
      .set({ votes: sql`${questions.votes} - 1`, version: sql`${questions.version} + 1` })
      .where(inArray(questions.id, takenIds))
  return takenIds
}

/** Old questions go, with the votes for them. */
export async function deleteOldQuestions(db: Db, now: Date): Promise<void> {
  await db.delete(questions).where(lt(questions.createdAt, new Date(now.getTime() - QUESTIONS_KEPT_MS)))
}

/** What a person asked, and what they voted for, for their export. */
export async function exportQuestions(db: DbOrTx, personId: string) {
  const own = await db
    .select()
    .from(questions)
    .where(eq(questions.authorId, personId))
    .orderBy(asc(questions.createdAt))
  const voted = await db
    .select({ eventId: questions.roomId, questionId: questions.id })
    .from(questionVotes)
    .innerJoin(questions, eq(questions.id, questionVotes.questionId))
    .where(eq(questionVotes.personId, personId))
    .orderBy(asc(questions.createdAt))
  return {
    asked: own.map(({ roomId: eventId, text, votes, createdAt, answeredAt, hiddenAt }) => ({
      ...{ eventId, text, votes, at: createdAt.toISOString() },
      ...{ isAnswered: answeredAt !== null, isHidden: hiddenAt !== null },
    })),
    voted,
  }
}

export async function eraseQuestions(tx: Tx, personId: string): Promise<void> {
  await deleteVotes(tx, personId, null)
  await tx.delete(questions).where(eq(questions.authorId, personId))
}
