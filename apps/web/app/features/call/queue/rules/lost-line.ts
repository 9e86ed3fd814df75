import { endTitle } from '../line-words.ts'
import type { QueueSnapshot } from '../queue-session.ts'
import { isFinal, isNotThere } from './line-state.ts'

/** Why a page shows no line. */
export type LineLoss = Closed | 'forbidden' | 'no-place' | 'failed'

/** Ends of the connection that say by themselves what is wrong. */
const CLOSED = ['replaced', 'logged-out', 'age', 'not-found'] as const
type Closed = (typeof CLOSED)[number]

/** Why there is no line to show; null while it is loaded, where there is one, and where it says how it ended. */
export function lossOf(
  now: Pick<QueueSnapshot, 'shown' | 'endedBy' | 'isShut' | 'problem'>,
): LineLoss | null {
  const { shown, endedBy, isShut, problem } = now
  // Somebody whose turn is over needs no open connection to read what became of it.
  const isOver = shown?.you ? endTitle(shown.you) !== null : false
  const closed = CLOSED.find(end => end === endedBy)
  if (!isOver && closed) return closed
  if (isNotThere(problem) && !(shown && isFinal(shown))) return 'no-place'
  if (isOver) return null
  if (isShut && shown?.state !== 'ended') return problem === null ? 'forbidden' : 'failed'
  return !shown && problem !== null ? 'failed' : null
}
