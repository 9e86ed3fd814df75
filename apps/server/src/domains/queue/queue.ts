import { type Domain, domainOf, personalDataOf } from '../../core/domain.ts'
import { shareOf, workOf } from '../../core/topic.ts'
import { withTransaction } from '../../db/client.ts'
import { eachOf } from '../../db/each-of.ts'
import { knownTooYoung, suspendedOf } from '../accounts/public.ts'
import { COUNT_ENDS_WITHIN_MS, COUNT_POLLED_EVERY_MS, settleTurn } from '../requests/public.ts'
import { SAFETY_TOPICS } from '../safety/public.ts'
import { changeQueue, unlessRefused } from './change-queue.ts'
import { eraseCrews, exportCrews, partCrew } from './crew.ts'
import { type LineChanged, QUEUE_TOPICS } from './deps.ts'
import type { QueueAction } from './machine/step.ts'
import { queueRoutes } from './routes.ts'
import { type EventRow, eventsToStand, selectCurrent, tickingQueues } from './store.ts'
import { passOverAbsent, type WiredQueue } from './who-is-here.ts'

/** The queue domain: events at which one meets a line of fans, one after the other. */
export function createQueue(deps: WiredQueue): Domain {
  return domainOf({
    routes: [queueRoutes(deps)],
    work: [
      workOf(QUEUE_TOPICS.crewLeft, ({ eventId, personIds }) => deps.calls.leaveLine(eventId, personIds)),
      workOf(QUEUE_TOPICS.moderators, ({ eventId }) => deps.calls.publishChat(eventId)),
      shareOf(SAFETY_TOPICS.blocked, 'queue', pair => partCrew(deps, pair)),
      workOf(QUEUE_TOPICS.changed, change => followChange(deps, change)),
    ],
    timeRules: [
      { due: tickingQueues, apply: () => tickQueues(deps) },
      { due: eventsToStand, apply: () => standOrders(deps) },
    ],
    personal: personalDataOf({
      exported: async userId => ({ usher_at: await exportCrews(deps.db, userId) }),
      erase: eraseCrews,
    }),
  })
}

/** Closes the rooms of turns that are over, publishes the line, and settles the money of these turns. */
async function followChange(
  deps: WiredQueue,
  { eventId, closed, settled, waitsUntil }: LineChanged,
): Promise<void> {
  // Everybody leaves a room before its money is decided, so that all of its time is counted.
  for (const placeId of closed) await deps.calls.onRoomChanged(placeId)
  // The next fan gets the call before any money is booked.
  await deps.calls.publishQueue(eventId)
  // The person whose turn it is may not be admitted yet, if the server died right after storing the turn.
  const current = await selectCurrent(deps.db, eventId)
  if (current) await deps.calls.admitEarly(current.requestId)
  const nowMs = deps.clock.now().getTime()
  const until = waitsUntil ? new Date(waitsUntil) : new Date(nowMs + COUNT_ENDS_WITHIN_MS)
  const counted: typeof settled = []
  for (const turn of settled) {
    const outcome = await settleTurn(deps.requests, { ...turn, waitsUntil: until })
    if (outcome === 'counted') counted.push(turn)
    // The room of a place that waited for its rest was closed long ago, and its chat was kept.
    else await deps.calls.endChat(turn.requestId)
  }
  // Each fan whose place is settled reads the sum that goes back.
  if (settled.length > counted.length) await deps.calls.publishQueue(eventId)
  if (counted.length === 0) return
  const again = { eventId, closed: counted.map(({ requestId }) => requestId), settled: counted }
  const runAt = new Date(nowMs + COUNT_POLLED_EVERY_MS)
  const payload = { ...again, waitsUntil: until.toISOString() }
  await withTransaction(deps.db, tx =>
    deps.outbox.addLater(tx, { topic: QUEUE_TOPICS.changed, payload, runAt }),
  )
}

/** Applies what time alone does to lines, and asks whether those who come next are still there. */
async function tickQueues(deps: WiredQueue): Promise<number> {
  const ticking = await tickingQueues(deps.db, deps.clock.now())
  const out = await hostsOut(deps, [...new Set(ticking.map(({ ownerId }) => ownerId))])
  await eachOf(ticking, queue =>
    tickOne(deps, queue.eventId, { ...queue, isHostOut: out.has(queue.ownerId) }),
  )
  return ticking.length
}

/** Makes the orders stand whose time has come. */
async function standOrders(deps: WiredQueue): Promise<number> {
  const toStand = await eventsToStand(deps.db, deps.clock.now())
  await eachOf(toStand, ({ id }) => changeQueue(deps, { by: { id }, decide: () => ({ kind: 'tick' }) }))
  return toStand.length
}

/** The hosts whose lines may not go on, because they are suspended or known to be too young. */
async function hostsOut(deps: WiredQueue, hosts: readonly string[]): Promise<ReadonlySet<string>> {
  if (hosts.length === 0) return new Set()
  const suspended = await suspendedOf(deps.db, hosts)
  return new Set([...suspended, ...(await knownTooYoung(deps.requests, hosts))])
}

async function tickOne(
  deps: WiredQueue,
  eventId: string,
  { ownerId, isHostOut }: { ownerId: string; isHostOut: boolean },
): Promise<void> {
  // Of a host whom nobody sees the line waits: no time passes in which others are skipped.
  const hostIsHere = (await deps.calls.isHere(eventId, ownerId)) === true
  const decide = ({ state }: EventRow): QueueAction => {
    if (state === 'ended' || state === 'cancelled') return { kind: 'cancelled' }
    return { kind: isHostOut ? 'end' : 'tick' }
  }
  const queue = await unlessRefused(changeQueue(deps, { by: { id: eventId }, hostIsHere, decide }))
  await passOverAbsent(deps, eventId, queue)
}
