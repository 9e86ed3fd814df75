import type { QueueShown } from '@parley/contract'
import type { Person } from '../../core/person.ts'
import { refuse } from '../../core/refusal.ts'
import type { DbOrTx } from '../../db/client.ts'
import { findEventRow } from '../live-events/public.ts'
import { listPaidPlaces, namesOfPlaces, type PlaceName } from '../requests/public.ts'
import { newQueue } from './change-queue.ts'
import type { QueueDeps } from './deps.ts'
import { aheadOf, expectedMs, rangeOf } from './machine/eta.ts'
import { isReady, mayLeaveWithAll, type Queue, type Turn } from './machine/queue.ts'
import { type EventRow, loadQueue } from './store.ts'

interface Shown {
  event: EventRow
  queue: Queue
  /** Whether its order stands: before, only one by payment says anything. */
  stands: boolean
  names: Map<string, PlaceName>
  usedMs: number
  now: Date
}

/** The line of an event, for its host or for somebody with a place in it. 404 for everybody else. */
export async function showQueue(
  deps: QueueDeps,
  asked: { slug: string; viewer: Person },
): Promise<QueueShown> {
  const event = await findEventRow(deps.db, { slug: asked.slug })
  const shown = event?.format === 'queue' ? await readQueue(deps, event) : null
  const view = shown && viewOf(shown, asked.viewer.id)
  if (!view) throw refuse.notFound('There is no such queue')
  return view
}

/** A line as each of its people sees it, for a message to all of them. */
export async function queueFor(
  deps: QueueDeps,
  eventId: string,
): Promise<(personId: string) => QueueShown | null> {
  const event = await findEventRow(deps.db, { id: eventId })
  if (event?.format !== 'queue') return () => null
  const shown = await readQueue(deps, event)
  return personId => viewOf(shown, personId)
}

async function readQueue(deps: QueueDeps, event: EventRow): Promise<Shown> {
  const { db, clock } = deps
  const stored = await loadQueue(db, event)
  const queue = stored ?? newQueue(event, await listPaidPlaces(db, event.id))
  const current = queue.turns.find(({ state }) => state === 'in_turn')
  const usedMs = current ? await usedOf(deps, db, current.place) : 0
  const names = await namesOfPlaces(db, event.id)
  const stands = stored !== null
  return { event, queue: stands ? queue : { ...queue, version: 0 }, stands, names, usedMs, now: clock.now() }
}

async function usedOf(deps: QueueDeps, db: DbOrTx, place: string): Promise<number> {
  return (await deps.requests.callTime.usedMs(db, [place])).get(place) ?? 0
}

function viewOf(shown: Shown, personId: string): QueueShown | null {
  const { event, queue, names, now } = shown
  const isHost = event.influencerId === personId
  // A fan has the newest of their places in mind, and is told of no other's.
  const own = queue.turns.findLast(({ place }) => names.get(place)?.buyerId === personId)
  if (!isHost && !own) return null
  return {
    state: queue.state,
    version: queue.version,
    now: now.toISOString(),
    line: isHost && shown.stands ? lineOf(shown) : null,
    you: own ? youOf(shown, own) : null,
  }
}

function lineOf({ queue, names, now }: Shown): QueueShown['line'] {
  return [...queue.turns]
    .sort((one, other) => one.position - other.position)
    .map(turn => ({
      place: turn.place,
      number: turn.number,
      name: names.get(turn.place)?.username ?? '',
      state: turn.state,
      ready: isReady(turn, now.getTime()),
      missed: turn.missed,
    }))
}

function youOf({ event, queue, stands, usedMs, now }: Shown, turn: Turn): QueueShown['you'] {
  const nowMs = now.getTime()
  const isTold = stands || event.lineOrder === 'paid'
  const expected = isTold ? expectedMs(queue, turn.place, { nowMs, usedMs }) : null
  const range = expected === null ? null : rangeOf(expected, nowMs)
  return {
    place: turn.place,
    number: isTold ? turn.number : null,
    state: turn.state,
    ready: isReady(turn, nowMs),
    ahead: isTold ? aheadOf(queue, turn.place, nowMs) : null,
    eta_from: range && new Date(range.fromMs).toISOString(),
    eta_to: range && new Date(range.toMs).toISOString(),
    leaves_with_all: mayLeaveWithAll(queue, turn, nowMs),
  }
}
