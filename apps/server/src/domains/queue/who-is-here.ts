import { QUEUE_READY_FOR_MS } from '@parley/contract'
import type { Calls } from '../calls/public.ts'
import { findPlace } from '../requests/public.ts'
import { changeQueue, unlessRefused } from './change-queue.ts'
import type { QueueDeps } from './deps.ts'
import { inLine, isReady, type Queue } from './machine/queue.ts'
import { listReady } from './store.ts'

/** So many of those who come next are asked whether their page is still open. */
const NEXT_POLLED = 2

export interface WiredQueue extends QueueDeps {
  calls: Pick<
    Calls,
    'onRoomChanged' | 'publishQueue' | 'publishChat' | 'isHere' | 'leaveLine' | 'admitEarly' | 'endChat'
  >
  /** Counts for all processes together: how often, in a window of time. */
  counts: { hit(key: string, windowMs: number): Promise<{ current: number; ttl: number }> }
}

/**
 * Who comes next and has closed the page is not ready any more: calling them would cost everybody else's time. `queue`
 * is what was stored a moment ago, if anything was. A process that has lost Redis passes nobody over for a page that
 * another process may see.
 */
export async function passOverAbsent(
  deps: WiredQueue,
  eventId: string,
  queue: Queue | null = null,
): Promise<void> {
  for (const place of await nextReady(deps, eventId, queue)) {
    const holder = await findPlace(deps.db, place)
    if (!holder || (await deps.calls.isHere(eventId, holder.buyerId)) !== false) continue
    await unlessRefused(changeQueue(deps, { by: { id: eventId }, decide: () => ({ kind: 'away', place }) }))
  }
}

async function nextReady(deps: WiredQueue, eventId: string, queue: Queue | null): Promise<string[]> {
  const nowMs = deps.clock.now().getTime()
  const since = new Date(nowMs - QUEUE_READY_FOR_MS)
  if (!queue) return listReady(deps.db, { eventId, since, atMost: NEXT_POLLED })
  const ready = inLine(queue).filter(turn => isReady(turn, nowMs))
  return ready.slice(0, NEXT_POLLED).map(({ place }) => place)
}
