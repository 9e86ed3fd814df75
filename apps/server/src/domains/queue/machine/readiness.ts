import { isReady, type Queue, type Turn, turnOf } from './queue.ts'

/**
 * Whether other people are ready than before: a desk sees it, and it moves when others are expected. Who said so too
 * long ago is not ready any more before anything notes it, and is ready again by their word.
 */
export function isReadinessChanged(before: Queue, after: Queue, nowMs: number): boolean {
  const saidSo = ({ readyMs }: Turn) => readyMs !== null
  return after.turns.some(turn => {
    const was = turnOf(before, turn.place)
    if (!was) return saidSo(turn)
    return saidSo(was) !== saidSo(turn) || isReady(was, nowMs) !== isReady(turn, nowMs)
  })
}
