import { endTitle } from '../line-words.ts'
import type { QueueSnapshot } from '../queue-session.ts'
import { isFinal, isNotThere } from './line-state.ts'

/** Why a page shows no line. */
export type LineLoss = 'replaced' | 'logged-out' | 'not-found' | 'forbidden' | 'no-place' | 'failed'

/** Why there is no line to show; null while it is loaded, where there is one, and where it says how it ended. */
export function lossOf(
  now: Pick<QueueSnapshot, 'shown' | 'endedBy' | 'isShut' | 'problem'>,
): LineLoss | null {
  const { shown, endedBy, isShut, problem } = now
  // Somebody whose turn is over needs no open connection to read what became of it.
  const isOver = shown?.you ? endTitle(shown.you) !== null : false
  if (!isOver && (endedBy === 'replaced' || endedBy === 'logged-out' || endedBy === 'not-found'))
    return endedBy
  if (isNotThere(problem) && !(shown && isFinal(shown))) return 'no-place'
  if (isOver) return null
  if (isShut && shown?.state !== 'ended') return problem === null ? 'forbidden' : 'failed'
  return !shown && problem !== null ? 'failed' : null
}
