import { bookingStates } from './booking-states.ts'
import { callStates } from './call-states.ts'
import { deskCaseStates } from './desk-case-states.ts'
import { deskStates } from './desk-states.ts'
import { formStates } from './form-states.ts'
import type { Gallery, State } from './gallery.ts'
import { giftStates, lateRefundStates } from './gift-states.ts'
import { lineStates } from './line-states.ts'
import { problemStates } from './problem-states.ts'
import { queueStates } from './queue-states.ts'
import { safetyStates } from './safety-states.ts'
import { talkStates } from './talk-states.ts'
import { lateTimeStates, timeStates } from './time-states.ts'
import { turnStates } from './turn-states.ts'

/** In an order in which no state changes what a later one needs; the last ones move the server's clock. */
const STATES: readonly State[] = [
  ...formStates,
  ...bookingStates,
  ...giftStates,
  ...timeStates,
  ...safetyStates,
  ...queueStates,
  ...lineStates,
  ...turnStates,
  ...callStates,
  ...talkStates,
  ...lateTimeStates,
  ...deskCaseStates,
  ...lateRefundStates,
  ...deskStates,
  ...problemStates,
]

/** Takes the screenshots of all states. */
export async function shootStates(gallery: Gallery): Promise<void> {
  for (const state of STATES) {
    if (!gallery.isChosen(state.name)) continue
    await state.take(gallery).catch(error => gallery.reportProblem(`${state.name}: ${error}`))
  }
}
