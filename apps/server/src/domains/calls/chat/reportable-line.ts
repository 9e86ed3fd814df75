import type { Db } from '../../../db/client.ts'
import { hadPaidPlace } from '../../requests/public.ts'
import type { Reportable } from '../../safety/public.ts'
import type { Bus } from '../bus.ts'
import type { RoomSubjects } from '../deps.ts'
import { isPerformer } from '../room-subject.ts'
import { ChatNotes } from './chat-notes.ts'

const LINE_OF_EVENT = /^([^:]+):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/**
 * A line of the chat of an event, for a report by a person who was at it: its owner, or a person who paid for a place;
 * null for anybody else, and for a line that is hidden or older than what the bus keeps. `id` has the event's slug and
 * the id of the line. Nothing of a chat is stored before somebody reports it, and then this line alone.
 */
export async function reportableLine(
  { db, bus, subjects }: { db: Db; bus: Bus; subjects: Pick<RoomSubjects, 'find' | 'moderatorsOf'> },
  id: string,
  reporterId: string,
): Promise<Reportable | null> {
  const [, eventSlug, lineId] = LINE_OF_EVENT.exec(id) ?? []
  if (!eventSlug || !lineId) return null
  const event = await subjects.find({ eventSlug })
  // In a call a report takes the last lines of the two along.
  if (event?.kind !== 'broadcast') return null
  const { roomId } = event
  const wasThere =
    isPerformer(event, reporterId) || (await hadPaidPlace(db, { eventId: roomId, buyerId: reporterId }))
  if (!wasThere) return null
  const line = (await new ChatNotes({ bus, subjects }).lines(roomId)).find(each => each.id === lineId)
  if (!line) return null
  return { aboutId: line.id, reportedId: line.personId, facts: { line: line.text } }
}
