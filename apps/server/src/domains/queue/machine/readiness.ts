import { isReady, type Queue, type Turn, turnOf } from './queue.ts'

/**
 * Whether other people are ready than before: the desk shows it, and it moves the estimated starts. A person who said
 * so too long ago is not ready any more, although no row notes it, and is ready again after another press.
 */
export function isReadinessChanged(before: Queue, after: Queue, nowMs: number): boolean {
  const saidSo = ({ readyMs }: Turn) => readyMs !== null
  return after.turns.some(turn => {
    const was = turnOf(before, turn.place)
    if (!was) return saidSo(turn)
    return saidSo(was) !== saidSo(turn) || isReady(was, nowMs) !== isReady(turn, nowMs)
  })
}
