import { QUEUE_READY_FOR_MS } from '@parley/contract'
import { expect, test } from 'vitest'
import { type Queue, withTurn } from './queue.ts'
import { isReadinessChanged } from './readiness.ts'
import { step } from './step.ts'
import { queueOf } from './testing/line.ts'

const observed = { fanFlows: false, hostFlows: true, isLive: false, usedMs: 0, hostIsHere: true }
const PLACE = 'place-1'

function after(queue: Queue, kind: 'ready' | 'away', nowMs: number): Queue {
  const stepped = step(queue, { kind, place: PLACE }, { nowMs, observed })
  if ('refused' in stepped) throw new Error(stepped.refused)
  return stepped.queue
}

test('it is seen that somebody is ready, that they are away, and nothing where they only say it again in time', () => {
  const waiting = queueOf(2)
  const ready = after(waiting, 'ready', 1_000)
  expect(isReadinessChanged(waiting, ready, 1_000)).toBe(true)
  const again = after(ready, 'ready', 2_000)
  expect(isReadinessChanged(ready, again, 2_000)).toBe(false)
  expect(isReadinessChanged(again, after(again, 'away', 3_000), 3_000)).toBe(true)
})

test('who says it again after it had run out, before anything noted that, is seen to be ready at once', () => {
  const ready = after(queueOf(2), 'ready', 1_000)
  const lateMs = 1_000 + QUEUE_READY_FOR_MS
  expect(isReadinessChanged(ready, after(ready, 'ready', lateMs), lateMs)).toBe(true)
  // What time alone does is seen when it is noted.
  expect(isReadinessChanged(ready, withTurn(ready, PLACE, { readyMs: null }), lateMs)).toBe(true)
})

test('a place that is new is seen by its readiness, and who was ready before by the end of it', () => {
  const one = queueOf(1)
  const two = queueOf(2)
  expect(isReadinessChanged(one, two, 0)).toBe(false)
  expect(isReadinessChanged(one, withTurn(two, 'place-2', { readyMs: 0 }), 0)).toBe(true)
  // Both are stored as ready, and only one of them still counts.
  const [late, again] = [0, QUEUE_READY_FOR_MS].map(readyMs => withTurn(one, PLACE, { readyMs }))
  if (!late || !again) throw new Error('there are two')
  expect(isReadinessChanged(late, again, QUEUE_READY_FOR_MS - 1)).toBe(false)
  expect(isReadinessChanged(late, again, QUEUE_READY_FOR_MS)).toBe(true)
  expect(isReadinessChanged(again, again, QUEUE_READY_FOR_MS)).toBe(false)
})
