import { QUEUE_READY_FOR_MS } from '@parley/contract'
import type { Calls, CallsDeps } from '../calls/public.ts'
import { findPlace } from '../requests/public.ts'
import { changeQueue, unlessRefused } from './change-queue.ts'
import type { QueueDeps } from './deps.ts'
import { listReady } from './store.ts'

/** So many of those who come next are asked whether their page is still open. */
const NEXT_POLLED = 2

export interface WiredQueue extends QueueDeps {
  calls: Pick<
    Calls,
    'onRoomChanged' | 'publishQueue' | 'publishChat' | 'isHere' | 'leaveLine' | 'admitEarly' | 'endChat'
  > &
    Pick<CallsDeps, 'ageStateOf'>
}

/** Who comes next and has closed the page is not ready any more: calling them would cost everybody else's time. */
export async function passOverAbsent(deps: WiredQueue, eventId: string): Promise<void> {
  const since = new Date(deps.clock.now().getTime() - QUEUE_READY_FOR_MS)
  for (const place of await listReady(deps.db, { eventId, since, atMost: NEXT_POLLED })) {
    const holder = await findPlace(deps.db, place)
    if (!holder || (await deps.calls.isHere(eventId, holder.buyerId))) continue
    await unlessRefused(changeQueue(deps, { by: { id: eventId }, decide: () => ({ kind: 'away', place }) }))
  }
}
