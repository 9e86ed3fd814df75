import { refuse } from '../../core/refusal.ts'
import { type Tx, withTransaction } from '../../db/client.ts'
import { eachOf } from '../../db/each-of.ts'
import { profileShowsMore } from '../profiles/public.ts'
import { freeTime } from '../schedule/public.ts'
import { LIVE_EVENT_TOPICS, type LiveEventsDeps } from './deps.ts'
import {
  applyTimeRules,
  begin,
  cancel,
  complete,
  type EventDecision,
  end,
  endQueue,
  isOver,
  nextDueAt,
} from './event.ts'
import { type EventRow, listDueEvents, lockEvent, updateEvent } from './store.ts'

const BATCH = 50

interface Change {
  by: { slug: string } | { id: string }
  decide(row: EventRow, tx: Tx, now: Date): EventDecision | Promise<EventDecision>
}

/**
 * Every change of an event's state: locks the row, informs its places by the outbox, and gives its pages a new version.
 * 404, 409.
 */
async function changeEvent(deps: LiveEventsDeps, change: Change): Promise<void> {
  await withTransaction(deps.db, tx => changeEventIn(deps, tx, change))
  deps.outbox.nudge()
}

async function changeEventIn(deps: LiveEventsDeps, tx: Tx, change: Change): Promise<void> {
  const row = await lockEvent(tx, change.by)
  if (!row) throw refuse.notFound('There is no such event')
  const now = deps.clock.now()
  const decided = await change.decide(row, tx, now)
  if (!decided) return
  if ('notAllowed' in decided) throw refuse.conflict(decided.notAllowed)
  if ('recheckAt' in decided) return updateEvent(tx, row.id, { dueAt: decided.recheckAt })
  const dueAt = nextDueAt({ ...row, ...decided.patch })
  await updateEvent(tx, row.id, { ...decided.patch, dueAt, updatedAt: now })
  // A dated event occupies its owner's time until it is over.
  if (isOver({ ...row, ...decided.patch })) await freeTime(tx, row.id)
  await eventChanged(deps, tx, row)
}

/** What follows every change of an event: its pages get a new version, and its places are informed. */
export async function eventChanged(
  deps: LiveEventsDeps,
  tx: Tx,
  event: { id: string; influencerId: string },
): Promise<void> {
  await profileShowsMore(tx, event.influencerId, deps.clock.now())
  await deps.outbox.add(tx, LIVE_EVENT_TOPICS.changed, { eventId: event.id })
}

/** Applies what the queue decided to the state of its event, within the queue's own transaction; safe to repeat. */
export function followQueue(
  deps: LiveEventsDeps,
  tx: Tx,
  queue: { eventId: string; became: 'open' | 'served' | 'cut_short' | 'never_started' },
): Promise<void> {
  const { eventId: id, became } = queue
  const decide = (row: EventRow, _tx: Tx, now: Date) =>
    became === 'open' ? begin(row, now) : endQueue(row, became, now)
  return changeEventIn(deps, tx, { by: { id }, decide })
}

/** The owner broadcasts for the first time; safe to repeat. */
export function beginEvent(deps: LiveEventsDeps, id: string): Promise<void> {
  return changeEvent(deps, { by: { id }, decide: (row, _tx, now) => begin(row, now) })
}

/** The whole duration was broadcast; safe to repeat. */
export function completeEvent(deps: LiveEventsDeps, id: string): Promise<void> {
  return changeEvent(deps, { by: { id }, decide: (row, _tx, now) => complete(row, now) })
}

/** The owner cancels the event: every place gets a full refund. */
export function cancelEvent(deps: LiveEventsDeps, input: { slug: string; actorId: string }): Promise<void> {
  return changeEvent(deps, {
    by: { slug: input.slug },
    decide(row, _tx, now) {
      if (row.influencerId !== input.actorId) throw refuse.forbidden('This event is not yours')
      return cancel(row, now)
    },
  })
}

/** The owner ends the event for everybody: each place gets a refund for the seconds without a broadcast. */
export function endEvent(deps: LiveEventsDeps, input: { slug: string; actorId: string }): Promise<void> {
  return changeEvent(deps, {
    by: { slug: input.slug },
    async decide(row, tx, now) {
      if (row.influencerId !== input.actorId) throw refuse.forbidden('This event is not yours')
      return end(row, await deps.airtime(tx, row.id), now)
    },
  })
}

/** Applies every time rule that is due to an event; returns how many events it checked. */
export async function applyDueEvents(deps: LiveEventsDeps): Promise<number> {
  let seen = 0
  for (;;) {
    const due = await listDueEvents(deps.db, deps.clock.now(), BATCH)
    await eachOf(due, id =>
      changeEvent(deps, {
        by: { id },
        decide: async (row, tx, now) => applyTimeRules(row, await deps.airtime(tx, id), now),
      }),
    )
    seen += due.length
    if (due.length < BATCH) return seen
  }
}
