import { eventLengthMs, type TurnShown } from '@parley/contract'
import type { NamedRequest } from '../store.ts'

/** The calendar entry of a person with a place: when, and for what. */
export interface PlaceDate {
  startsAt: Date
  endsAt: Date
  title: string
}

/**
 * When the holder of a place should be there; null for an undated event. For a place in a line, the estimated time of
 * the turn, or the whole event if that is unknown.
 */
export function dateOfPlace({ row, event }: NamedRequest, turn: TurnShown | undefined): PlaceDate | null {
  if (!event?.startsAt) return null
  const { title, startsAt, capacity, format } = event
  const { durationSeconds } = row
  const after = (from: Date, ms: number) => new Date(from.getTime() + ms)
  if (format !== 'queue') return { startsAt, endsAt: after(startsAt, durationSeconds * 1000), title }
  if (row.begunAt) return { startsAt: row.begunAt, endsAt: after(row.begunAt, durationSeconds * 1000), title }
  const named = turn?.number ? `${title} (number ${turn.number})` : title
  if (!turn?.eta_from || !turn.eta_to) {
    const lengthMs = eventLengthMs({ format, durationSeconds, capacity })
    return { startsAt, endsAt: after(startsAt, lengthMs), title: named }
  }
  const endsAt = after(new Date(turn.eta_to), durationSeconds * 1000)
  return { startsAt: new Date(turn.eta_from), endsAt, title: named }
}
