import { eq } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { hadPaidPlace } from '../../requests/public.ts'
import type { Reportable } from '../../safety/public.ts'
import type { RoomSubjects } from '../deps.ts'
import { isPerformer } from '../room-subject.ts'
import { questions } from '../tables.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * A question for a report by a person who was at its event: its owner, or a person who paid for a place; null for
 * anybody else. Also a hidden one, and after a refund or a removal: they read it before.
 */
export async function reportableQuestion(
  { db, subjects }: { db: Db; subjects: Pick<RoomSubjects, 'find'> },
  id: string,
  reporterId: string,
): Promise<Reportable | null> {
  if (!UUID.test(id)) return null
  const [question] = await db.select().from(questions).where(eq(questions.id, id))
  const event = question && (await subjects.find({ roomId: question.roomId }))
  if (!question || event?.kind !== 'broadcast') return null
  const place = { eventId: question.roomId, buyerId: reporterId }
  const wasThere = isPerformer(event, reporterId) || (await hadPaidPlace(db, place))
  if (!wasThere) return null
  return { aboutId: question.id, reportedId: question.authorId, facts: { question: question.text } }
}
