import type { QueueShown } from '@parley/contract/live/queue'
import { ApiError } from '../../../../api/errors.ts'

/** A current turn, or whose fan is called, as one of its two people sees it. */
export interface CurrentTurn {
  place: string
  /** Whom this person meets. */
  other: string
  state: 'called' | 'in_turn'
}

/**
 * What happened to a fan who waits again: they missed the call, dropped out, or the host was lost; or their page did
 * not say for too long that they are ready.
 */
export type Setback = 'missed' | 'dropped' | 'host-lost' | 'lapsed'

/** The turn that continues, in this person's view of the line. */
export function currentTurn(shown: QueueShown, hostUsername: string): CurrentTurn | null {
  const entry = shown.line?.find(({ state }) => state === 'called' || state === 'in_turn')
  if (entry) return { place: entry.place, other: entry.name, state: entry.state as CurrentTurn['state'] }
  const { you } = shown
  if (you?.state !== 'called' && you?.state !== 'in_turn') return null
  return { place: you.place, other: hostUsername, state: you.state }
}

/** Whether this fan is called after the current turn: the first who is ready, also if others are before them. */
export const isNext = ({ next, you }: Pick<QueueShown, 'next' | 'you'>): boolean =>
  next !== null && next === you?.place

const FINAL: readonly NonNullable<QueueShown['you']>['state'][] = ['served', 'part', 'left', 'unserved']

/** Whether this is the last state of a person's line: a skipped fan may be called again until the line is over. */
export const isFinal = ({ state, you }: QueueShown): boolean =>
  state === 'ended' || (you !== null && FINAL.includes(you.state))

/** Whether the sum that goes back to a fan is still to be counted. */
export const isSumOpen = ({ you }: QueueShown): boolean => you?.back === 'unused' && you.refunded === null

/** Whether the server answered that there is no such line for this person. */
export const isNotThere = (problem: unknown): boolean => problem instanceof ApiError && problem.status === 404

/** What put a fan back into the line; null where nothing did. Whom the host was lost to stays ready. */
export function setbackOf(before: QueueShown['you'], now: QueueShown['you']): Setback | null {
  if (!before || now?.state !== 'waiting' || before.place !== now.place) return null
  if (before.state !== 'called' && before.state !== 'in_turn') return null
  if (now.ready) return 'host-lost'
  return before.state === 'called' ? 'missed' : 'dropped'
}
