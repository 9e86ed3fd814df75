import type { TurnRooms } from '../calls/public.ts'
import { findEventRow } from '../live-events/public.ts'
import { findRequest, standingOfPlace, turnStanding, turnSubject } from '../requests/public.ts'
import { changeQueue, ORDER_STANDS_MS, unlessRefused } from './change-queue.ts'
import { chatCrew, isUsher } from './crew.ts'
import type { QueueDeps } from './deps.ts'
import { nextOf } from './machine/queue.ts'
import type { QueueAction } from './machine/step.ts'
import { queueFor } from './show-queue.ts'
import { hasQueue, loadQueue, selectCurrent, selectTurn } from './store.ts'

/** The turns of queues as the calls domain sees them: each a call of two, in a room with the place's id. */
export function turnRooms(deps: QueueDeps): TurnRooms {
  const { db } = deps
  const change = (eventId: string, action: QueueAction) =>
    changeQueue(deps, { by: { id: eventId }, decide: () => action })
  return {
    ...chatCrew(deps),
    queueFor: eventId => queueFor(deps, eventId),
    isUsher: (eventId, personId) => isUsher(db, eventId, personId),
    async find(place) {
      const turn = await selectTurn(db, place.row.id)
      const subject = turn && (await turnSubject(db, place))
      if (!turn || !subject) return null
      const { eventId: lineId, state } = turn
      const isClosed = state !== 'called' && state !== 'in_turn'
      const isAhead = state === 'waiting' || state === 'skipped'
      return { ...subject, lineId, hasBegun: state === 'in_turn', isClosed, isAhead }
    },
    async turnOf(eventId, personId) {
      const current = await selectCurrent(db, eventId)
      const found = current && (await findRequest(db, current.requestId))
      if (!found || standingOfPlace(found.row) !== 'stands') return null
      const isTheirs = found.row.buyerId === personId || found.row.influencerId === personId
      return isTheirs ? found.row.id : null
    },
    async nextTurn(eventId, personId) {
      const event = await findEventRow(db, { id: eventId })
      const queue = event?.format === 'queue' ? await loadQueue(db, event) : null
      const next = queue && nextOf(queue, deps.clock.now().getTime())
      const place = next && (await findRequest(db, next.place))
      const subject = place && standingOfPlace(place.row) === 'stands' && (await turnSubject(db, place))
      if (!subject) return null
      const isTheirs = subject.buyer.id === personId || subject.influencer?.id === personId
      return isTheirs ? { ...subject, lineId: eventId } : null
    },
    async endTurn(eventId, personId) {
      const current = await selectCurrent(db, eventId)
      const found = current && (await findRequest(db, current.requestId))
      if (current?.state !== 'in_turn' || !found) return
      const { id: place, buyerId, influencerId } = found.row
      if (personId === influencerId) await unlessRefused(change(eventId, { kind: 'next' }))
      else if (personId === buyerId) await unlessRefused(change(eventId, { kind: 'leave', place }))
    },
    async follow({ placeId, eventId }) {
      const event = await findEventRow(db, { id: eventId })
      if (event?.format !== 'queue' || !event.startsAt) return
      const isToStand = deps.clock.now().getTime() >= event.startsAt.getTime() - ORDER_STANDS_MS
      // Until the order stands, who has a place is asked of the places.
      if (!isToStand && !(await hasQueue(db, eventId))) return
      await changeQueue(deps, {
        by: { id: eventId },
        async decide(_event, tx) {
          const turn = await selectTurn(tx, placeId)
          const standing = await turnStanding(tx, placeId)
          if (standing === 'stands') return turn ? null : { kind: 'bought', place: placeId }
          if (standing === 'disputed') return turn && { kind: 'disputed', place: placeId }
          const why = standing === 'absent' ? 'absent' : 'not_their_doing'
          return turn && { kind: 'departed', place: placeId, why }
        },
      })
    },
    async begin(placeId) {
      const turn = await selectTurn(db, placeId)
      if (!turn) return false
      await change(turn.eventId, { kind: 'begun', place: placeId })
      return true
    },
    async complete(placeId) {
      const turn = await selectTurn(db, placeId)
      if (!turn) return false
      await unlessRefused(change(turn.eventId, { kind: 'used_up', place: placeId }))
      return true
    },
  }
}
