import type { NamedRequest } from '../store.ts'

type Sold = Pick<NamedRequest, 'event'> & { row: Pick<NamedRequest['row'], 'id' | 'liveEventId'> }

/** Whether a request is a place in the line of a queue: its turn is a call of two people. */
export const isTurn = ({ event }: Pick<NamedRequest, 'event'>): boolean => event?.format === 'queue'

/**
 * The room of a request, whose clock has the used time. `own`: a private or prepaid call, or a turn of a queue, is a
 * call of two people, and the database stores when each of them was in it. `shared`: all places at a broadcast share
 * the room of their event, and the database does not store who watched.
 */
export function roomOf(sold: Sold): { id: string; kind: 'own' | 'shared' } {
  const { id, liveEventId } = sold.row
  return liveEventId === null || isTurn(sold) ? { id, kind: 'own' } : { id: liveEventId, kind: 'shared' }
}
