import { formatAmount, QUEUE_NOTE_SHOWN_MS, type QueueShown, type TurnShown } from '@parley/contract'
import type { Clock } from '../../core/clock.ts'
import type { Person } from '../../core/person.ts'
import { refuse } from '../../core/refusal.ts'
import type { DbOrTx } from '../../db/client.ts'
import { findEventRow } from '../live-events/public.ts'
import {
  type CallTime,
  listPaidPlaces,
  namesOfPlaces,
  type PlaceName,
  type RequestsDeps,
  type TurnRecord,
} from '../requests/public.ts'
import { areApart } from '../safety/public.ts'
import { newQueue } from './change-queue.ts'
import { ushersOf } from './crew.ts'
import type { QueueDeps } from './deps.ts'
import { isHiddenFrom } from './hidden-event.ts'
import { aheadOf, expectedMs, movesFrom, rangeOf } from './machine/eta.ts'
import { isReady, nextOf, type Queue, type Turn, turnOf } from './machine/queue.ts'
import { backNow, newTurn } from './machine/step.ts'
import { type EventRow, loadQueue, selectTurn } from './store.ts'

/** What reading a line takes. */
interface Reading {
  clock: Clock
  callTime: CallTime
}

interface Shown {
  event: EventRow
  queue: Queue
  /** Whether its order stands: before, only one by payment says anything. */
  stands: boolean
  usedMs: number
  now: Date
}

interface NamedShown extends Shown {
  names: Map<string, PlaceName>
  ushers: ReadonlySet<string>
  /** The newest turn of each buyer: a fan has that one in mind, and reads of no other's. */
  ownOf: ReadonlyMap<string, Turn>
  /** The place that is called next. */
  next: string | null
}

/**
 * The line of an event, for its host, its ushers, or somebody with a place in it. 404 for everybody else, and for whom
 * the event is not there. What a fan had with a host who is suspended stays theirs to read.
 */
export async function showQueue(
  deps: QueueDeps,
  input: { slug: string; viewer: Person },
): Promise<QueueShown> {
  const event = await findEventRow(deps.db, { slug: input.slug })
  const shown = event?.format === 'queue' ? await readNamed(deps, event) : null
  const view = shown && viewOf(shown, input.viewer.id)
  if (!view || (await isHidden(deps.db, shown.event, { view, personId: input.viewer.id })))
    throw refuse.notFound('There is no such queue')
  return view
}

async function isHidden(
  db: DbOrTx,
  event: EventRow,
  { view, personId }: { view: QueueShown; personId: string },
): Promise<boolean> {
  if (view.role === 'host') return false
  return view.role === 'usher'
    ? isHiddenFrom(db, event, personId)
    : areApart(db, event.influencerId, personId)
}

/** A line as each of its people sees it, for a message to all of them. */
export async function queueFor(
  deps: QueueDeps,
  eventId: string,
): Promise<(personId: string) => QueueShown | null> {
  const event = await findEventRow(deps.db, { id: eventId })
  if (event?.format !== 'queue') return () => null
  const shown = await readNamed(deps, event)
  return personId => viewOf(shown, personId)
}

/** What the requests domain asks of places in queues. */
export const placesInLine = (reading: Reading) => ({
  turnsOf: turnsShown(reading),
  leavingKeeps: leavingKeeps(reading.clock),
  turnRecord,
})

/** How a place stands in its line, for the answer to a bank's dispute about it; null while it is in no line. */
async function turnRecord(db: DbOrTx, placeId: string): Promise<TurnRecord | null> {
  const turn = await selectTurn(db, placeId)
  return turn && { number: turn.number, state: turn.state, missed: turn.missed, why: turn.why }
}

/** How places in queues stand, as their tickets say; a place that is not in its line is left out. */
function turnsShown(reading: Reading): RequestsDeps['turnsOf'] {
  return async (db, places) => {
    const found = new Map<string, TurnShown>()
    for (const [eventId, ofEvent] of Map.groupBy(places, place => place.eventId)) {
      const event = await findEventRow(db, { id: eventId })
      if (!event) continue
      const shown = await readQueue(reading, db, event)
      for (const { id } of ofEvent) {
        const turn = turnOf(shown.queue, id)
        if (turn) found.set(id, ticketOf(shown, turn))
      }
    }
    return found
  }
}

/**
 * Whether leaving the line now would leave the money of a place with its host: what a block of the host gives back too.
 */
function leavingKeeps(clock: Clock): RequestsDeps['leavingKeeps'] {
  return async (db, { id, eventId }) => {
    const event = await findEventRow(db, { id: eventId })
    const queue = event?.format === 'queue' ? await loadQueue(db, event) : null
    if (!queue) return false
    // Paid a moment ago: it comes last.
    const turn = turnOf(queue, id) ?? newTurn(id, queue.turns.length + 1, queue.turns.length + 1)
    if (backNow(queue, turn, clock.now().getTime()) !== 'none') return false
    return turn.state === 'skipped' ? 'buyer_absent' : 'left_line'
  }
}

async function readNamed({ db, clock, requests }: QueueDeps, event: EventRow): Promise<NamedShown> {
  const shown = await readQueue({ clock, callTime: requests.callTime }, db, event)
  const names = await namesOfPlaces(db, event.id)
  const ownOf = new Map<string, Turn>()
  for (const turn of shown.queue.turns) {
    const holder = names.get(turn.place)
    if (holder) ownOf.set(holder.buyerId, turn)
  }
  const next = nextOf(shown.queue, shown.now.getTime())?.place ?? null
  return { ...shown, names, ownOf, next, ushers: await ushersOf(db, event.id) }
}

async function readQueue({ clock, callTime }: Reading, db: DbOrTx, event: EventRow): Promise<Shown> {
  const stored = await loadQueue(db, event)
  const queue = stored ?? newQueue(event, await listPaidPlaces(db, event.id))
  const current = queue.turns.find(({ state }) => state === 'in_turn')
  const usedMs = current ? await usedOf(callTime, db, current.place) : 0
  const stands = stored !== null
  return { event, queue: stands ? queue : { ...queue, version: 0 }, stands, usedMs, now: clock.now() }
}

async function usedOf(callTime: CallTime, db: DbOrTx, place: string): Promise<number> {
  return (await callTime.usedMs(db, [place])).get(place) ?? 0
}

function viewOf(shown: NamedShown, personId: string): QueueShown | null {
  const { event, queue, next, now } = shown
  const isHost = event.influencerId === personId
  const isUsher = !isHost && shown.ushers.has(personId)
  const own = shown.ownOf.get(personId)
  if (!isHost && !isUsher && !own) return null
  return {
    role: isHost ? 'host' : isUsher ? 'usher' : 'fan',
    state: queue.state,
    version: queue.version,
    now: now.toISOString(),
    note: noteOf(queue, now.getTime()),
    next: shown.stands && (isHost || own?.place === next) ? next : null,
    line: (isHost || isUsher) && shown.stands ? lineOf(shown) : null,
    you: own ? youOf(shown, own) : null,
  }
}

function noteOf({ note, state }: Queue, nowMs: number): QueueShown['note'] {
  if (!note || state === 'ended' || nowMs - note.atMs >= QUEUE_NOTE_SHOWN_MS) return null
  return { says: note.says, at: new Date(note.atMs).toISOString() }
}

function lineOf({ queue, names, now }: NamedShown): QueueShown['line'] {
  return [...queue.turns]
    .sort((one, other) => one.position - other.position)
    .map(turn => ({
      place: turn.place,
      number: turn.number,
      name: names.get(turn.place)?.username ?? '',
      state: turn.state,
      ready: isReady(turn, now.getTime()),
      missed: turn.missed,
      rest: turn.usedMs > 0,
    }))
}

/** A place as its ticket shows it: without a number while the line is still to be drawn by lot. */
function ticketOf({ event, queue, stands, usedMs, now }: Shown, turn: Turn): TurnShown {
  const nowMs = now.getTime()
  const isOrderKnown = stands || event.lineOrder === 'paid'
  const expected = isOrderKnown ? expectedMs(queue, turn.place, { nowMs, usedMs }) : null
  const range = expected === null ? null : rangeOf(expected, movesFrom(queue, nowMs))
  return {
    number: isOrderKnown ? turn.number : null,
    state: turn.state,
    eta_from: range && new Date(range.fromMs).toISOString(),
    eta_to: range && new Date(range.toMs).toISOString(),
  }
}

function youOf(shown: NamedShown, turn: Turn): QueueShown['you'] {
  const { event, queue, stands, now } = shown
  const nowMs = now.getTime()
  const isOrderKnown = stands || event.lineOrder === 'paid'
  const back = backNow(queue, turn, nowMs)
  const money = shown.names.get(turn.place)
  return {
    place: turn.place,
    ...ticketOf(shown, turn),
    ready: isReady(turn, nowMs),
    ahead: isOrderKnown ? aheadOf(queue, turn.place, nowMs) : null,
    why: turn.why,
    back,
    leaves_with_all: back === 'all',
    ...(money && {
      paid: formatAmount(money.pricePence),
      refunded: money.backPence === null ? null : formatAmount(money.backPence),
      ...(money.staff && { staff: money.staff }),
    }),
  }
}
